import type { ChangeEvent, ReactNode } from "react";
import { LOAN_STATUSES, type LoanStatus, STATUS_LABELS } from "../../lib/domain/loans/status.ts";
import { SelectField } from "../../lib/ui/field.tsx";
import type { LoanFormState } from "./loan_form.ts";

/** The statuses to choose from. Trash has its own button and is listed only for a trashed loan. */
export function statusOptions(current: string): { value: LoanStatus; label: string }[] {
  return LOAN_STATUSES.filter((status) => status !== "Trash" || current === "Trash")
    .map((status) => ({ value: status, label: STATUS_LABELS[status] }));
}

/** The status on phones, where the head has no room for it. */
export function LoanStatusField(props: { loan: LoanFormState }): ReactNode {
  const { loan } = props;
  return (
    <SelectField
      id="deal-status"
      label="Status"
      className="narrow-only"
      choices={statusOptions(loan.form.adminComSelect)}
      value={loan.form.adminComSelect}
      onChange={(event: ChangeEvent<HTMLSelectElement>) => loan.set({ adminComSelect: event.target.value })}
    />
  );
}
