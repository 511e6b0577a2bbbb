/** The schedule and the payout statement as printable documents. */
import { daysText, formatLongDate, monthsText } from "../dates.ts";
import type { ContractKind } from "../lending/contract.ts";
import { adjustmentDate, adjustmentDays } from "../lending/payment_days.ts";
import { type Payout, type PayoutFee } from "../lending/payout.ts";
import { AMORTISATION_MONTHS, daysInterestCents } from "../lending/payments.ts";
import { isAdjustment, loanSchedule, type ScheduleTerms } from "../lending/schedule.ts";
import { fromCents, moneyOfCents, moneyWithCents } from "../money.ts";
import type { PrintBlock, PrintDocument, PrintRow, PrintTable } from "../print/document.ts";
import { borrowersOf, rateRow, shownRate, yearsText } from "./clauses.ts";
import type { LetterFacts } from "./facts.ts";

/** The title of a structure's schedule. */
export function scheduleTitle(terms: ScheduleTerms): string {
  if (terms.structure === "P+I") return "Amortisation schedule";
  return terms.structure === "Bridge" ? "Bridge schedule" : "Interest schedule";
}

/** The repayment structure in a few words. */
export function structureText(terms: ScheduleTerms): string {
  if (terms.structure === "P+I") {
    return `Principal and interest, amortised over ${yearsText(terms.amortisation ?? AMORTISATION_MONTHS)}`;
  }
  return terms.structure === "Bridge" ? "One payment at maturity" : "Interest only; the principal at maturity";
}

function documentOf(facts: LetterFacts, title: string, day: string, blocks: PrintBlock[]): PrintDocument {
  return {
    title,
    reference: [`Loan ${facts.clientCode}`, formatLongDate(day)],
    sender: facts.lender,
    footer: `${title}, loan ${facts.clientCode}`,
    blocks,
  };
}

const borrowerRows = (facts: LetterFacts): PrintRow[] => [
  { label: "Borrower", value: borrowersOf(facts) },
  { label: "Property", value: facts.address || "Not set" },
];

/** The day on which interest from the advance is paid, where payments fall on another day of the month. */
function adjustmentRow(terms: ScheduleTerms): PrintRow[] {
  const days = adjustmentDays(terms);
  return days === 0
    ? []
    : [{ label: "Interest adjustment", value: `${formatLongDate(adjustmentDate(terms))}, for ${daysText(days)}` }];
}

/** The terms behind a schedule, as rows. */
export function termRows(terms: ScheduleTerms): PrintRow[] {
  return [
    { label: "Principal", value: moneyWithCents(terms.principal) },
    rateRow(terms),
    { label: "Repayment", value: structureText(terms) },
    {
      label: "Term",
      value: terms.structure === "Bridge" && terms.bridge ? daysText(terms.bridge.days) : monthsText(terms.months),
    },
    { label: "Advance", value: formatLongDate(terms.from) || "Not set" },
    ...adjustmentRow(terms),
  ];
}

/** The schedule's table: one row for each payment, dollars and cents. */
export function scheduleTable(terms: ScheduleTerms): PrintTable {
  const schedule = loanSchedule(terms);
  return {
    kind: "table",
    head: ["No.", "Due", "Payment", "Interest", "Principal", "Balance"],
    numeric: [2, 3, 4, 5],
    rows: schedule.rows.map((row) => [
      isAdjustment(row) ? "Adj." : String(row.period),
      formatLongDate(row.due) || "Not set",
      moneyOfCents(row.payment),
      moneyOfCents(row.interest),
      moneyOfCents(row.principal),
      moneyOfCents(row.balance),
    ]),
    foot: [
      "Total",
      "",
      moneyOfCents(schedule.payments),
      moneyOfCents(schedule.interest),
      moneyOfCents(schedule.principal),
      "",
    ],
  };
}

/** The schedule as a document, dated `facts.today`; `notice` says where the ledger differs, empty where it does not. */
export function scheduleDocument(facts: LetterFacts, terms: ScheduleTerms, notice: string): PrintDocument {
  return documentOf(facts, scheduleTitle(terms), facts.today, [
    ...(notice ? [{ kind: "paragraph" as const, text: notice }] : []),
    { kind: "rows", rows: [...borrowerRows(facts), ...termRows(terms)] },
    scheduleTable(terms),
    { kind: "paragraph", text: "Every payment is taken as made on the day it is due. The last one clears the loan." },
  ]);
}

