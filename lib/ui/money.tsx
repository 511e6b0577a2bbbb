import type { ReactNode } from "react";
import { money } from "../domain/money.ts";

/** Whole dollars on one line; a dash, read out as "none", where there is no amount. */
export function Money(props: { dollars: number | null | undefined }): ReactNode {
  const text = money(props.dollars);
  return text ? <span className="nowrap">{text}</span> : <None />;
}

/** The placeholder of a missing value. */
export function None(): ReactNode {
  return (
    <span className="mute">
      <span aria-hidden="true">–</span>
      <span className="visually-hidden">none</span>
    </span>
  );
}
