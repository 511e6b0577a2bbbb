/** Where a browser goes after signing in. */

const SAFE = /^\/(?![/\\])[\x21-\x5b\x5d-\x7e]*$/;

/**
 * `wanted` where it is a path of this site, else null: one slash first, never two, no backslash, no space and no control
 * character, since browsers read those as another site. Signing in and out is never where anybody was going.
 */
export function safeNext(wanted: string | undefined): string | null {
  if (!wanted || wanted.length > 500 || !SAFE.test(wanted)) return null;
  return /^\/(api|login|logout|register)(?![A-Za-z0-9])/.test(wanted) ? null : wanted;
}

/** `path` with the place to go on to in its query, where there is one. */
export function withNext(path: string, next: string | null): string {
  if (!next) return path;
  return `${path}${path.includes("?") ? "&" : "?"}next=${encodeURIComponent(next)}`;
}
