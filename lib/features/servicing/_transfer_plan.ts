/**
 * What a file of debits or credits would hold, and who is left out and why (docs/decisions/pre-authorised-debit.md).
 */
import { and, asc, eq, gt, gte, inArray, isNull, lte, ne, not, or, type SQL, sql, type SQLWrapper } from "drizzle-orm";
import { comingPayments, loanBooks, unpaidDays } from "../../../db/derived/mod.ts";
import { type Context, jsonRows, type Tx } from "../../../db/mod.ts";
import { bankDetails, contracts, ledgerRows, loans, transferFiles, transfers } from "../../../db/schema/mod.ts";
import { addDays, dateInToronto, formatDate, formatMonth } from "../../domain/dates.ts";
import { clientName } from "../../domain/loans/client_name.ts";
import { invalid } from "../../domain/refusal.ts";
import { inForceOn } from "../../domain/lending/contract.ts";
import { sharesByMonth } from "../../domain/servicing/holdings.ts";
import { collectable } from "../../domain/servicing/collecting.ts";
import {
  type BankAccount,
  creditOf,
  lastDigits,
  type LeftOut,
  loanParty,
  newestMonth,
  participantParty,
  TRANSFER_DAYS_AHEAD,
  type TransferKind,
  type TransferRow,
} from "../../domain/servicing/transfers.ts";
import { sha256 } from "./_bank_plan.ts";
import { detailsOf, openAccount, type StoredBankDetails } from "./_bank_details.ts";
import { isItsReceipt, receipt } from "./_receipt.ts";
import { getParticipantShares } from "./participant_statements.ts";

export interface TransferAsk {
  kind: TransferKind;
  day: string;
  month: string;
  arrears: boolean;
}

export interface TransferPlan {
  rows: (TransferRow & { account: BankAccount })[];
  leftOut: LeftOut[];
}

type Wanted = Omit<TransferRow, "lastDigits" | "mark"> & { why: string };
type Db = Context["db"] | Tx;

/** Throws 422 for a payment date that a file cannot have. */
export async function planTransfers(ctx: Context, db: Db, ask: TransferAsk): Promise<TransferPlan> {
  return await planOf(ctx, await readTransferFacts(db, ask, dateInToronto(ctx.now)), ask);
}

type TransferFacts = { kind: "debit"; facts: DebitFacts } | { kind: "credit"; facts: CreditFacts };

/**
 * What a plan follows from, in one round trip. A day that is a subquery stands for the one that `planOf` is asked for.
 */
export async function readTransferFacts(
  db: Db,
  { kind, day }: { kind: TransferKind; day: string | SQL<string> },
  today: string,
): Promise<TransferFacts> {
  return kind === "debit" ? { kind, facts: await readDebits(db, day, today) } : { kind, facts: await readCredits(db) };
}

/** The plan of a day, by what was read for it. Throws 422 for a payment date that a file cannot have. */
export async function planOf(ctx: Context, read: TransferFacts, ask: TransferAsk): Promise<TransferPlan> {
  const today = dateInToronto(ctx.now), last = addDays(today, TRANSFER_DAYS_AHEAD);
  if (ask.day < today || ask.day > last) {
    const reason = `Choose a payment date from today to ${formatDate(last)}.`;
    throw invalid(reason, { day: reason });
  }
  const wanted = read.kind === "debit" ? debits(read.facts, ask, today) : credits(read.facts, ask, today);
  const plan: TransferPlan = { rows: [], leftOut: [] };
  for (const { why, arrears, carried, ...one } of wanted) {
    const stored = read.facts.kept.get(one.party);
    const account = stored && ctx.vault ? await openAccount(ctx.vault, stored) : null;
    const reason = why ||
      (!stored
        ? "No bank details are stored. Enter them first."
        : account
        ? ""
        : "Its bank details cannot be read: set the key that sealed them, or enter them again.");
    if (reason || !account) plan.leftOut.push({ ...one, why: reason });
    else plan.rows.push({ ...one, arrears, carried, ...shownAccount(stored!, account), account });
  }
  return plan;
}

/** An account's mark in the preview: it changes when the account is replaced, and reveals nothing of it. */
const shownAccount = (stored: StoredBankDetails, account: BankAccount): Pick<TransferRow, "lastDigits" | "mark"> => ({
  lastDigits: lastDigits(account),
  mark: sha256(stored.sealed).slice(0, 16),
});

const MATURED = "Principal that the renewal does not carry on: it is no payment of every month.";

