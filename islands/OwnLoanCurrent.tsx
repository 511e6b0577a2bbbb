import type { ReactNode } from "react";
import type { OwnLoan } from "../lib/domain/loan/own_loan.ts";
import { OwnLoanLink } from "../lib/ui/own_loan_link.tsx";
import { conditionCountAtom } from "./atoms/loan.ts";
import { useShared } from "./atoms/use_shared.ts";

/** The open loan in a broker's list: its progress is that of the conditions beside it. */
export function OwnLoanCurrent({ loan }: { loan: OwnLoan }): ReactNode {
  const [counted] = useShared(conditionCountAtom);
  const now = counted ? { ...loan, conditionsDone: counted.done, conditionsTotal: counted.total } : loan;
  return <OwnLoanLink loan={now} current />;
}
