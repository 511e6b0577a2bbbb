/**
 * The ledgers of the demo's loans: most pay on the day, some are behind, one payment came back, the repaid were paid
 * out.
 */
import { dayStartInToronto, HOUR_MS } from "../../../lib/domain/dates.ts";
import type { ContractRecord } from "../../../lib/domain/lending/contract.ts";
import { dueDays, ratesOf } from "../../../lib/domain/servicing/due_days.ts";
import { actKey, entriesOf, reversalEntry } from "../../../lib/domain/servicing/entries.ts";
import { ledgerOn, type LedgerRow, unpaidOf } from "../../../lib/domain/servicing/ledger.ts";
import { advanceEntry, entriesToPost } from "../../../lib/domain/servicing/posting.ts";
import { inForceOn } from "../../../lib/domain/lending/contract.ts";
import { ledgerPayout } from "../../../lib/domain/servicing/payout.ts";
import { settlementEntries } from "../../../lib/domain/servicing/settlement.ts";
import type { contracts, ledgerRows, loans } from "../../schema/mod.ts";
import { ADMINISTRATOR } from "./people.ts";

type NewRow = typeof ledgerRows.$inferInsert;
type Entry = Omit<LedgerRow, "id" | "reverses" | "key"> & { key?: string };

const NSF_FEE_CENTS = 5_000;

/**
 * How many of its last payments a loan has not made, by its place in the book: one in nine misses three, one in nine
 * one.
 */
const MISSED: Readonly<Record<number, number>> = { 4: 3, 7: 1 };
const EVERY = 9;
/** The place of the loan whose payment before the last came back. */
const RETURNED = 2;
/** A place that misses nothing. */
const ON_TIME = 0;

/** The rows of every ledger as of `today` (YYYY-MM-DD). */
export function demoLedgers(
  rows: readonly (typeof loans.$inferInsert)[],
  agreed: readonly (typeof contracts.$inferInsert)[],
  today: string,
  administratorId: number,
): NewRow[] {
  const all: NewRow[] = [];
  let place = 0;
  for (const { id, adminComSelect, dateRepaid } of rows) {
    const its = agreed.filter(({ loanId }) => loanId === id) as ContractRecord[];
    const isRepaid = adminComSelect === "Repaid" && dateRepaid !== "";
    if (its.length === 0 || !(adminComSelect === "Funded" || isRepaid)) continue;
    const until = isRepaid ? dateRepaid! : today, at = isRepaid ? ON_TIME : place++;
    all.push(...oneLedger(id!, its, until, administratorId, at, all.length, isRepaid));
  }
  return all;
}

function oneLedger(
  loanId: number,
  its: readonly ContractRecord[],
  today: string,
  administratorId: number,
  place: number,
  before: number,
  isRepaid: boolean,
): NewRow[] {
  const book: LedgerRow[] = [], stored: NewRow[] = [];
  const add = (entry: Entry, byHand: boolean, reverses: number | null = null): LedgerRow => {
    const id = before + book.length + 1;
    const row = { ...entry, key: entry.key ?? `demo:${id}`, id, reverses };
    book.push(row);
    stored.push({
      ...row,
      loanId,
      recordedAt: dayStartInToronto(row.day) + (byHand ? 10 : 1) * HOUR_MS,
      recordedBy: byHand ? administratorId : null,
      recordedByName: byHand ? ADMINISTRATOR.name : "",
    });
    return row;
  };
  const post = (day: string): void => entriesToPost(book, its, day).forEach((entry) => void add(entry, false));
  add(advanceEntry(its[0]), false);
  const days = dueDays(its, its[0].effectiveDate, today);
  const paid = days.length - (MISSED[place % EVERY] ?? 0);
  days.forEach(({ day, isLast }, i) => {
    post(day);
    const owed = unpaidOf(ledgerOn(book, day, ratesOf(its)));
    const renewed = its.some(({ effectiveDate }) => effectiveDate === day);
    // A matured loan without a renewal is past its term: its principal is what is unpaid.
    if (i >= paid || owed === 0 || (isLast && !renewed && !isRepaid)) return;
    const [payment] = entriesOf({ kind: "payment", day, cents: owed, note: "" }).map((entry) => add(entry, true));
    if (place !== RETURNED || i !== paid - 2) return;
    add(reversalEntry(payment, "nsf", day, "Returned by the bank"), true, payment.id);
    for (const fee of entriesOf({ kind: "fee", day, cents: NSF_FEE_CENTS, note: "NSF fee" })) add(fee, true);
  });
  post(today);
  if (isRepaid) {
    const contract = inForceOn(its, today)!, fees = [{ label: "Discharge fee", amount: contract.dischargeFee }];
    const statement = ledgerPayout({ rows: book, contracts: its }, contract.penalty, today, fees);
    const act = `payout-${book.length}`;
    settlementEntries(book, its, statement, fees, statement.total)
      .forEach((entry, i) => void add({ ...entry, key: actKey(act, i) }, true));
  }
  return stored;
}
