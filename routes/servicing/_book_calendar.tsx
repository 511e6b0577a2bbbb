import type { ReactNode } from "react";
import type { BookCalendar } from "../../lib/features/servicing/mod.ts";
import { formatDate, formatMonth } from "../../lib/domain/dates.ts";
import { countText, moneyOfCents } from "../../lib/domain/money.ts";
import type { CalendarRow } from "../../lib/domain/servicing/book_table.ts";
import { bookQuery } from "../../lib/schemas/servicing/book.ts";
import { None } from "../../lib/ui/money.tsx";
import { DataTable } from "../../lib/ui/table.tsx";

const count = (n: number, one: string, many: string): string => n === 1 ? `1 ${one}` : `${countText(n)} ${many}`;

/** The months ahead, and the days of one of them: what falls due, and which loans mature. */
export function Calendar({ calendar, today }: { calendar: BookCalendar; today: string }): ReactNode {
  const { months, month, days } = calendar;
  return (
    <div className="stack">
      <Table
        caption="Payments and maturities by month"
        first="Month"
        rows={months}
        name={(row) => (
          <a
            href={bookQuery.address(bookQuery.defaults, { view: "calendar", month: row.day })}
            aria-current={row.day === month ? "true" : undefined}
          >
            {formatMonth(row.day)}
          </a>
        )}
      />
      <section aria-labelledby="days">
        <h2 id="days" className="subheading">{formatMonth(month)}</h2>
        {days.length === 0 ? <p className="small mute">Nothing falls due and no loan matures in this month.</p> : (
          <Table
            caption={`Payments and maturities of ${formatMonth(month)} by day`}
            first="Day"
            rows={days}
            name={({ day, payments }) =>
              payments > 0 && day <= today
                ? <a href={`/dashboard/duepayments?day=${day}`}>{formatDate(day)}</a>
                : formatDate(day)}
          />
        )}
      </section>
    </div>
  );
}

function Table(props: {
  caption: string;
  first: string;
  rows: readonly CalendarRow[];
  name: (row: CalendarRow) => ReactNode;
}): ReactNode {
  const { caption, first, rows, name } = props;
  return (
    <DataTable
      caption={caption}
      folds
      className="no-pick"
      head={
        <tr role="row">
          <th role="columnheader" scope="col">{first}</th>
          <th role="columnheader" scope="col" className="numeric">Payments</th>
          <th role="columnheader" scope="col" className="numeric">Due</th>
          <th role="columnheader" scope="col" className="numeric">Of which principal</th>
          <th role="columnheader" scope="col" className="numeric">Loans that mature</th>
          <th role="columnheader" scope="col" className="fold-only">Details</th>
        </tr>
      }
    >
      {rows.map((row) => (
        <tr role="row" key={row.day}>
          <th role="rowheader" scope="row" className="row-title">{name(row)}</th>
          <td role="cell" className="numeric fold-hidden">{row.payments > 0 ? countText(row.payments) : <None />}</td>
          <td role="cell" className="numeric row-value">{row.amount > 0 ? moneyOfCents(row.amount) : <None />}</td>
          <td role="cell" className="numeric fold-hidden">
            {row.principal > 0 ? moneyOfCents(row.principal) : <None />}
          </td>
          <td role="cell" className="numeric fold-hidden">
            {row.maturities > 0 ? countText(row.maturities) : <None />}
          </td>
          <td role="cell" className="row-detail fold-only">
            {[
              count(row.payments, "payment", "payments"),
              row.principal > 0 && `${moneyOfCents(row.principal)} of it principal`,
              row.maturities > 0 && count(row.maturities, "loan matures", "loans mature"),
            ].filter(Boolean).join(", ")}
          </td>
        </tr>
      ))}
    </DataTable>
  );
}
