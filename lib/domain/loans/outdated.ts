/** What a Pending loan was saved with that the settings in force would change. */
import { scoreText } from "../money.ts";

/** `rate` where the suggested rate alone would change. */
export type Outdated = "score" | "rate";

/** What a loan is saved with. */
export interface Figures {
  /** Under a score override the computed one; `shownScore` is the override then. */
  finalScore: number;
  shownScore: number;
  /** Yearly fraction. */
  suggestedRate: number | null;
}

/** What of a loan's figures settings change: the one comparison of previews, counts and marks. */
export function changeOf(was: Figures, is: Figures): Outdated | null {
  if (was.finalScore !== is.finalScore || was.shownScore !== is.shownScore) return "score";
  return was.suggestedRate === is.suggestedRate ? null : "rate";
}

/** The mark of such a loan, in lists and in its head. */
export const OUTDATED_LABELS: Readonly<Record<Outdated, string>> = { score: "earlier score", rate: "earlier rate" };

/** What the head says beside the score that it shows: the one that lists show, where that is another. */
export const outdatedText = (outdated: Outdated, saved: number, shown: number): string =>
  outdated === "score" && scoreText(saved) !== scoreText(shown)
    ? `saved with ${scoreText(saved)}`
    : OUTDATED_LABELS[outdated];
