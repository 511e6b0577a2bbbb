/** Where a loan's property is looked up, outside and in the portal. */
import type { LookupLink } from "../../islands/loans/LoanLookup.tsx";
import type { LenderLinks } from "../../lib/domain/lender.ts";
import { addressLink, soldPricesLink } from "../../lib/domain/loans/links.ts";
import { registeredPages } from "../../lib/server/shell.ts";

const MAP_DATA = "/dashboard/maploans/settings";

/** What is configured, in the order of the specification; the map's data once there is such a page. */
export function lookupLinks(
  links: LenderLinks,
  place: { address: string; city: string; postal: string },
): LookupLink[] {
  const address = [place.address, place.city, place.postal].filter(Boolean).join(", ");
  const outside = [
    { label: "Listing", href: addressLink(links.listings, address), icon: "house" },
    { label: "Sold prices nearby", href: soldPricesLink(links.soldPrices, address), icon: "tag" },
    { label: "Property registry", href: addressLink(links.propertyRegistry, address), icon: "landmark" },
  ] as const;
  const found: LookupLink[] = outside.flatMap(({ href, ...link }) => href ? [{ ...link, href, outside: true }] : []);
  if (place.city && registeredPages.has(MAP_DATA)) {
    found.push({
      label: "Map data",
      href: `${MAP_DATA}?id=${encodeURIComponent(place.city)}`,
      icon: "map-pin",
      outside: false,
    });
  }
  return found;
}
