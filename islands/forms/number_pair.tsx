import { type ReactNode, useState } from "react";
import { halfUp } from "../../lib/domain/money.ts";
import { cellText, cellValue, type NumberCell } from "../../lib/domain/settings/panel.ts";

/**
 * A number field with its slider, where the cell has one: two ways to the same value (loans specification 5.6). Text
 * that is no number is handed on as it is, for its message, which stands below as `<id>-e`.
 */
export function NumberPair(props: {
  cell: NumberCell;
  id: string;
  value: unknown;
  /** Names it for assistive technology where no label stands beside it. */
  label?: string;
  error?: string;
  canEdit: boolean;
  onValue: (value: number | string) => void;
  onLeave: () => void;
}): ReactNode {
  const { cell, id, value, label, error, canEdit, onValue, onLeave } = props;
  const [typed, setTyped] = useState<string | null>(null);
  const field = (
    <input
      className="numeric"
      id={id}
      inputMode="decimal"
      autoComplete="off"
      aria-label={label}
      readOnly={!canEdit}
      value={typed ?? cellText(cell, value)}
      onChange={(event) => {
        setTyped(event.target.value);
        onValue(cellValue(cell, event.target.value));
      }}
      onBlur={() => {
        setTyped(null);
        onLeave();
      }}
      aria-invalid={error ? true : undefined}
      aria-describedby={error ? `${id}-e` : undefined}
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
        value={typeof value === "number" ? value : cell.min}
        disabled={!canEdit}
        onChange={(event) => onValue(halfUp(Number(event.target.value), 1e8))}
        onBlur={onLeave}
      />
      {field}
    </span>
  );
}
