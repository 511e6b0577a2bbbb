/** The home-price site's window of sales in days, and its price cap in dollars (loans specification 9). */
const SOLD_WINDOW_DAYS = 90;
const PRICE_CAP = 6_000_000;

/**
 * The home-price site's page for an address (loans specification 9), or null where no site is configured. Fills
 * {address}, {days} and {maxPrice} in the configured URL, or adds them as a query.
 */
export function soldPricesLink(site: string | undefined, address: string): string | null {
  if (!site) return null;
  const days = String(SOLD_WINDOW_DAYS);
  const cap = String(PRICE_CAP);
  if (/\{(address|days|maxPrice)\}/.test(unescaped(site))) {
    return addressLink(site, address)!.replaceAll("{days}", days).replaceAll("{maxPrice}", cap);
  }
  if (!URL.canParse(site)) return null;
  const url = new URL(site);
  if (address) url.searchParams.set("address", address);
  url.searchParams.set("sold_days", days);
  url.searchParams.set("max_price", cap);
  return url.href;
}

/** Where a site begins: its address without the parts that only a loan can fill in, `{address}` and its like. */
export function plainLink(site: string): string {
  const isFilled = (part: string) => /\{\w*\}/.test(unescaped(part));
  const url = new URL(site);
  const parts = url.pathname.split("/"), first = parts.findIndex(isFilled);
  if (first !== -1) url.pathname = [...parts.slice(0, first), ""].join("/");
  for (const [name, value] of [...url.searchParams]) {
    if (isFilled(name) || isFilled(value)) url.searchParams.delete(name);
  }
  if (isFilled(url.hash)) url.hash = "";
  return url.href;
}

/** A parsed URL escapes its braces; this restores them. */
const unescaped = (site: string): string => site.replace(/%7B/gi, "{").replace(/%7D/gi, "}");

/** `site` with the address at {address}; null where none is configured. */
export function addressLink(site: string | undefined, address: string): string | null {
  if (!site) return null;
  const plain = unescaped(site);
  return plain.includes("{address}") || plain !== site
    ? plain.replaceAll("{address}", encodeURIComponent(address))
    : site;
}
