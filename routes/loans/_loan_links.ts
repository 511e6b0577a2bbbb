/** Look-up links of a loan's property, external and internal. */
import type { LookupLink } from "../../islands/loans/LoanLookup.tsx";
import type { LenderLinks } from "../../lib/domain/lender.ts";
import { addressLink, soldPricesLink } from "../../lib/domain/loans/links.ts";
import { findRegion } from "../../lib/domain/places/find_region.ts";

const MAP_DATA = "/dashboard/maploans/settings";

/** The configured links in the specification's order, and the data of the loan's region once that page exists. */
export function lookupLinks(
  links: LenderLinks,
  place: { address: string; city: string; postal: string; region: string },
  pages: ReadonlySet<string>,
): LookupLink[] {
  const address = [place.address, place.city, place.postal].filter(Boolean).join(", ");
  const outside = [
    { label: "Listing", href: addressLink(links.listings, address), icon: "house" },
    { label: "Sold prices nearby", href: soldPricesLink(links.soldPrices, address), icon: "tag" },
    { label: "Property registry", href: addressLink(links.propertyRegistry, address), icon: "landmark" },
  ] as const;
  const found: LookupLink[] = outside.flatMap(({ href, ...link }) => href ? [{ ...link, href, outside: true }] : []);
  const { region, by } = findRegion(place);
  if (by !== "none" && pages.has(MAP_DATA)) {
    found.push({
      label: "Map data",
      href: `${MAP_DATA}?id=${encodeURIComponent(region)}`,
      icon: "map-pin",
      outside: false,
    });
  }
  return found;
}
