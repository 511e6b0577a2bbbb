/** The redirect target after signing in. */

const SAFE = /^\/(?![/\\])[\x21-\x5b\x5d-\x7e]*$/;

/**
 * `wanted` where it is a path of this site, else null. Rejects `//`, backslashes, spaces and control characters, which
 * browsers read as another site, and the sign-in and sign-out pages.
 */
export function safeNext(wanted: string | undefined): string | null {
  if (!wanted || wanted.length > 500 || !SAFE.test(wanted)) return null;
  return /^\/(api|login|logout|register)(?![A-Za-z0-9])/.test(wanted) ? null : wanted;
}

/** `path` with the redirect target in its query, where there is one. */
export function withNext(path: string, next: string | null): string {
  if (!next) return path;
  return `${path}${path.includes("?") ? "&" : "?"}next=${encodeURIComponent(next)}`;
}
