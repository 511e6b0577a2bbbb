/** Duplicates that a loan lists, the newest. */
export const DUPLICATES_MOST = 100;

/** Another loan with the same address (loans specification 3.8); `fsfcLoan` falls back to the requested amount. */
export interface DuplicateLoan {
  id: number;
  clientCode: string;
  broker: string | null;
  fsfcLoan: number;
  adminComSelect: string;
  timestamp: number;
  finalScore: number;
  /** The override where one is set, else the final score. */
  shownScore: number;
}
