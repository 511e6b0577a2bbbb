import type { ReactNode } from "react";
import { foldText } from "../../lib/domain/lending/compile.ts";
import type { Cell, NumberCell, SelectCell, TextCell } from "../../lib/domain/settings/panel.ts";
import { NumberPair } from "../forms/number_pair.tsx";
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

function TextInput(props: CellProps<TextCell>): ReactNode {
  const { cell, path, value, label, canEdit, onValue, onLeave } = props;
  return (
    <input
      id={cellId(path)}
      aria-label={label}
      autoComplete="off"
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

function SelectInput(props: CellProps<SelectCell>): ReactNode {
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
      return (
        <NumberPair
          {...props as CellProps<NumberCell>}
          id={cellId(props.path)}
          onValue={(value) => props.onValue(props.path, value)}
        />
      );
    case "text":
      return <TextInput {...props as CellProps<TextCell>} />;
    case "choice":
      return <SelectInput {...props as CellProps<SelectCell>} />;
  }
}

/** What is wrong with a cell, below it. */
export function CellError(props: { path: string; error?: string }): ReactNode {
  return props.error ? <p className="error" id={`${cellId(props.path)}-e`}>{props.error}</p> : null;
}
