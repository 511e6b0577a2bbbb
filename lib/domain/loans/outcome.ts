/** The result for one loan of a bulk action. */
export interface LoanOutcome {
  id: number;
  /** Empty for a loan that does not exist. */
  clientCode: string;
  done: boolean;
  /** Why it failed: a sentence. */
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
