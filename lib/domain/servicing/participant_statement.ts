/** A participant's statement of a month as a document and as a file (lending rules 16). */
import type { CsvCell } from "../csv.ts";
import { formatDate, formatLongDate, formatMonth } from "../dates.ts";
import { fromCents, money, moneyOfCents } from "../money.ts";
import type { PrintDocument, PrintTable } from "../print/document.ts";
import type { StatementLine } from "./holdings.ts";
import { shortened } from "../shortened.ts";

export const SHARE_RULE =
  "Each payment is shared pro rata of what was held of the loan on its day. Shares are rounded down to the cent; the " +
  "cents left over go to the largest fractions, of equal ones to the first of the list. A payment that came back is " +
  "taken back as it was shared.";

const sum = (lines: readonly StatementLine[], of: "received" | "cents"): number =>
  lines.reduce((total, line) => total + line[of], 0);

/** How many payments there are among lines, `2, 1 taken back`: what takes one back is none of its own. */
export function paymentsText(lines: readonly Pick<StatementLine, "isBack">[]): string {
  const back = lines.filter(({ isBack }) => isBack).length;
  return back === 0 ? String(lines.length) : `${lines.length - back}, ${back} taken back`;
}

/** The statement's table: a line for each payment, by number, and one for what takes a payment back. */
export function statementTable(lines: readonly StatementLine[]): PrintTable {
  let payments = 0;
  return {
    kind: "table",
    head: ["No.", "Day and loan", "Share", "Entry", "Received", "Held"],
    numeric: [2, 4, 5],
    rows: lines.map(({ day, clientCode, what, isBack, received, held, funded, cents }) => [
      isBack ? "" : String(++payments),
      `${formatDate(day)}, ${clientCode}`,
      moneyOfCents(cents),
      what,
      moneyOfCents(received),
      `${money(held)} of ${money(funded)}`,
    ]),
    foot: ["Total", "", totalText(lines), "", moneyOfCents(sum(lines, "received")), ""],
  };
}

/** What a participant gets of these lines, `$1,200.00`. */
export const totalText = (lines: readonly StatementLine[]): string => moneyOfCents(sum(lines, "cents"));

/** A credit that a file paid for the month, in cents; `returnedOn` is empty while it counts. */
export interface PaidCredit {
  day: string;
  reference: string;
  cents: number;
  returnedOn: string;
  returnReason: string;
}

/** Of the bank's reason as much as fits beside its name on a phone. Characters. */
const SHOWN_REASON = 40;

/** What was paid to the participant's account for the month, and what of it the bank gave back. */
export function creditsTable(credits: readonly PaidCredit[]): PrintTable {
  const paid = credits.filter(({ returnedOn }) => returnedOn === "").reduce((sum, { cents }) => sum + cents, 0);
  return {
    kind: "table",
    head: ["No.", "Paid on", "Amount", "Reference", "Came back", "Bank's reason"],
    numeric: [2],
    rows: credits.map(({ day, reference, cents, returnedOn, returnReason }, i) => [
      String(i + 1),
      formatDate(day),
      moneyOfCents(cents),
      reference,
      returnedOn && `${formatDate(returnedOn)}, owed again`,
      shortened(returnReason, SHOWN_REASON),
    ]),
    foot: ["Paid", "", moneyOfCents(paid), "", "", ""],
  };
}

/** The statement on paper, dated `today` (YYYY-MM-DD). */
export function statementDocument(
  lender: PrintDocument["sender"],
  name: string,
  month: string,
  lines: readonly StatementLine[],
  credits: readonly PaidCredit[],
  today: string,
): PrintDocument {
  const title = "Participant's statement";
  return {
    title,
    reference: [formatMonth(month), formatLongDate(today)],
    sender: lender,
    footer: `${title}, ${name}, ${formatMonth(month)}`,
    blocks: [
      {
        kind: "rows",
        rows: [
          { label: "Participant", value: name },
          { label: "Month", value: formatMonth(month) },
          { label: "Share of the payments received", value: totalText(lines), total: true },
        ],
      },
      ...(lines.length > 0 ? [statementTable(lines)] : []),
      { kind: "paragraph", text: SHARE_RULE },
      ...(credits.length > 0 ? [creditsTable(credits)] : []),
    ],
  };
}

/** Column titles of the file. */
export const STATEMENT_COLUMNS = ["Day", "Loan", "Entry", "Received", "Held", "Of", "Share"] as const;

/** A line's cells in the file; amounts are dollars. */
export const statementCells = (line: StatementLine): CsvCell[] => [
  line.day,
  line.clientCode,
  line.what,
  fromCents(line.received),
  line.held,
  line.funded,
  fromCents(line.cents),
];
