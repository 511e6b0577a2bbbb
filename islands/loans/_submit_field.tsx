import type { ChangeEvent, KeyboardEvent, ReactNode } from "react";
import { tidyNumber } from "../../lib/client/loans/submission_form.ts";
import { MARK_LABELS } from "../../lib/client/loans/file_labels.ts";
import type { FilledMark } from "../../lib/domain/loans/draft.ts";
import { pickerDays, SUBMISSION } from "../../lib/domain/loans/plausibility.ts";
import { fieldFlag, type ShownInput } from "../../lib/domain/settings/form_config.ts";
import type { BandName } from "../../lib/ui/band.tsx";
import { SelectField, TextField, UnitField } from "../../lib/ui/field.tsx";

/** One of these two fields is required (lending rules 2). */
const VALUE_NOTES: Readonly<Record<string, string>> = {
  appraisedValue: "or purchase price",
  homePurPrice: "or appraised value",
};
const UNITS: Readonly<Record<string, string>> = { dollars: "$", years: "yr" };

/** The id of a control by its path in the form. */
export const fieldId = (path: string): string => `f-${path.replaceAll(".", "-")}`;

/**
 * A configured input (loans specification 3.6). `onEnter` gets every keystroke; `onLeave` the chosen option or, on
 * blur, a number, which the configuration may then refuse.
 */
export function EntryField(props: {
  input: ShownInput;
  path: string;
  value: string;
  /** YYYY-MM-DD in Toronto. */
  today: string;
  error?: string;
  mark?: FilledMark;
  onEnter: (path: string, value: string) => void;
  onLeave: (input: ShownInput, path: string, value: string) => void;
}): ReactNode {
  const { input, path, value, today, error, mark, onEnter, onLeave } = props;
  const flag = fieldFlag(input, value);
  const field = {
    id: fieldId(path),
    name: path,
    label: input.label,
    error,
    value,
    note: input.required || mark ? undefined : VALUE_NOTES[path] ?? "optional",
    from: mark && MARK_LABELS[mark.type],
    fromTitle: mark && (mark.type === "quote" ? "From your quote" : `${mark.file}, page ${mark.page}`),
    flag: flag === "None" ? null : flag.toLowerCase() as BandName,
    wide: input.id === "address",
    required: input.required,
  };
  if (input.type === "dropdown") {
    return (
      <SelectField
        {...field}
        empty="Choose"
        choices={input.options.map((option) => String(option.value))}
        onChange={(event) => onLeave(input, path, event.target.value)}
      />
    );
  }
  if (input.type === "number") {
    const number = {
      ...field,
      inputMode: input.unit === "dollars" || input.unit === "points" ? "numeric" as const : "decimal" as const,
      onChange: (event: ChangeEvent<HTMLInputElement>) => onEnter(path, event.target.value),
      onBlur: (event: ChangeEvent<HTMLInputElement>) => onLeave(input, path, tidyNumber(input, event.target.value)),
      // Enter reviews the form without leaving the field.
      onKeyDown: ({ key, currentTarget }: KeyboardEvent<HTMLInputElement>) => {
        if (key === "Enter") onLeave(input, path, tidyNumber(input, currentTarget.value));
      },
    };
    return <UnitField {...number} unit={input.unit && UNITS[input.unit]} />;
  }
  const onChange = (event: ChangeEvent<HTMLInputElement>) => onEnter(path, event.target.value);
  if (input.type === "date") {
    const days = pickerDays(input.id, "", { today, at: SUBMISSION });
    return (
      <TextField
        {...field}
        type="date"
        {...days}
        onChange={onChange}
        onBlur={(event) => onLeave(input, path, event.target.value)}
      />
    );
  }
  return (
    <TextField
      {...field}
      type={input.id === "phone" ? "tel" : "text"}
      autoComplete="off"
      onChange={onChange}
      onBlur={(event) => onLeave(input, path, event.target.value)}
    />
  );
}
