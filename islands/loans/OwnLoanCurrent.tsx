import type { ReactNode } from "react";
import type { OwnLoan } from "../../lib/domain/loans/own_loan.ts";
import { OwnLoanLink } from "../../lib/ui/loans/own_loan_link.tsx";
import { conditionCountAtom } from "./loan_atoms.ts";
import { useShared } from "../shell/use_shared.ts";

/** The open loan in a broker's list; its progress follows the conditions on the page. */
export function OwnLoanCurrent({ loan, list }: { loan: OwnLoan; list: string }): ReactNode {
  const [counted] = useShared(conditionCountAtom);
  const now = counted ? { ...loan, conditionsDone: counted.done, conditionsTotal: counted.total } : loan;
  return <OwnLoanLink loan={now} list={list} current />;
}