/** The statement's lines, in the order in which they add up. */
export function payoutRows(payout: Payout, fees: readonly PayoutFee[]): PrintRow[] {
  const days = daysText(payout.days);
  const interest = payout.accrued > 0 || (payout.days > 0 && payout.byLedger === null);
  return [
    { label: "Principal outstanding", value: moneyOfCents(payout.principal) },
    ...(payout.lastInterest > 0
      ? [{
        label: `Interest due at maturity, ${formatLongDate(payout.maturity)}`,
        value: moneyOfCents(payout.lastInterest),
      }]
      : []),
    ...(interest
      ? [{ label: `Interest from ${formatLongDate(payout.since)}, ${days}`, value: moneyOfCents(payout.accrued) }]
      : []),
    ...(payout.byLedger ?? []).map(({ label, cents: sum }) => ({ label, value: moneyOfCents(sum) })),
    ...(payout.penaltyMonths > 0
      ? [{ label: `Prepayment, ${penaltyText(payout)}`, value: moneyOfCents(payout.penalty) }]
      : []),
    ...fees.filter(({ amount }) => amount > 0).map(({ label, amount }) => ({ label, value: moneyWithCents(amount) })),
    { label: "Total to pay the loan out", value: moneyOfCents(payout.total), total: true },
  ];
}

const penaltyText = ({ penaltyMonths, isPenaltyCut }: Payout): string =>
  isPenaltyCut ? "the interest to maturity" : `${monthsText(penaltyMonths)} of interest`;

/** The contract that starts after a statement's day. */
export interface NextContract {
  kind: ContractKind;
  /** Its first day and its maturity, YYYY-MM-DD. */
  from: string;
  maturity: string;
  /** Why it has no payout from its first day; empty where it has one. */
  blockedBy: "" | "closed" | "penalty";
}

/** A day of the table, with what falls on it. */
function dayWithNote(day: Payout, before: Payout, next: NextContract | null): string {
  const on = formatLongDate(day.date);
  if (day.date === next?.from) return `${on}, ${next.kind === "renewal" ? "renewal starts" : "new terms start"}`;
  if (before.nextDue?.date === day.date) return `${on}, payment due`;
  return day.date === day.maturity ? `${on}, maturity` : on;
}

/** What a total of the table consists of, in cents. */
const PARTS: readonly (readonly [head: string, cents: (day: Payout) => number])[] = [
  ["Principal", (day) => day.principal],
  ["Interest", (day) => day.lastInterest + day.accrued],
  ["Prepayment", (day) => day.penalty],
  // One column: paper has no room for another.
  ["Unpaid, fees", (day) => addedBy(day) + day.fees],
];

/**
 * The totals of the days after a statement's own, with notes of what falls on a day. A part that is 0 on each of them
 * has no column, and a single part is the total.
 */
export function payoutTable(payout: Payout, later: readonly Payout[], next: NextContract | null): PrintTable {
  const owed = PARTS.filter(([, cents]) => later.some((day) => cents(day) !== 0));
  const parts = owed.length > 1 ? owed : [];
  return {
    kind: "table",
    head: ["Received on", "Total", ...parts.map(([head]) => head)],
    numeric: [1, ...parts.map((_, i) => i + 2)],
    rows: later.map((day, i) => [
      dayWithNote(day, later[i - 1] ?? payout, next),
      moneyOfCents(day.total),
      ...parts.map(([, cents]) => moneyOfCents(cents(day))),
    ]),
  };
}

/** What the ledger adds to a payout, in cents. */
const addedBy = ({ byLedger }: Payout): number => (byLedger ?? []).reduce((sum, line) => sum + line.cents, 0);

/** What the next contract changes, as a sentence; `assumed`: where payments due before it are taken as made. */
function changesWith({ kind, from, maturity, blockedBy }: NextContract, assumed: boolean): string {
  const starts = `On ${formatLongDate(from)} the ${
    kind === "renewal" ? "renewal" : "amended contract"
  } comes into force`;
  if (blockedBy === "closed") {
    return `${starts}. It is closed until ${formatLongDate(maturity)}: on the days before that there is no payout.`;
  }
  return blockedBy === "penalty"
    ? `${starts}. Its payment penalty is not set, so there is no payout from that day on yet.`
    : `${starts}: the totals from that day on are by its rate and prepayment${
      assumed ? ", with every payment due before taken as made" : ", with what falls due as unpaid until it is received"
    }.`;
}

