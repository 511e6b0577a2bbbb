import type { ChangeEvent, ReactNode } from "react";
import { fieldFlag, type FormInput } from "../../lib/domain/settings/form_config.ts";
import { usePageData } from "../../lib/client/page_data.ts";
import { formatEntry } from "../../lib/domain/loans/loan_form.ts";
import { foldText } from "../../lib/domain/lending/compile.ts";
import { pickerDays } from "../../lib/domain/loans/plausibility.ts";
import { SAVE } from "../../lib/domain/loans/saved_days.ts";
import type { BandName } from "../../lib/ui/band.tsx";
import { SelectField, type SelectOption, TextField, UnitField } from "../../lib/ui/field.tsx";
import type { LendingData, LoanFormState } from "./loan_form.ts";

/** A field of the loan: its name in the form, the block that it stands in (ids differ where it stands twice). */
export interface LoanFieldProps {
  loan: LoanFormState;
  name: string;
  label: string;
  block: string;
  flag?: BandName | null;
  wide?: boolean;
  hint?: string;
}

/** The flag of an entry as a band (loans specification 5.2). */
export function flagOf(input: FormInput, entry: string): BandName {
  return fieldFlag(input, entry).toLowerCase() as BandName;
}

type Control = HTMLInputElement | HTMLSelectElement;

/** What every field shares: its id, what stands in it, its message, and the handlers that keep the form. */
function bind(props: LoanFieldProps) {
  const { loan, name, label, block, flag, wide, hint } = props;
  const value = loan.form[name] ?? "";
  return {
    id: `${block}-${name}`,
    name,
    label,
    flag,
    wide,
    hint,
    value,
    error: loan.error(name),
    onChange: (event: ChangeEvent<Control>) => loan.set({ [name]: event.target.value }),
    onBlur: (_event: ChangeEvent<Control>) => loan.leave(name),
  };
}

/** One line of text. */
export function LoanText(props: LoanFieldProps): ReactNode {
  return <TextField {...bind(props)} autoComplete="off" />;
}

/** Dollars, a percentage, or a number without a unit; it is tidied when the field is left. */
export function LoanNumber(props: LoanFieldProps & { unit?: "$" | "%"; placeholder?: string }): ReactNode {
  const { unit, placeholder, ...field } = props;
  const { loan, name } = props;
  const put = (entry: string) => loan.set({ [name]: entry });
  const bound = {
    ...bind(field),
    placeholder,
    inputMode: unit === "$" ? "numeric" as const : "decimal" as const,
    // The unit stands in the field already.
    onChange: ({ target }: ChangeEvent<Control>) => put(target.value.replace(unit ?? "", "")),
    onBlur: ({ target }: ChangeEvent<Control>) => {
      const tidy = formatEntry(name, target.value);
      if (tidy !== target.value) put(tidy);
      loan.leave(name);
    },
  };
  return <UnitField {...bound} unit={unit} />;
}

/** A day, picked or typed. */
export function LoanDate(props: LoanFieldProps & { onPick?: (day: string) => void }): ReactNode {
  const { onPick, ...field } = props;
  const bound = bind(field);
  const { today } = usePageData<LendingData>("lending");
  return (
    <TextField
      {...bound}
      type="date"
      {...pickerDays(props.name, props.loan.base[props.name] ?? "", { today, at: SAVE })}
      onChange={(event) => onPick ? onPick(event.target.value) : bound.onChange(event)}
    />
  );
}

/**
 * One of a list, whatever its spaces and case (loans specification 5.2). A value that the list no longer has stays
 * choosable, so that a save does not lose it.
 */
export function LoanSelect(props: LoanFieldProps & { choices: readonly SelectOption[]; empty?: string }): ReactNode {
  const { choices, empty, ...field } = props;
  const bound = bind(field);
  const folded = foldText(bound.value);
  const known = empty !== undefined && folded === ""
    ? ""
    : choices.map((choice) => typeof choice === "string" ? choice : choice.value)
      .find((value) => foldText(value) === folded);
  const removedOption = { value: bound.value, label: `${bound.value} (no longer in the list)` };
  return (
    <SelectField
      {...bound}
      value={known ?? bound.value}
      empty={empty}
      choices={known === undefined ? [...choices, removedOption] : choices}
    />
  );
}
