import type { InputHTMLAttributes, ReactNode } from "react";

/** A check box drawn as a rail, with a sentence on what it does. */
export function Switch(
  props: { id: string; label: string; hint: string } & InputHTMLAttributes<HTMLInputElement>,
): ReactNode {
  const { id, label, hint, ...input } = props;
  return (
    <label className="switch" htmlFor={id}>
      <input type="checkbox" {...input} id={id} aria-labelledby={`${id}-name`} aria-describedby={`${id}-hint`} />
      <span>
        <b id={`${id}-name`}>{label}</b>
        <small id={`${id}-hint`}>{hint}</small>
      </span>
    </label>
  );
}
