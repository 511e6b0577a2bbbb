import type { ReactNode } from "react";
import { usePageData } from "../../lib/client/page_data.ts";
import { fundedAmount } from "../../lib/domain/lending/portfolio.ts";
import type { Participant } from "../../lib/domain/loans/participants.ts";
import { isLent } from "../../lib/domain/loans/status.ts";
import { parseNumber } from "../../lib/domain/money.ts";
import { type LendingData, useLoanForm } from "./loan_form.ts";
import { ParticipantsDialog } from "./_loan_participants.tsx";

/** The participants' dialog, which the loan's menu opens. They are checked against the funded amount as it is saved. */
export function LoanParticipants(
  props: { loanId: number; participants: Participant[]; everFunded: boolean },
): ReactNode {
  const { base } = useLoanForm();
  const { today } = usePageData<LendingData>("lending");
  return (
    <ParticipantsDialog
      loanId={props.loanId}
      start={props.participants}
      heldFrom={props.everFunded || isLent(base.adminComSelect) ? today : null}
      funded={fundedAmount({
        fsfcLoan: parseNumber(base.fsfcLoan),
        newLoanAmount: parseNumber(base.newLoanAmount) ?? 0,
      })}
    />
  );
}
