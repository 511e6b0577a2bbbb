import type { ReactNode } from "react";
import { shownScore } from "../../lib/domain/lending/scoring.ts";
import { changedEntries, type LoanSummary } from "../../lib/domain/loans/loan_form.ts";
import { type Outdated, outdatedText } from "../../lib/domain/loans/outdated.ts";
import { parseNumber, scoreText } from "../../lib/domain/money.ts";
import { Band } from "../../lib/ui/band.tsx";
import { summaryAtom } from "./loan_atoms.ts";
import { useLoanStore } from "./loan_form.ts";
import { useShared } from "../shell/use_shared.ts";

/**
 * The head's score box: score, shape and label, computed from the entries. Beside it, until something is entered or
 * saved, what the loan was saved with under earlier settings (`outdated`).
 */
export function LoanScore(props: { summary: LoanSummary; outdated: Outdated | null }): ReactNode {
  const [computed] = useShared(summaryAtom);
  const { base, draft, version } = useLoanStore().state;
  const { shownScore: shown, band } = computed ?? props.summary;
  const asSaved = version === null && Object.keys(changedEntries(draft, base)).length === 0;
  const saved = shownScore(parseNumber(base.finalScore) ?? 0, base.riskRatingOver);
  return (
    <>
      <Band band={band} figure={scoreText(shown)} />
      {props.outdated && asSaved && <span className="small mute">{outdatedText(props.outdated, saved, shown)}</span>}
    </>
  );
}
