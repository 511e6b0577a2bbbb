import type { ReactNode } from "react";

/** One value of a chart: the figure that is drawn, as it is written, and the loans behind it. */
export interface Datum {
  label: string;
  /** NaN where there is none. */
  value: number;
  text: string;
  /** The other figure of the same loans, shown beside the drawn one. */
  more?: { value: number; text: string };
  /** A list of exactly these loans. */
  href?: string;
  /** All that is not named, together: it is written, and not drawn. */
  rest?: true;
}

/** What the columns of a chart's table are called. */
export interface Heads {
  label: string;
  value: string;
  more?: string;
}

/**
 * A chart under its title and unit. With `table` it can be looked at as a table instead, without script.
 * `tools` are its downloads. `name` is unique on its page.
 */
export function Chart(props: {
  name: string;
  title: string;
  note: string;
  children: ReactNode;
  table?: ReactNode;
  tools?: ReactNode;
  broad?: boolean;
}): ReactNode {
  const { name, title, note, children, table, tools, broad } = props;
  return (
    <section className={broad ? "chart broad" : "chart"} aria-labelledby={`chart-${name}`}>
      <header>
        <div>
          <h2 id={`chart-${name}`}>{title}</h2>
          <p>{note}</p>
        </div>
        <div className="row tools">
          {table && (
            <fieldset className="segmented slim">
              <legend className="visually-hidden">Show {title} as</legend>
              <label>
                <input type="radio" name={`show-${name}`} defaultChecked />Chart
              </label>
              <label>
                <input className="table-choice" type="radio" name={`show-${name}`} />Table
              </label>
            </fieldset>
          )}
          {tools}
        </div>
      </header>
      {children}
      {table}
    </section>
  );
}

/** A figure as it is written; scripts read the plain number. */
export function Figure(props: { datum: { value: number; text: string }; className?: string }): ReactNode {
  const { datum: { value, text }, className = "numeric" } = props;
  return <td className={className} data-value={Number.isFinite(value) ? value : ""}>{text}</td>;
}

/** A label, a link where it has a list behind it. */
export function Label(props: { datum: Pick<Datum, "label" | "href"> }): ReactNode {
  const { label, href } = props.datum;
  return href ? <a href={href}>{label}</a> : label;
}

/** The table that stands for a drawing. */
export function ChartTable(props: { caption: string; heads: Heads; data: readonly Datum[] }): ReactNode {
  const { caption, heads, data } = props;
  return (
    <table className="table table-view">
      <caption className="visually-hidden">{caption}</caption>
      <thead>
        <tr>
          <th scope="col">{heads.label}</th>
          <th scope="col" className="numeric">{heads.value}</th>
          {heads.more && <th scope="col" className="numeric">{heads.more}</th>}
        </tr>
      </thead>
      <tbody>
        {data.map((datum) => (
          <tr key={datum.label}>
            <th scope="row">
              <Label datum={datum} />
            </th>
            <Figure datum={datum} />
            {datum.more && <Figure datum={datum.more} />}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
