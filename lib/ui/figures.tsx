import { Fragment, type ReactNode } from "react";

/** A figure below its label, for use in a `dl`. `size` is for the most important figure. */
export function Fig(
  props: { label: ReactNode; children: ReactNode; size?: "large" | "huge"; className?: string },
): ReactNode {
  const { label, children, size, className } = props;
  return (
    <div className={className ? `figure ${className}` : "figure"}>
      <dt>{label}</dt>
      <dd className={size}>{children}</dd>
    </div>
  );
}

/** A row of summary figures above a list; each child is a group of `Fig`s, separated by a hairline. */
export function Strip(props: { label: string; groups: readonly ReactNode[] }): ReactNode {
  return (
    <section className="strip" aria-label={props.label}>
      {props.groups.map((figures, i) => <dl key={i}>{figures}</dl>)}
    </section>
  );
}

/** Labels and values, one pair on each line. Pairs whose value is null or false are left out. */
export function Facts(props: { facts: readonly (readonly [ReactNode, ReactNode])[] }): ReactNode {
  return (
    <dl className="facts">
      {props.facts.filter(([, value]) => value !== null && value !== false && value !== undefined).map((
        [label, value],
        i,
      ) => (
        <Fragment key={i}>
          <dt>{label}</dt>
          <dd>{value}</dd>
        </Fragment>
      ))}
    </dl>
  );
}
