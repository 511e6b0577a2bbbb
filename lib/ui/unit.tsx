import type { ReactNode } from "react";

/** Puts $ before a control, other units after it. */
export function Unit(props: { unit: string; children: ReactNode }): ReactNode {
  const mark = <span aria-hidden="true">{props.unit}</span>;
  return (
    <span className="unit">
      {props.unit === "$" && mark}
      {props.children}
      {props.unit !== "$" && mark}
    </span>
  );
}
