/** Days back in which a sale counts, and the highest price, of the home-price site's view (spec 001, section 9). */
export const SOLD_WINDOW_DAYS = 90;
export const PRICE_CAP = 6_000_000;

/**
 * The home-price site's view of an address (spec 001, section 9), or null where no site is configured. An address of the
 * site's own form is filled in at {address}, {days} and {maxPrice}; any other gets them as a query.
 */
export function soldPricesLink(site: string | undefined, address: string): string | null {
  if (!site) return null;
  const days = String(SOLD_WINDOW_DAYS);
  const cap = String(PRICE_CAP);
  // A parsed address carries its braces escaped.
  const plain = site.replace(/%7B/gi, "{").replace(/%7D/gi, "}");
  if (/\{(address|days|maxPrice)\}/.test(plain)) {
    return plain.replaceAll("{address}", encodeURIComponent(address)).replaceAll("{days}", days)
      .replaceAll("{maxPrice}", cap);
  }
  if (!URL.canParse(site)) return null;
  const url = new URL(site);
  if (address) url.searchParams.set("address", address);
  url.searchParams.set("sold_days", days);
  url.searchParams.set("max_price", cap);
  return url.href;
}
