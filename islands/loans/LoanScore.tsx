import type { ReactNode } from "react";
import type { LoanSummary } from "../../lib/domain/loans/loan_form.ts";
import { scoreText } from "../../lib/domain/money.ts";
import { Band } from "../../lib/ui/band.tsx";
import { summaryAtom } from "./loan_atoms.ts";
import { useShared } from "../shell/use_shared.ts";

/** The head's score box: score, shape and label, computed from the entries. */
export function LoanScore(props: { summary: LoanSummary }): ReactNode {
  const [computed] = useShared(summaryAtom);
  const { shownScore, band } = computed ?? props.summary;
  return <Band band={band} figure={scoreText(shownScore)} />;
}
