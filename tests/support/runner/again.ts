/** A second try, alone, for what failed beside other files. */
import type { Outcome } from "./report.ts";

/** More files than these that fail have a cause of their own: they are not tried again. */
export const MOST_AGAIN = 3;

/**
 * The outcomes, where each of at most three files that failed was run again by `run`, one at a time. What passes then
 * has passed, with the first try's output as `unsteady`; what fails again keeps its first outcome.
 */
export async function tryAgain(
  outcomes: readonly Outcome[],
  run: (failed: Outcome) => Promise<Outcome>,
): Promise<Outcome[]> {
  if (outcomes.filter(({ ok }) => !ok).length > MOST_AGAIN) return [...outcomes];
  const after: Outcome[] = [];
  for (const first of outcomes) {
    const second = first.ok ? first : await run(first);
    after.push(second.ok && !first.ok ? { ...second, unsteady: first.output } : first);
  }
  return after;
}
