import type { ReactNode } from "react";

/** One value of a chart: the number drawn, its text, and a link to its loans. */
export interface Datum {
  label: string;
  /** NaN where there is no value. */
  value: number;
  text: string;
  /** The other measure of the same loans, shown beside it. */
  more?: { value: number; text: string };
  /** A list of exactly these loans. */
  href?: string;
  /** The sum of the remaining items: in the table only, not drawn. */
  rest?: true;
}

/** The column headings of a chart's table. */
export interface Heads {
  label: string;
  value: string;
  more?: string;
}

/**
 * A chart with title and unit. With `table` it can be switched to a table, without script. `tools` are its download
 * buttons; `name` is unique on its page.
 */
export function Chart(props: {
  name: string;
  title: string;
  note: ReactNode;
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

/** A figure as text, as a link where a table has a list for each; scripts read the plain number. */
export function Figure(
  props: { datum: { value: number; text: string }; href?: string; className?: string },
): ReactNode {
  const { datum: { value, text }, href, className = "numeric" } = props;
  return (
    <td className={className} data-value={Number.isFinite(value) ? value : ""}>
      {href && value > 0 ? <a href={href}>{text}</a> : text}
    </td>
  );
}

/** A label, as a link where it has a list. */
export function Label(props: { datum: Pick<Datum, "label" | "href"> }): ReactNode {
  const { label, href } = props.datum;
  return href ? <a href={href}>{label}</a> : label;
}

/** The table view of a chart. */
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
