/** How long what is mailed to prove who somebody is works (docs/decisions/devices-and-links.md). */

/** A code for a new browser, in milliseconds. */
export const CODE_LIFETIME_MS = 10 * 60_000;
/** Each kind of link, in milliseconds. */
export const LINK_LIFETIME_MS = {
  recovery: 3600_000,
  emailChange: 24 * 3600_000,
  /** A new account's own first password. */
  welcome: 7 * 24 * 3600_000,
} as const;
