/** What became of one loan of many. */
export interface LoanOutcome {
  id: number;
  /** Empty for a loan that is not there. */
  clientCode: string;
  done: boolean;
  /** Why it was not done: a sentence. */
  reason?: string;
}

export interface Outcomes {
  outcomes: LoanOutcome[];
  done: number;
  failed: number;
}

/** Outcomes with their counts. */
export function countOutcomes(outcomes: LoanOutcome[]): Outcomes {
  const done = outcomes.filter((outcome) => outcome.done).length;
  return { outcomes, done, failed: outcomes.length - done };
}
