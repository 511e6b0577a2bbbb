import type { ChangeEvent, KeyboardEvent, ReactNode } from "react";
import { Unit } from "./unit.tsx";

/**
 * A number field and a range input with one value, for an island. `text` is the field's content while typing. `error`
 * refuses the value, `note` explains an adjusted one.
 */
export function Slider(props: {
  id: string;
  name?: string;
  label: string;
  text: string;
  value: number;
  min: number;
  max: number;
  step: number;
  ends: readonly [string, string];
  unit?: string;
  valueText?: string;
  className?: string;
  error?: string;
  note?: string;
  onText: (event: ChangeEvent<HTMLInputElement>) => void;
  onRange: (event: ChangeEvent<HTMLInputElement>) => void;
  onLeave: () => void;
  onKey: (event: KeyboardEvent<HTMLInputElement>) => void;
}): ReactNode {
  const { id, name, label, text, value, min, max, step, ends, unit, className, error, note } = props;
  const input = (
    <input
      id={id}
      name={name}
      className="numeric"
      inputMode="numeric"
      aria-invalid={error ? true : undefined}
      aria-describedby={error || note ? `${id}-e` : undefined}
      value={text}
      onChange={props.onText}
      onBlur={props.onLeave}
      onKeyDown={props.onKey}
    />
  );
  return (
    <div className={className ? `slider ${className}` : "slider"}>
      <label htmlFor={id}>{label}</label>
      {unit ? <Unit unit={unit}>{input}</Unit> : <span className="unit">{input}</span>}
      <input
        type="range"
        aria-label={`${label}, slider`}
        aria-valuetext={props.valueText}
        min={min}
        max={max}
        step={step}
        value={value}
        onChange={props.onRange}
      />
      <span className="ends" aria-hidden="true">
        <span>{ends[0]}</span>
        <span>{ends[1]}</span>
      </span>
      {(error || note) && <p className={error ? "error" : "hint"} id={`${id}-e`} role="status">{error || note}</p>}
    </div>
  );
}
