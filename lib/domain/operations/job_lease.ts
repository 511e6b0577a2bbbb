/** How long a turn of a scheduled job holds its lease. All in milliseconds. */

/** A timer may come a little early. */
const SLACK_MS = 1000;

/** The lease of a job whose turns come so often. */
export const leaseMs = (everyMs: number): number => everyMs - SLACK_MS;

/** When the turn began whose lease ends at an instant. */
export const turnBegan = (leaseUntil: number, everyMs: number): number => leaseUntil - leaseMs(everyMs);
