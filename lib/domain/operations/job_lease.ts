/** How long a turn of a scheduled job holds its lease. All in milliseconds. */

/** The job that each portal with a database file runs each minute: its lease says when the portal last ran. */
export const MINUTE_JOB = "database-file";

/** A timer may come a little early. */
const SLACK_MS = 1000;

/** The lease of a job whose turns come so often. */
export const leaseMs = (everyMs: number): number => everyMs - SLACK_MS;

/** When the turn began whose lease ends at an instant. */
export const turnBegan = (leaseUntil: number, everyMs: number): number => leaseUntil - leaseMs(everyMs);
