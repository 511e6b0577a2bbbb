import type { ReactNode } from "react";
import type { LoanSummary } from "../../lib/domain/loans/loan_form.ts";
import { parseNumber, scoreText } from "../../lib/domain/money.ts";
import { Band } from "../../lib/ui/band.tsx";
import { summaryAtom } from "./loan_atoms.ts";
import { useLoanStore } from "./loan_form.ts";
import { useShared } from "../shell/use_shared.ts";

/** The head's score box: score, shape and label, computed from the entries; beside it the saved one where it differs. */
export function LoanScore(props: { summary: LoanSummary }): ReactNode {
  const [computed] = useShared(summaryAtom);
  const { base } = useLoanStore().state;
  const { shownScore, finalScore, band } = computed ?? props.summary;
  const saved = parseNumber(base.finalScore);
  const differs = saved !== null && scoreText(saved) !== scoreText(finalScore);
  return (
    <>
      <Band band={band} figure={scoreText(shownScore)} />
      {differs && <span className="small mute wide-only">{`saved with ${scoreText(saved)}`}</span>}
    </>
  );
}
