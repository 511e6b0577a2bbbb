/** Where people are led around signing in. */

/** Asks whether to mail a link for a new password, to the address of the account that is signed in. */
export const CHANGE_PASSWORD_PATH = "/dashboard/accountsettings?change=password";

const SAFE = /^\/(?![/\\])[\x21-\x5b\x5d-\x7e]*$/;

/** A path without dot segments. */
const plainPath = (path: string): string => new URL(`http://localhost${path}`).pathname;

/**
 * `wanted` where it is a path of this site, else null. Rejects `//`, backslashes, spaces and control characters, which
 * browsers read as another site, and the sign-in and sign-out pages, also behind dot segments and percent-escapes.
 */
export function safeNext(wanted: string | undefined): string | null {
  if (!wanted || wanted.length > 500 || !SAFE.test(wanted)) return null;
  try {
    const path = plainPath(decodeURIComponent(plainPath(wanted)));
    return /^\/+(api|login|logout|register)(?![A-Za-z0-9])/.test(path) ? null : wanted;
  } catch {
    return null;
  }
}

/** `path` with the redirect target in its query, where there is one. */
export function withNext(path: string, next: string | null): string {
  if (!next) return path;
  return `${path}${path.includes("?") ? "&" : "?"}next=${encodeURIComponent(next)}`;
}
