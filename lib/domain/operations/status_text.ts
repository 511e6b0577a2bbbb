/** Words of the status page. */

import { capitalised } from "../capitalised.ts";
import { TOUCH_BASE_NAME } from "../mail/touch_base.ts";
import { countOf } from "../money.ts";

/** Milliseconds as people read them: `12 ms`, `1.4 seconds`, `3 minutes`. */
export function durationText(ms: number): string {
  if (ms < 999.5) return `${Math.round(ms)} ms`;
  if (ms < 60_000) return `${(ms / 1000).toFixed(1)} seconds`;
  return countOf(Math.round(ms / 60_000), "minute");
}

/** The name of a job as a heading: `due-payments` is `Due payments`. */
export const jobLabel = (name: string): string =>
  capitalised(name).replaceAll("-", " ").replace("Touch base", TOUCH_BASE_NAME);
