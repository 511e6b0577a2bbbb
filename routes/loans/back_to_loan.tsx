import type { ReactNode } from "react";
import { Icon } from "../../lib/ui/icon.tsx";

/** The link from a loan's document back to the loan. */
export function BackToLoan({ loanId }: { loanId: number }): ReactNode {
  return (
    <a className="btn bare" href={`/dashboard/viewloan?id=${loanId}`}>
      <Icon name="chevron-left" />
      <span className="label">Loan</span>
    </a>
  );
}
