import type { ReactNode } from "react";
import type { LoanSummary } from "../lib/domain/loan/loan_form.ts";
import { scoreText } from "../lib/domain/money.ts";
import { Band } from "../lib/ui/band.tsx";
import { summaryAtom } from "./atoms/loan.ts";
import { useShared } from "./atoms/use_shared.ts";

/** The score box of the loan's head: figure, shape and word of what is entered. */
export function LoanScore(props: { summary: LoanSummary }): ReactNode {
  const [computed] = useShared(summaryAtom);
  const { shownScore, band } = computed ?? props.summary;
  return <Band band={band} figure={scoreText(shownScore)} />;
}