/** What the next due date, and maturity or the next contract, change, as a sentence each. */
function changesAhead(payout: Payout, terms: ScheduleTerms, next: NextContract | null): string {
  const { date, maturity, nextDue, byLedger } = payout;
  const end = formatLongDate(maturity), assumed = byLedger === null;
  if (next && terms.structure === "Bridge") return changesWith(next, assumed);
  if (date >= maturity) return `The loan matured on ${end}: interest runs by the day.`;
  if (terms.structure === "Bridge") {
    return `${
      payout.accrued === 0 && payout.principal > 0 ? unpriced(payout, terms) : ""
    }The bridge matures on ${end}; until then its ` +
      "price is at most the whole term's.";
  }
  const due = nextDue
    ? `The payment of ${moneyOfCents(nextDue.payment)} falls due on ${
      formatLongDate(nextDue.date)
    }: from that day on the ` +
      (assumed ? "totals take it as made. " : "totals have it as unpaid, until it is received. ")
    : "";
  const cut = payout.isPenaltyCut ? "The interest to maturity is owed on any day before it. " : "";
  if (next) return due + cut + changesWith(next, assumed);
  return `${due}${cut}At maturity, on ${end}, the last month's interest is owed as a whole and prepayment costs nothing.`;
}

/** Why a bridge's days so far have no price: in whole dollars theirs is nothing, or the ceiling leaves none. */
const unpriced = ({ principal, days }: Payout, { rate }: ScheduleTerms): string =>
  daysInterestCents(fromCents(principal), rate, "Bridge", days) < 50
    ? "For these days the price is below half a dollar, so none is counted yet. "
    : "Beside the fees that came off the advance the legal ceiling leaves no price for these days yet. ";

/** The statement's explanation for the payer. */
export function payoutExplanation(payout: Payout, terms: ScheduleTerms, next: NextContract | null): string {
  const paid = payout.byLedger !== null
    ? "It is what the loan's ledger owes: a payment counts once it is received. "
    : terms.structure === "Bridge"
    ? "The interest is the price of the bridge for the days so far. "
    : payout.paid === 0
    ? ""
    : `It takes the ${payout.paid === 1 ? "payment" : `${payout.paid} payments`} due up to that day as made` +
      `${payout.lastInterest > 0 ? ", but for the last" : ""}. `;
  // After maturity a ledger's bridge bears interest in cents, and has no principal that is not due.
  const inDollars = terms.structure === "Bridge" && payout.perDiem !== null && payout.principal > 0
    ? "The price is in whole dollars, so the next day may add up to a dollar more or less than the per diem. "
    : "";
  return `The total holds for money received on ${formatLongDate(payout.date)}. ${paid}${inDollars}` +
    changesAhead(payout, terms, next);
}

/** `Reference HL-1042 2026-12-25. Valid until 4 January 2027, by the day on which the money is received.` */
export function payoutReference(facts: LetterFacts, payout: Payout, later: readonly Payout[]): string {
  const until = formatLongDate(later.at(-1)?.date ?? payout.date);
  return `Reference ${facts.clientCode} ${payout.date}. Valid until ${until}, by the day on which the money is received.`;
}

/** How to pay a payout, a line each, as the lender configured it; without that, whom to ask. */
export function payoutInstructions(facts: LetterFacts, payout: Payout, lines: readonly string[]): string[] {
  const reference = `Quote the reference ${facts.clientCode} ${payout.date} with the payment.`;
  return lines.length > 0 ? [...lines, reference] : [`Ask ${facts.lender.name} how to pay. ${reference}`];
}

/** The payout statement as a document; `howToPay` is what the lender configured. */
export function payoutDocument(
  facts: LetterFacts,
  terms: ScheduleTerms,
  payout: Payout,
  fees: readonly PayoutFee[],
  later: readonly Payout[],
  next: NextContract | null,
  howToPay: readonly string[],
): PrintDocument {
  const { label, rate } = shownRate(terms);
  const title = "Payout statement";
  return documentOf(facts, title, facts.today, [
    {
      kind: "rows",
      rows: [
        ...borrowerRows(facts),
        { label: "Payout on", value: formatLongDate(payout.date) },
        { label, value: `${rate} a year` },
        { label: "Maturity", value: formatLongDate(payout.maturity) },
        ...(payout.perDiem === null ? [] : [{ label: "Per diem", value: moneyOfCents(payout.perDiem) }]),
      ],
    },
    { kind: "heading", text: "What is owed" },
    { kind: "rows", rows: payoutRows(payout, fees) },
    { kind: "paragraph", text: payoutExplanation(payout, terms, next) },
    { kind: "paragraph", text: payoutReference(facts, payout, later) },
    ...(later.length > 0
      ? [{ kind: "heading" as const, text: "If it is received later" }, payoutTable(payout, later, next)]
      : []),
    { kind: "heading", text: "How to pay" },
    ...payoutInstructions(facts, payout, howToPay).map((text): PrintBlock => ({ kind: "paragraph", text })),
    {
      kind: "paragraph",
      text:
        "Payments that come back unpaid, and charges that the lender does not know of yet, are added. Once it has the " +
        "total, the lender discharges its mortgage.",
    },
    { kind: "signature", name: facts.lender.name },
  ]);
}
