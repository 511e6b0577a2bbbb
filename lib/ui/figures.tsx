import { Fragment, type ReactNode } from "react";

/** A figure under its small label; it belongs in a `dl`. `size` is for the one figure that matters most. */
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

/** A row of summary figures above a list; each child is one group of `Fig`s, parted by a hairline. */
export function Strip(props: { label: string; groups: readonly ReactNode[] }): ReactNode {
  return (
    <section className="strip" aria-label={props.label}>
      {props.groups.map((figures, i) => <dl key={i}>{figures}</dl>)}
    </section>
  );
}

/** Labels and their values, one a line. A value that is null or false is left out with its label. */
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
