import { type ReactNode, useState } from "react";
import { foldText } from "../../lib/domain/lending/compile.ts";
import { halfUp } from "../../lib/domain/money.ts";
import {
  type Cell,
  cellText,
  cellValue,
  type ChoiceCell,
  type NumberCell,
  type TextCell,
} from "../../lib/domain/settings/panel.ts";
import { cellId } from "./settings_document.ts";

/** What every cell is given. `label` names it for assistive technology where no label stands beside it. */
export interface CellProps<C extends Cell = Cell> {
  cell: C;
  path: string;
  value: unknown;
  label?: string;
  error?: string;
  canEdit: boolean;
  onValue: (path: string, value: unknown) => void;
  onLeave: () => void;
  /** Options that come from another table of the document. */
  options?: readonly { value: string | number; label: string }[];
}

const describedBy = ({ path, error }: CellProps) =>
  error ? { "aria-invalid": true as const, "aria-describedby": `${cellId(path)}-e` } : {};

/** The list of words that the text cells of a column propose. */
export const suggestionsId = (path: string): string => `${cellId(path.replace(/\.\d+\./, "."))}-words`;

/** A number field with its slider: two ways to the same value (loans specification 5.6). */
export function NumberPair(props: CellProps<NumberCell>): ReactNode {
  const { cell, path, value, label, canEdit, onValue, onLeave } = props;
  const [typed, setTyped] = useState<string | null>(null);
  const drawn = typeof value === "number" ? value : cell.min;
  const field = (
    <input
      className="numeric"
      id={cellId(path)}
      inputMode="decimal"
      autoComplete="off"
      maxLength={16}
      aria-label={label}
      readOnly={!canEdit}
      value={typed ?? cellText(cell, value)}
      onChange={(event) => {
        setTyped(event.target.value);
        onValue(path, cellValue(cell, event.target.value));
      }}
      onBlur={() => {
        setTyped(null);
        onLeave();
      }}
      {...describedBy(props)}
    />
  );
  if (!cell.slider) return field;
  return (
    <span className="pair">
      <input
        type="range"
        className={cell.min < 0 ? "two-way" : undefined}
        aria-label={`${label ?? cell.label}, slider`}
        aria-valuetext={cellText(cell, value)}
        min={cell.min}
        max={cell.max}
        step={cell.step}
        value={drawn}
        disabled={!canEdit}
        onChange={(event) => onValue(path, halfUp(Number(event.target.value), 1e8))}
        onBlur={onLeave}
      />
      {field}
    </span>
  );
}

function TextInput(props: CellProps<TextCell>): ReactNode {
  const { cell, path, value, label, canEdit, onValue, onLeave } = props;
  return (
    <input
      id={cellId(path)}
      aria-label={label}
      autoComplete="off"
      maxLength={cell.max}
      list={cell.oneOf && suggestionsId(path)}
      readOnly={!canEdit}
      value={String(value ?? "")}
      onChange={(event) => onValue(path, event.target.value)}
      onBlur={(event) => {
        const written = cell.oneOf?.written(event.target.value) ?? event.target.value.trim();
        if (written !== value) onValue(path, written);
        onLeave();
      }}
      {...describedBy(props)}
    />
  );
}

function Choice(props: CellProps<ChoiceCell>): ReactNode {
  const { cell, path, value, label, canEdit, onValue, onLeave } = props;
  const options = props.options ?? cell.options ?? [];
  // Rules compare texts without spaces and case, so a row that was only respelled is still the one chosen.
  const folded = foldText(String(value));
  const known = options.find((option) => foldText(String(option.value)) === folded);
  return (
    <select
      id={cellId(path)}
      aria-label={label}
      disabled={!canEdit}
      value={String(known?.value ?? value)}
      onChange={(event) => {
        const chosen = options.find((option) => String(option.value) === event.target.value);
        onValue(path, chosen?.value ?? event.target.value);
        onLeave();
      }}
      {...describedBy(props)}
    >
      {!known && <option value={String(value)}>{`${value} (gone)`}</option>}
      {options.map((option) => <option key={option.value} value={String(option.value)}>{option.label}</option>)}
    </select>
  );
}

/** The control of a cell, by its kind. */
export function CellControl(props: CellProps): ReactNode {
  switch (props.cell.kind) {
    case "number":
      return <NumberPair {...props as CellProps<NumberCell>} />;
    case "text":
      return <TextInput {...props as CellProps<TextCell>} />;
    case "choice":
      return <Choice {...props as CellProps<ChoiceCell>} />;
  }
}

/** What is wrong with a cell, below it. */
export function CellError(props: { path: string; error?: string }): ReactNode {
  return props.error ? <p className="error" id={`${cellId(props.path)}-e`}>{props.error}</p> : null;
}
