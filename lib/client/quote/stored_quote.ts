/** The quote of a visitor who went on to SUBMIT LOAN, kept in this browser until the first sign-in. */

/** The path of a new loan's form. */
export const NEW_LOAN = "/dashboard/submitloan";
const KEY = "quote";
/** An account request is verified within days; later the figures are another client's. */
const LIFETIME_MS = 14 * 86_400_000;

/** Keeps the quote in an address's query. False where the browser keeps nothing. */
export function storeQuote(search: string, now = Date.now()): boolean {
  try {
    localStorage.setItem(KEY, JSON.stringify([now, search]));
    return true;
  } catch {
    return false;
  }
}

/** The path of a new loan with the kept quote, once; null where there is none. */
export function takeQuote(now = Date.now()): string | null {
  try {
    const stored = localStorage.getItem(KEY);
    localStorage.removeItem(KEY);
    const [at, search] = JSON.parse(stored ?? "[]");
    if (!(now - at < LIFETIME_MS)) return null;
    return `${NEW_LOAN}?${new URLSearchParams(String(search))}`;
  } catch {
    return null;
  }
}