/** Why a last payment is left out. */
const maturesText = (maturity: string, today: string): string =>
  maturity < today
    ? `It matured on ${formatDate(maturity)}: a renewal carries this on, or a payout pays it.`
    : "It matures: collect it once it is known whether it is renewed.";

type DebitFacts = Awaited<ReturnType<typeof readDebits>>;
type OwingFacts = Awaited<ReturnType<typeof readOwing>>;

/** What loans of the book owe on a day follows from; of some loans where `ids`, a query, names them. One round trip. */
export async function readOwing(db: Db, day: string | SQL<string>, today: string, ids?: SQL) {
  const isAsked = (loanId: SQLWrapper) => ids && sql`${loanId} in (${ids})`;
  const listed = jsonRows(
    db as Context["db"],
    db.select({
      loanId: loanBooks.loanId,
      clientCode: loans.clientCode,
      firstName: loans.firstName,
      lastName: loans.lastName,
      credit: loanBooks.credit,
      maturity: loanBooks.maturity,
    }).from(loanBooks).innerJoin(loans, eq(loans.id, loanBooks.loanId)).where(isAsked(loanBooks.loanId))
      .orderBy(loans.clientCode),
  );
  const [books, left, ahead, matured] = await Promise.all([
    listed,
    db.select().from(unpaidDays).where(isAsked(unpaidDays.loanId)),
    db.select().from(comingPayments)
      .where(and(gt(comingPayments.day, today), lte(comingPayments.day, day), isAsked(comingPayments.loanId))),
    maturedContracts(db, day, isAsked(loanBooks.loanId)),
  ]);
  return { books, left, ahead, matured };
}

/** What debits of a day follow from; the day may be a subquery. */
async function readDebits(db: Db, day: string | SQL<string>, today: string) {
  // A loan that owes something has a payment to come by then, or an unpaid one.
  const owing = sql`${bankDetails.loanId} in (select loan_id from coming_payments where day <= ${day}
    union select loan_id from unpaid_days)`;
  const [facts, open, received, kept] = await Promise.all([
    readOwing(db, day, today),
    openTransfers(db, today),
    typeof day === "string" && day !== today ? new Set<number>() : receivedOn(db, today),
    detailsOf(db, owing),
  ]);
  return { ...facts, open, received, kept };
}

/** Each loan that was read with what is to be collected of it on the day. */
export function owingLoans({ books, left, ahead, matured }: OwingFacts, day: string) {
  const renewed = renewedMaturities(matured, day);
  const unpaid = Map.groupBy(left, ({ loanId }) => loanId), coming = Map.groupBy(ahead, ({ loanId }) => loanId);
  return books.map(({ credit, maturity: present, ...loan }) => {
    const { loanId } = loan, maturity = renewed.get(loanId) ?? present;
    const owing = { unpaid: unpaid.get(loanId) ?? [], coming: coming.get(loanId) ?? [], credit, maturity };
    return { ...loan, owing };
  });
}

/** Loans of the book that owe something on the day. */
function debits(
  facts: DebitFacts,
  { day, arrears }: TransferAsk,
  today: string,
): Wanted[] {
  const { open, received } = facts;
  return owingLoans(facts, day).flatMap(({ loanId, clientCode, firstName, lastName, owing }) => {
    const { maturity } = owing, others = open.get(loanParty(loanId)) ?? [];
    const owes = collectable(owing, { day, today, arrears: arrears && !others.some(({ isPosted }) => !isPosted) });
    const same = others.find((one) => one.day === day);
    const why = same
      ? `It is in the file for ${formatDate(day)} already.`
      : day === today && owes.due > 0 && received.has(loanId)
      ? "It was marked as received in part: collect the rest as arrears, on a later day."
      : owes.due + owes.arrears - owes.paidAhead <= 0
      ? "It is paid already."
      : "";
    const cents = Math.max(0, owes.due + owes.arrears - owes.paidAhead);
    const of = { party: loanParty(loanId), loanId, clientCode, name: clientName({ firstName, lastName }) };
    const last = Math.max(0, owes.last - owes.paidAhead);
    return [
      ...(owes.due === 0 && owes.arrears === 0 ? [] : [{ ...of, cents, arrears: owes.arrears, why }]),
      ...(owes.matured === 0 ? [] : [{ ...of, cents: owes.matured, arrears: 0, why: MATURED }]),
      ...(owes.last === 0 ? [] : [{ ...of, cents: last, arrears: 0, why: maturesText(maturity, today) }]),
    ];
  });
}

