import type { ChangeEvent, ReactNode } from "react";
import { LOAN_STATUSES, type LoanStatus, STATUS_LABELS } from "../../lib/domain/loans/status.ts";
import { SelectField } from "../../lib/ui/field.tsx";
import type { LoanFormState } from "./loan_form.ts";

/** The statuses to choose from; Trash has its own button, too (loans specification 4.1). */
export const STATUS_OPTIONS: readonly { value: LoanStatus; label: string }[] = LOAN_STATUSES.map((status) => ({
  value: status,
  label: STATUS_LABELS[status],
}));

/** The status on phones, where the head has no room for it. */
export function LoanStatusField(props: { loan: LoanFormState }): ReactNode {
  const { loan } = props;
  return (
    <SelectField
      id="deal-status"
      label="Status"
      className="narrow-only"
      choices={STATUS_OPTIONS}
      value={loan.form.adminComSelect}
      onChange={(event: ChangeEvent<HTMLSelectElement>) => loan.set({ adminComSelect: event.target.value })}
    />
  );
}
