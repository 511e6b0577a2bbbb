import type { ReactNode } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { fundedAmount } from "../../lib/domain/lending/portfolio.ts";
import { money, scoreText } from "../../lib/domain/money.ts";
import type { Colour } from "../../lib/domain/lending/colours.ts";
import { type ListedLoan, typeLabel } from "../../lib/domain/loan/loan_table.ts";
import { Lru } from "../../lib/server/lru.ts";
import { Band } from "../../lib/ui/band.tsx";
import { LtvCell } from "../../lib/ui/bars.tsx";
import { None } from "../../lib/ui/money.tsx";

/** Rows kept rendered: some thousand of about a kilobyte each. */
const ROWS_KEPT = 4000;

interface RowProps {
  loan: ListedLoan;
  band: Colour;
  /** The LTV limit in force, whole percent. */
  limit: number;
}

/** One loan of the list. Where the table is narrow it folds into two lines. */
export function LoanRow({ loan, band, limit }: RowProps): ReactNode {
  const { id, clientCode, brokerName, city, ltv, updated } = loan;
  const type = typeLabel(loan.firstOrSecond);
  const name = `${loan.firstName} ${loan.lastName}`.trim();
  const folded = [type, ltv !== null && `${ltv}% LTV`, city, brokerName].filter(Boolean).join(", ");
  return (
    <tr role="row" data-band={band}>
      <td role="cell" className="pick">
        <label className="hit">
          <input
            type="checkbox"
            name="id"
            value={id}
            data-amount={fundedAmount(loan)}
            aria-label={`Select ${clientCode}`}
            autoComplete="off"
          />
        </label>
      </td>
      <th role="rowheader" scope="row" className="l1">
        <a href={`/dashboard/viewloan?id=${id}`}>
          {clientCode} <span className="who">{name}</span>
        </a>
        {updated > 0 && (
          <>
            {" "}
            <span className="flag">
              <span className="dot" />
              <span className="say">{updated} updated</span>
              <span className="vh">{` by the broker`}</span>
            </span>
          </>
        )}
      </th>
      <td role="cell" className="off">{brokerName || <None />}</td>
      <td role="cell" className="off">{city}</td>
      <td role="cell" className="off">{type}</td>
      <td role="cell" className="num r1">{money(fundedAmount(loan))}</td>
      <td role="cell" className="num off">{ltv === null ? <None /> : <LtvCell percent={ltv} limit={limit} />}</td>
      <td role="cell" className="r2">
        <Band band={band} figure={scoreText(loan.shownScore)} />
      </td>
      <td role="cell" className="l2 fold-only">{folded}</td>
    </tr>
  );
}

const rows = new Lru<string>(ROWS_KEPT);

/** The row's HTML, kept by everything it shows: a loan that did not change is not rendered again. */
export function rowHtml(props: RowProps): string {
  const key = JSON.stringify([props.loan, props.band, props.limit]);
  return rows.get(key) ?? rows.set(key, renderToStaticMarkup(<LoanRow {...props} />));
}
