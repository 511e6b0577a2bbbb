/** A row of the lender's list as text: made by React, the rows of a page of 200 cost as much CPU as the rest of it. */
import { renderToStaticMarkup } from "react-dom/server";
import { escapeHtml } from "../../lib/domain/escape_html.ts";
import { fundedAmount } from "../../lib/domain/lending/portfolio.ts";
import { clientName } from "../../lib/domain/loans/client_name.ts";
import { money, scoreText } from "../../lib/domain/money.ts";
import type { Colour } from "../../lib/domain/lending/colours.ts";
import type { ListedLoan } from "../../lib/domain/loans/loan_table.ts";
import { typeLabel } from "../../lib/domain/loans/loan_type.ts";
import { type Outdated, OUTDATED_LABELS } from "../../lib/domain/loans/outdated.ts";
import { loanAddressHtml } from "./_loan_address.ts";
import { BAND_LABELS } from "../../lib/ui/band.tsx";
import { None } from "../../lib/ui/money.tsx";

interface RowProps {
  loan: ListedLoan;
  band: Colour;
  /** What of it is saved under earlier settings. */
  outdated?: Outdated;
}

/**
 * Writes the HTML of one loan after the other, without end tags that a parser adds; everything that people entered is
 * escaped. `LoanBulk.css` draws the LTV's limit and the band's shape, and folds a row into two lines. `list` is what
 * the list is limited to and sorted by, as its address has it: the loan's page goes through it.
 */
export function rowWriter(list: string): (row: RowProps) => string {
  const listHtml = escapeHtml(list), none = renderToStaticMarkup(<None />);
  return ({ loan, band, outdated }) => {
    const { id, ltv, updated } = loan, amount = fundedAmount(loan);
    const code = escapeHtml(loan.clientCode), name = escapeHtml(clientName(loan));
    const broker = escapeHtml(loan.brokerName), city = escapeHtml(loan.city);
    const type = escapeHtml(typeLabel(loan.firstOrSecond)), mark = outdated && OUTDATED_LABELS[outdated];
    const folded = [type, ltv !== null && `${ltv}% LTV`, city, broker, mark].filter(Boolean).join(", ");
    const changed = updated > 0
      ? ` <span class="flag"><span class="dot"></span><span class="flag-text">${updated} updated</span>` +
        `<span class="visually-hidden"> by the broker</span></span>`
      : "";
    // In pieces: every space between tags would be sent two hundred times a page.
    return `<tr role="row" data-band="${band}"><td role="cell" class="pick"><label class="hit-area">` +
      `<input type="checkbox" name="id" value="${id}" data-amount="${amount}"${mark ? " data-outdated" : ""}` +
      ` aria-label="Select ${code}" autocomplete="off"></label>` +
      `<th role="rowheader" class="row-title"><a href="${loanAddressHtml(id, listHtml)}">` +
      `${code} <span class="client-name">${name}</span></a>${changed}` +
      `<td role="cell">${broker || none}<td role="cell">${city}<td role="cell">${type}` +
      `<td role="cell" class="numeric row-value">${money(amount)}<td role="cell" class="numeric">` +
      (ltv === null ? none : `<progress max="100" value="${ltv}" aria-hidden="true"></progress>${ltv}%`) +
      `<td role="cell" class="row-status"><b>${scoreText(loan.shownScore)}</b>${BAND_LABELS[band]}` +
      (mark ? ` <small>${mark}</small>` : "") +
      `<td role="cell" class="row-detail fold-only">${folded}`;
  };
}
