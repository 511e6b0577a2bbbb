import type { InputHTMLAttributes, ReactNode, SelectHTMLAttributes, TextareaHTMLAttributes } from "react";
import { Band, type BandName } from "./band.tsx";
import { focused } from "./focused.ts";
import { Icon } from "./icon.tsx";
import { Unit } from "./unit.tsx";

export { Unit };

/**
 * Props of every field. `note` is at the end of the label ("optional"), `from` names the file that filled it, `flag` is
 * its risk, `wide` spans two columns of `.grid-fields`.
 */
export type FieldProps = {
  id: string;
  label: ReactNode;
  hint?: ReactNode;
  error?: string;
  note?: string;
  from?: string;
  /** Tooltip of `from`. */
  fromTitle?: string;
  flag?: BandName | null;
  wide?: boolean;
  className?: string;
};

/** Attributes that link a control with its hint and error: spread them on any input inside a `Field`. */
export function fieldControl(props: Pick<FieldProps, "id" | "hint" | "error">) {
  const { id, hint, error } = props;
  const ids = [hint ? `${id}-h` : "", error ? `${id}-e` : ""].filter(Boolean).join(" ");
  return { id, "aria-describedby": ids || undefined, "aria-invalid": error ? true as const : undefined };
}

/** A label, a hint, the control as children, and its error. */
export function Field(props: FieldProps & { children: ReactNode }): ReactNode {
  const { id, label, hint, error, note, from, fromTitle, flag, wide, className, children } = props;
  return (
    <div className={["field", wide && "span-two", className].filter(Boolean).join(" ")}>
      <label htmlFor={id}>
        {label}
        {note && <span className="optional">{note}</span>}
        {from && (
          <span className="value-source" title={fromTitle}>
            <Icon name="file-text" />
            {from}
          </span>
        )}
        {flag && flag !== "none" && <Band band={flag} word={`flagged ${flag}`} quiet />}
      </label>
      {hint && <p className="hint" id={`${id}-h`}>{hint}</p>}
      {children}
      {error && <p className="error" id={`${id}-e`}>{error}</p>}
    </div>
  );
}

function split<P extends FieldProps>(props: P): [FieldProps, Omit<P, keyof FieldProps>] {
  const { id, label, hint, error, note, from, fromTitle, flag, wide, className, ...rest } = props;
  return [{ id, label, hint, error, note, from, fromTitle, flag, wide, className }, rest];
}

type Input = FieldProps & Omit<InputHTMLAttributes<HTMLInputElement>, keyof FieldProps>;

/** One line of text: `<TextField id="name" label="Name" name="name" required />`. Takes all attributes of an input. */
export function TextField(props: Input): ReactNode {
  const [field, input] = split(props);
  return (
    <Field {...field}>
      <input type="text" ref={input.autoFocus ? focused : undefined} {...input} {...fieldControl(field)} />
    </Field>
  );
}

/** A number, an amount or a rate: right-aligned, with its unit in the field and a number pad on phones. */
export function UnitField(props: Input & { unit?: string }): ReactNode {
  const { unit, ...others } = props;
  const [field, input] = split(others);
  const control = (
    <input
      type="text"
      className="numeric"
      inputMode="numeric"
      autoComplete="off"
      {...input}
      {...fieldControl(field)}
    />
  );
  return <Field {...field}>{unit ? <Unit unit={unit}>{control}</Unit> : control}</Field>;
}

/** A password with a show button, which the shell's script handles. */
export function PasswordField(props: Input): ReactNode {
  const [field, input] = split(props);
  return (
    <Field {...field}>
      <span className="unit">
        <input type="password" {...input} {...fieldControl(field)} />
        <button
          className="btn bare icon-only slim scripted"
          type="button"
          data-eye={field.id}
          aria-pressed={false}
          aria-label="Show password"
        >
          <Icon name="eye" />
        </button>
      </span>
    </Field>
  );
}

type Area = FieldProps & Omit<TextareaHTMLAttributes<HTMLTextAreaElement>, keyof FieldProps>;

/** Text of several lines. */
export function AreaField(props: Area): ReactNode {
  const [field, area] = split(props);
  return (
    <Field {...field}>
      <textarea ref={area.autoFocus ? focused : undefined} {...area} {...fieldControl(field)} />
    </Field>
  );
}

/** An option of a select. A plain string is its own label. */
export type SelectOption = string | { value: string; label: string; disabled?: boolean };

type Select = FieldProps & Omit<SelectHTMLAttributes<HTMLSelectElement>, keyof FieldProps | "children">;

/** A select; `empty` is the label of the empty option. */
export function SelectField(props: Select & { choices: readonly SelectOption[]; empty?: string }): ReactNode {
  const { choices, empty, ...others } = props;
  const [field, select] = split(others);
  return (
    <Field {...field}>
      <select ref={select.autoFocus ? focused : undefined} {...select} {...fieldControl(field)}>
        {empty !== undefined && <option value="">{empty}</option>}
        {choices.map((choice) => {
          const { value, label, disabled } = typeof choice === "string"
            ? { value: choice, label: choice, disabled: false }
            : choice;
          return <option key={value} value={value} disabled={disabled}>{label}</option>;
        })}
      </select>
    </Field>
  );
}

/** A checkbox with its label. */
export function Check(props: { label: ReactNode } & InputHTMLAttributes<HTMLInputElement>): ReactNode {
  const { label, ...input } = props;
  return (
    <label className="check">
      <input type="checkbox" {...input} /> {label}
    </label>
  );
}
