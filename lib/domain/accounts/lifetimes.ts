/**
 * Lifetimes of mailed codes, links, saved browsers and set-ups (docs/decisions/devices-and-links.md, second-factor.md).
 */

/** A code for a new browser, in milliseconds. */
export const CODE_LIFETIME_MS = 10 * 60_000;
/** A saved browser, in milliseconds: its row and its cookie. */
export const DEVICE_LIFETIME_MS = 365 * 24 * 3600_000;
/** A new app's secret that waits for its first code, in milliseconds. */
export const SET_UP_LIFETIME_MS = 15 * 60_000;
/** Each kind of link, in milliseconds. */
export const LINK_LIFETIME_MS = {
  recovery: 3600_000,
  emailChange: 24 * 3600_000,
  /** A new account's own first password. */
  welcome: 7 * 24 * 3600_000,
} as const;
