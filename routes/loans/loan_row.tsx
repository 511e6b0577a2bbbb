/** A row of the lender's list as text: made by React, the rows of a page of 200 cost as much CPU as the rest of it. */
import type { ReactElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { escapeHtml } from "../../lib/domain/escape_html.ts";
import { fundedAmount } from "../../lib/domain/lending/portfolio.ts";
import { money, scoreText } from "../../lib/domain/money.ts";
import type { Colour } from "../../lib/domain/lending/colours.ts";
import { type ListedLoan, typeLabel } from "../../lib/domain/loans/loan_table.ts";
import { type Outdated, OUTDATED_WORDS } from "../../lib/domain/loans/outdated.ts";
import { loanAddressHtml } from "./_loan_address.ts";
import { Band } from "../../lib/ui/band.tsx";
import { LtvCell } from "../../lib/ui/loans/bars.tsx";
import { None } from "../../lib/ui/money.tsx";

/** Cells kept of one kind: more than there are whole LTVs, and scores up to ten by their hundredths. */
const CELLS_KEPT = 1000;

/** A component of ours in a cell, rendered once for each figure that it shows. */
function cellsOf(cell: (figure: number) => ReactElement): (figure: number) => string {
  const cells = new Map<number, string>();
  return (figure) => {
    let html = cells.get(figure);
    if (html === undefined) {
      if (cells.size === CELLS_KEPT) cells.clear();
      cells.set(figure, html = renderToStaticMarkup(cell(figure)));
    }
    return html;
  };
}

const none = cellsOf(() => <None />);
const bandOfScore = (band: Colour) => cellsOf((score) => <Band band={band} figure={scoreText(score)} />);
const BANDS: Record<Colour, (score: number) => string> = {
  green: bandOfScore("green"),
  yellow: bandOfScore("yellow"),
  red: bandOfScore("red"),
};
const ltvBelow = (limit: number) => ({ limit, cell: cellsOf((ltv) => <LtvCell percent={ltv} limit={limit} />) });
/** The cells of the limit in force. */
let ltvs = ltvBelow(NaN);

interface ListProps {
  /** The LTV limit in force, whole percent. */
  limit: number;
  /** What the list is limited to and sorted by, as its address has it: the loan's page goes through it. */
  list: string;
}

interface RowProps {
  loan: ListedLoan;
  band: Colour;
  /** What of it is saved under earlier settings. */
  outdated?: Outdated;
}

/**
 * Writes the HTML of one loan after the other; everything that people entered is escaped. Where the table is narrow a
 * row folds into two lines.
 */
export function rowWriter({ limit, list }: ListProps): (row: RowProps) => string {
  if (ltvs.limit !== limit) ltvs = ltvBelow(limit);
  const ltvHtml = ltvs.cell, listHtml = escapeHtml(list);
  return ({ loan, band, outdated }) => {
    const { id, ltv, updated } = loan, amount = fundedAmount(loan);
    const code = escapeHtml(loan.clientCode), name = escapeHtml(`${loan.firstName} ${loan.lastName}`.trim());
    const broker = escapeHtml(loan.brokerName), city = escapeHtml(loan.city);
    const type = escapeHtml(typeLabel(loan.firstOrSecond)), mark = outdated && OUTDATED_WORDS[outdated];
    const folded = [type, ltv !== null && `${ltv}% LTV`, city, broker, mark].filter(Boolean).join(", ");
    const changed = updated > 0
      ? ` <span class="flag"><span class="dot"></span><span class="flag-text">${updated} updated</span>` +
        `<span class="visually-hidden"> by the broker</span></span>`
      : "";
    // In pieces: every space between tags would be sent two hundred times a page.
    return `<tr role="row" data-band="${band}"><td role="cell" class="pick"><label class="hit-area">` +
      `<input type="checkbox" name="id" value="${id}" data-amount="${amount}"${mark ? " data-outdated" : ""}` +
      ` aria-label="Select ${code}" autocomplete="off"></label></td>` +
      `<th role="rowheader" scope="row" class="row-title"><a href="${loanAddressHtml(id, listHtml)}">` +
      `${code} <span class="client-name">${name}</span></a>${changed}</th>` +
      `<td role="cell" class="fold-hidden long-text">${broker || none(0)}</td>` +
      `<td role="cell" class="fold-hidden">${city}</td><td role="cell" class="fold-hidden">${type}</td>` +
      `<td role="cell" class="numeric row-value">${money(amount)}</td>` +
      `<td role="cell" class="numeric fold-hidden">${ltv === null ? none(0) : ltvHtml(ltv)}</td>` +
      `<td role="cell" class="row-status">${BANDS[band](loan.shownScore)}` +
      (mark ? ` <span class="small mute fold-hidden">${mark}</span>` : "") +
      `</td><td role="cell" class="row-detail fold-only">${folded}</td></tr>`;
  };
}
