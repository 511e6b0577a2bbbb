import type { ReactNode } from "react";
import type { HistoryRow } from "../../lib/features/brokers/mod.ts";
import type { FieldChange } from "../../lib/domain/audit_text.ts";
import { formatInstant } from "../../lib/domain/dates.ts";
import { countOf } from "../../lib/domain/money.ts";
import { Pager } from "../../lib/ui/pager.tsx";
import { DataTable } from "../../lib/ui/table.tsx";

/** `Rating: Green → Red`; only the new value where there was none before. */
function Change({ change }: { change: FieldChange }): ReactNode {
  const { field, before, after } = change;
  return (
    <li>
      {field}: {before !== null && after !== null
        ? (
          <>
            <del>{before}</del> <span aria-hidden="true">→</span>
            <span className="visually-hidden">to</span> <ins>{after}</ins>
          </>
        )
        : before ?? after}
    </li>
  );
}

/** An account's audit trail: who, what, when and from where. */
export function AccountHistory(props: {
  rows: readonly HistoryRow[];
  found: number;
  page: number;
  pages: number;
  href: (page: number) => string;
}): ReactNode {
  const { rows, found, page, pages, href } = props;
  if (!found) return null;
  return (
    <section className="part" id="history" aria-labelledby="history-title">
      <header>
        <h2 id="history-title">History</h2>
        <p className="align-end">{countOf(found, "entry", "entries")}</p>
      </header>
      <DataTable
        caption="Account history"
        className="audit-trail no-pick"
        folds
        head={
          <tr role="row">
            <th role="columnheader" scope="col">What</th>
            <th role="columnheader" scope="col">Who</th>
            <th role="columnheader" scope="col">From</th>
            <th role="columnheader" scope="col">When</th>
            <th role="columnheader" scope="col" className="fold-only">Address</th>
          </tr>
        }
      >
        {rows.map((row) => (
          <tr role="row" key={row.id}>
            <th role="rowheader" scope="row" className="row-title">
              {row.what}
              {row.changes.length > 0 && (
                <ul>{row.changes.map((change) => <Change key={change.field} change={change} />)}</ul>
              )}
            </th>
            <td role="cell" className="row-detail long-text">{row.who}</td>
            <td role="cell" className="fold-hidden">{row.address}</td>
            <td role="cell" className="nowrap row-value">{formatInstant(row.at)}</td>
            <td role="cell" className="fold-only row-status">{row.address}</td>
          </tr>
        ))}
      </DataTable>
      <Pager page={page} pages={pages} href={href} what="the history" />
    </section>
  );
}
