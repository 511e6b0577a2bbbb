import type { ChangeEvent, ReactNode } from "react";
import { amountText } from "../../lib/domain/loans/loan_form.ts";
import { type FormInput, type FormSection } from "../../lib/domain/settings/form_config.ts";
import { inputsOf } from "../../lib/domain/settings/form_order.ts";
import { money, parseNumber } from "../../lib/domain/money.ts";
import { TextField, UnitField } from "../../lib/ui/field.tsx";
import { Icon } from "../../lib/ui/icon.tsx";
import { flagOf } from "./_loan_field.tsx";
import type { LoanFormState } from "./loan_form.ts";

/** A property as it is entered: text by input id. */
type Row = Record<string, string>;

function rowsOf(json: string): Row[] {
  try {
    const rows: Record<string, unknown>[] = JSON.parse(json || "[]");
    return rows.map((row) =>
      Object.fromEntries(
        Object.entries(row).map((
          [name, value],
        ) => [name, typeof value === "number" ? amountText(value) : String(value ?? "")]),
      )
    );
  } catch {
    return [];
  }
}

/** The applicant's other properties, one a line, with what they add up to. Empty lines are not saved. */
export function LoanProperties(props: { loan: LoanFormState; section: FormSection }): ReactNode {
  const { loan, section } = props;
  const rows = rowsOf(loan.form.additionalProperties);
  const inputs = inputsOf(section, "admin");
  const write = (next: Row[], path?: string) => loan.set({ additionalProperties: JSON.stringify(next) }, path);
  const put = (at: number, name: string, text: string) =>
    write(rows.map((row, i) => i === at ? { ...row, [name]: text } : row), `additionalProperties.${at}.${name}`);
  const sum = (name: string) => rows.reduce((total, row) => total + (parseNumber(row[name]) ?? 0), 0);
  const field = (input: FormInput, at: number) => {
    const id = `property-${at}-${input.id}`;
    const value = rows[at][input.id] ?? "";
    const shared = {
      id,
      label: input.label,
      flag: flagOf(input, value),
      value,
      autoComplete: "off",
      error: loan.error(`additionalProperties.${at}.${input.id}`),
      onChange: (event: ChangeEvent<HTMLInputElement>) => put(at, input.id, event.target.value),
    };
    if (input.type !== "number") {
      return <TextField key={id} {...shared} wide={input.id === "address"} />;
    }
    return (
      <UnitField
        key={id}
        {...shared}
        unit="$"
        onBlur={() => {
          const amount = parseNumber(value);
          if (amount !== null && amount >= 0) put(at, input.id, amountText(amount));
          loan.leave(`additionalProperties.${at}.${input.id}`);
        }}
      />
    );
  };
  return (
    <div role="group" aria-labelledby="application-properties">
      <h3 className="subheading" id="application-properties">
        {section.title}
        {rows.length > 0 && (
          <span className="mute small">{` ${money(sum("value"))} in all, ${money(sum("mortgage"))} owed`}</span>
        )}
      </h3>
      {rows.map((_row, at) => (
        <div className="other-property" key={at} role="group" aria-label={`${section.title} ${at + 1}`}>
          <div className="grid-fields tight">
            {inputs.map((input) =>
              field(input, at)
            )}
          </div>
          <button
            className="btn bare icon-only slim"
            type="button"
            aria-label={`Remove ${section.title.toLowerCase()} ${at + 1}`}
            onClick={() => {
              write(rows.filter((_row, i) =>
                i !== at
              ));
              document.getElementById("add-property")?.focus();
            }}
          >
            <Icon name="x" />
          </button>
        </div>
      ))}
      <button
        className="btn bare slim no-print"
        type="button"
        id="add-property"
        onClick={() => {
          write([...rows, Object.fromEntries(inputs.map(({ id }) => [id, ""]))]);
          requestAnimationFrame(() => document.getElementById(`property-${rows.length}-${inputs[0]?.id}`)?.focus());
        }}
      >
        <Icon name="plus" />
        Add property
      </button>
    </div>
  );
}