/** The contracts in force of loans whose term is over by the day. */
const maturedContracts = (db: Db, day: string | SQL<string>, isAsked?: SQL) =>
  db.select().from(contracts).where(and(
    inArray(
      contracts.loanId,
      db.select({ id: loanBooks.loanId }).from(loanBooks).where(and(lte(loanBooks.maturity, day), isAsked)),
    ),
    eq(contracts.stage, "in force"),
  )).orderBy(asc(contracts.version));

/** The maturities on the day of such loans, by loan: a renewal that was accepted gives another. */
const renewedMaturities = (stored: Awaited<ReturnType<typeof maturedContracts>>, day: string): Map<number, string> =>
  new Map(
    [...Map.groupBy(stored, ({ loanId }) => loanId)].map(([loanId, own]) => [loanId, inForceOn(own, day)!.maturity]),
  );

type CreditFacts = Awaited<ReturnType<typeof readCredits>>;

async function readCredits(db: Db) {
  const [shares, paid, kept] = await Promise.all([
    getParticipantShares({ db: db as Context["db"] }),
    paidByMonth(db),
    detailsOf(db, isNull(bankDetails.loanId)),
  ]);
  return { ...shares, paid, kept };
}

/** The participants with what each still gets of the month. Throws 422 for a month that is not over. */
function credits({ names, rows, paid }: CreditFacts, { month }: TransferAsk, today: string): Wanted[] {
  const last = newestMonth(today);
  if (month > last) {
    const reason = `This month is not over, and more may come in. Choose ${formatMonth(last)} or an earlier one.`;
    throw invalid(reason, { month: reason });
  }
  const shares = sharesByMonth(rows);
  return names.flatMap((name): Wanted[] => {
    const party = participantParty(name),
      ofName = shares.get(name) ?? new Map(),
      inFiles = paid.get(party) ?? new Map();
    const { owed, carried } = creditOf(ofName, inFiles, month);
    if (owed === 0 && carried === 0 && !inFiles.has(month)) return [];
    const why = owed > 0
      ? ""
      : owed < 0
      ? "More came back than was paid: it is taken off a later month."
      : inFiles.has(month)
      ? "The month is in a file already."
      : "What came back of earlier months is taken off, so nothing is left.";
    return [{ party, loanId: null, clientCode: "", name, cents: Math.max(0, owed), arrears: 0, carried, why }];
  });
}

/** What files that count paid for each month, in cents: by party, then by month. */
async function paidByMonth(db: Db): Promise<Map<string, Map<string, number>>> {
  const found = await db.select({ party: transfers.party, month: transferFiles.month, cents: transfers.cents })
    .from(transfers).innerJoin(transferFiles, eq(transferFiles.id, transfers.fileId))
    .where(and(
      eq(transferFiles.kind, "credit"),
      ne(transferFiles.state, "undone"),
      // What the bank gave back was not paid: it is owed again.
      eq(transfers.returnedOn, ""),
    ));
  const byParty = new Map<string, Map<string, number>>();
  for (const { party, month, cents } of found) {
    const months = byParty.get(party) ?? new Map<string, number>();
    byParty.set(party, months.set(month, (months.get(month) ?? 0) + cents));
  }
  return byParty;
}

/** Debits of files that count, of today's payment date or later, and those that are not posted yet, by party. */
async function openTransfers(db: Db, today: string): Promise<Map<string, { day: string; isPosted: boolean }[]>> {
  // Without a row, and nothing in its way, it was settled by hand.
  const isPosted = sql<number>`(${transfers.rowId} is not null
    or ${transferFiles.postedAt} is not null and ${transfers.problem} = '')`;
  const found = await db.select({ party: transfers.party, day: transferFiles.day, isPosted: isPosted.mapWith(Boolean) })
    .from(transfers).innerJoin(transferFiles, eq(transferFiles.id, transfers.fileId))
    .where(and(
      eq(transferFiles.kind, "debit"),
      inArray(transferFiles.state, ["made", "sent"]),
      or(gte(transferFiles.day, today), not(isPosted)),
    ));
  return Map.groupBy(found, ({ party }) => party);
}

/** Loans of whose payment due on the day a part was marked as received: it takes no second receipt. */
async function receivedOn(db: Db, day: string): Promise<Set<number>> {
  const found = await db.select({ loanId: ledgerRows.loanId }).from(ledgerRows).innerJoin(receipt, isItsReceipt)
    .where(and(eq(ledgerRows.kind, "due"), eq(ledgerRows.day, day)));
  return new Set(found.map(({ loanId }) => loanId));
}
