import type { ReactNode } from "react";
import { money, percent } from "../domain/money.ts";

/** Whole dollars on one line; a dash, read out as "none", where there is no amount. */
export function Money(props: { dollars: number | null | undefined }): ReactNode {
  const text = money(props.dollars);
  return text ? <span className="nowrap">{text}</span> : <None />;
}

/** A fraction as a percentage with two decimals, or as many as `digits` says. */
export function Rate(props: { fraction: number | null | undefined; digits?: number }): ReactNode {
  const text = percent(props.fraction, props.digits);
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
