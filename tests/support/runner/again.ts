/** Runs what failed beside other files a second time, alone. */
import type { Outcome } from "./report.ts";

/** Most files of a run that get a second try: where more fail, they have a cause of their own. */
export const MOST_AGAIN = 3;

/** The number of second tries that a run has left. */
export class SecondTries {
  left = MOST_AGAIN;

  /** Uses up one; false where none is left. */
  take(): boolean {
    return this.left > 0 && this.left-- > 0;
  }
}

/**
 * The outcomes, where each file that failed was run again by `run`, one at a time: those that had no second try, where
 * there are no more of them than the run has left. What passes then has passed, with the first try's output as
 * `unsteady`; what fails again keeps its first outcome.
 */
export async function tryAgain(
  outcomes: readonly Outcome[],
  run: (failed: Outcome) => Promise<Outcome>,
  tries = new SecondTries(),
): Promise<Outcome[]> {
  const isNew = ({ ok, final }: Outcome) => !ok && !final;
  if (outcomes.filter(isNew).length > tries.left) return [...outcomes];
  const after: Outcome[] = [];
  for (const first of outcomes) {
    const second = isNew(first) && tries.take() ? await run(first) : first;
    after.push(second.ok && !first.ok ? { ...second, unsteady: first.output } : first);
  }
  return after;
}
