import type { ReactNode } from "react";
import { formatInstant } from "../../lib/domain/dates.ts";
import { None } from "../../lib/ui/money.tsx";

/** A figure of people; with `machines` the machines' beside it. */
export function People(props: { people: number; machines?: number }): ReactNode {
  const { people, machines } = props;
  return (
    <>
      {people.toLocaleString("en-CA")}
      {machines !== undefined && (
        <span className="machine-count">
          {` +${machines.toLocaleString("en-CA")}`}
          <span className="visually-hidden">&nbsp;by machines</span>
        </span>
      )}
    </>
  );
}

/** Shows or hides the machines' figures: a link, so that it works without script. */
export function MachinesSwitch(props: { shown: boolean; href: string }): ReactNode {
  return (
    <a
      className="btn slim"
      href={props.href}
      title="Mail programs fetch pictures and scanners follow links before anybody reads"
    >
      {props.shown ? "Hide machines" : "Show machines"}
    </a>
  );
}

/** An instant in Toronto; a dash before there was one. */
export const When = (props: { at: number | null }): ReactNode =>
  props.at === null ? <None /> : <span className="nowrap">{formatInstant(props.at)}</span>;
