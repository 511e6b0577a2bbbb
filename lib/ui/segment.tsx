import type { ChangeEventHandler, ReactNode } from "react";
import { Icon, type IconName } from "./icon.tsx";

/** One of the exclusive options; with an icon the label is its tooltip and accessible name. */
export type SegmentOption = { value: string; label: string; icon?: IconName; id?: string };

/**
 * Two to four exclusive options as radios. `value` with `onChange` makes it controlled (in an island); `chosen` sets
 * only the initial option (in a form or by CSS).
 */
export function Segment(props: {
  legend: string;
  name: string;
  options: readonly SegmentOption[];
  value?: string;
  chosen?: string;
  onChange?: ChangeEventHandler<HTMLInputElement>;
  slim?: boolean;
}): ReactNode {
  const { legend, name, options, value, chosen, onChange, slim } = props;
  return (
    <fieldset className={slim ? "segmented slim" : "segmented"}>
      <legend className="visually-hidden">{legend}</legend>
      {options.map((option) => {
        const state = onChange
          ? { checked: option.value === value, onChange }
          : { defaultChecked: option.value === chosen };
        return (
          <label key={option.value} title={option.icon && option.label}>
            <input type="radio" name={name} id={option.id} value={option.value} {...state} />
            {option.icon
              ? (
                <>
                  <Icon name={option.icon} />
                  <span className="visually-hidden">{option.label}</span>
                </>
              )
              : option.label}
          </label>
        );
      })}
    </fieldset>
  );
}
