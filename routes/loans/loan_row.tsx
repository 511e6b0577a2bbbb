/**
 * A row of the lender's list as text: with React a page of 200 that is not kept takes 17.5 ms of CPU instead of 9.0.
 */
import { html, raw } from "hono/html";
import { LRUCache } from "lru-cache";
import type { ReactElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { fundedAmount } from "../../lib/domain/lending/portfolio.ts";
import { money, scoreText } from "../../lib/domain/money.ts";
import type { Colour } from "../../lib/domain/lending/colours.ts";
import { type ListedLoan, typeLabel } from "../../lib/domain/loans/loan_table.ts";
import { type Outdated, OUTDATED_WORDS } from "../../lib/domain/loans/outdated.ts";
import { loanAddress } from "./_loan_address.ts";
import { Band } from "../../lib/ui/band.tsx";
import { LtvCell } from "../../lib/ui/loans/bars.tsx";
import { None } from "../../lib/ui/money.tsx";

type Html = ReturnType<typeof raw>;

/** Cells kept: more than there are whole LTVs, and scores up to ten by their hundredths. */
const CELLS_KEPT = 2000;

const cells = new LRUCache<string, Html>({ max: CELLS_KEPT });

/** A component of ours in a cell, rendered once for each thing it shows. */
function cell(key: string, element: () => ReactElement): Html {
  let made = cells.get(key);
  if (!made) cells.set(key, made = raw(renderToStaticMarkup(element())));
  return made;
}

const none = () => cell("none", () => <None />);
const ltvHtml = (ltv: number, limit: number) =>
  cell(`${ltv} of ${limit}`, () => <LtvCell percent={ltv} limit={limit} />);
const bandHtml = (band: Colour, figure: string) =>
  cell(`${band} ${figure}`, () => <Band band={band} figure={figure} />);

interface RowProps {
  loan: ListedLoan;
  band: Colour;
  /** The LTV limit in force, whole percent. */
  limit: number;
  /** What of it is saved under earlier settings. */
  outdated?: Outdated;
  /** What the list is limited to and sorted by, as its address has it: the loan's page goes through it. */
  list: string;
}

/**
 * The HTML of one loan of the list; everything that people entered is escaped. Where the table is narrow it folds into
 * two lines.
 */
export function rowHtml({ loan, band, limit, list, outdated }: RowProps): string {
  const { id, clientCode, brokerName, city, ltv, updated } = loan;
  const type = typeLabel(loan.firstOrSecond);
  const name = `${loan.firstName} ${loan.lastName}`.trim();
  const mark = outdated && OUTDATED_WORDS[outdated];
  const folded = [type, ltv !== null && `${ltv}% LTV`, city, brokerName, mark].filter(Boolean).join(", ");
  const amount = fundedAmount(loan);
  // deno-fmt-ignore: every space that it would add between tags would be sent two hundred times a page
  return [
    html`<tr role="row" data-band="${band}"><td role="cell" class="pick"><label class="hit-area">`,
    html`<input type="checkbox" name="id" value="${id}" data-amount="${amount}"${raw(mark ? " data-outdated" : "")}`,
    html` aria-label="Select ${clientCode}" autocomplete="off"></label></td>`,
    html`<th role="rowheader" scope="row" class="row-title"><a href="${loanAddress(id, list)}">`,
    html`${clientCode} <span class="client-name">${name}</span></a>`,
    updated > 0 ? html` <span class="flag"><span class="dot"></span><span class="flag-text">${updated} updated</span>` : "",
    updated > 0 ? `<span class="visually-hidden"> by the broker</span></span>` : "",
    html`</th><td role="cell" class="fold-hidden long-text">${brokerName || none()}</td><td role="cell" class="fold-hidden">${city}</td>`,
    html`<td role="cell" class="fold-hidden">${type}</td><td role="cell" class="numeric row-value">${money(amount)}</td>`,
    html`<td role="cell" class="numeric fold-hidden">${ltv === null ? none() : ltvHtml(ltv, limit)}</td>`,
    html`<td role="cell" class="row-status">${bandHtml(band, scoreText(loan.shownScore))}`,
    mark ? html` <span class="small mute fold-hidden">${mark}</span>` : "",
    html`</td><td role="cell" class="row-detail fold-only">${folded}</td></tr>`,
  ].join("");
}
