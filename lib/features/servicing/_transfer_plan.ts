/** What a file of debits or credits would hold, and who is left out and why (docs/decisions/pre-authorised-debit.md). */
import { and, eq, gt, inArray, lte, ne } from "drizzle-orm";
import { comingPayments, loanBooks, unpaidDays } from "../../../db/derived/mod.ts";
import { type Context, jsonRows, type Tx } from "../../../db/mod.ts";
import { loans, transferFiles, transfers } from "../../../db/schema/mod.ts";
import { addDays, dateInToronto, formatDate } from "../../domain/dates.ts";
import { invalid } from "../../domain/refusal.ts";
import { linesOf } from "../../domain/servicing/holdings.ts";
import { collectable } from "../../domain/servicing/collecting.ts";
import {
  type BankAccount,
  lastDigits,
  type LeftOut,
  loanParty,
  participantParty,
  TRANSFER_DAYS_AHEAD,
  type TransferKind,
  type TransferRow,
} from "../../domain/servicing/transfers.ts";
import { detailsOf, openAccount } from "./_bank_details.ts";
import { getParticipantMonth } from "./participant_statements.ts";

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

type Wanted = Omit<TransferRow, "lastDigits"> & { why: string };
type Db = Context["db"] | Tx;

/** Throws 422 for a payment date that a file cannot have. */
export async function planTransfers(ctx: Context, db: Db, ask: TransferAsk): Promise<TransferPlan> {
  const today = dateInToronto(ctx.now), last = addDays(today, TRANSFER_DAYS_AHEAD);
  if (ask.day < today || ask.day > last) {
    const reason = `Choose a payment date from today to ${formatDate(last)}.`;
    throw invalid(reason, { day: reason });
  }
  const wanted = ask.kind === "debit" ? await debits(db, ask, today) : await credits(ctx, db, ask);
  const kept = await detailsOf(db, wanted.map(({ party }) => party));
  const plan: TransferPlan = { rows: [], leftOut: [] };
  for (const { why, arrears, ...one } of wanted) {
    const stored = kept.get(one.party);
    const account = stored && ctx.vault ? await openAccount(ctx.vault, stored) : null;
    const reason = why ||
      (!stored ? "No bank details are kept." : account ? "" : "The key that sealed its account is not set.");
    if (reason || !account) plan.leftOut.push({ ...one, why: reason });
    else plan.rows.push({ ...one, arrears, lastDigits: lastDigits(account), account });
  }
  return plan;
}

const nameOf = (loan: { firstName: string; lastName: string }): string =>
  [loan.firstName, loan.lastName].filter(Boolean).join(" ");

/** Loans of the book that owe something on the day. */
async function debits(db: Db, { day, arrears }: TransferAsk, today: string): Promise<Wanted[]> {
  const books = await jsonRows(
    db as Context["db"],
    db.select({
      loanId: loanBooks.loanId,
      clientCode: loans.clientCode,
      firstName: loans.firstName,
      lastName: loans.lastName,
      credit: loanBooks.credit,
      maturity: loanBooks.maturity,
    }).from(loanBooks).innerJoin(loans, eq(loans.id, loanBooks.loanId)).orderBy(loans.clientCode),
  );
  const unpaid = Map.groupBy(await db.select().from(unpaidDays), ({ loanId }) => loanId);
  const coming = Map.groupBy(
    await db.select().from(comingPayments).where(and(gt(comingPayments.day, today), lte(comingPayments.day, day))),
    ({ loanId }) => loanId,
  );
  const open = await openTransfers(db);
  return books.flatMap(({ loanId, clientCode, firstName, lastName, credit, maturity }) => {
    const others = open.get(loanParty(loanId)) ?? [];
    const owes = collectable(
      { unpaid: unpaid.get(loanId) ?? [], coming: coming.get(loanId) ?? [], credit, maturity },
      { day, today, arrears: arrears && !others.some(({ isPosted }) => !isPosted) },
    );
    if (owes.due === 0 && owes.arrears === 0) return [];
    const same = others.find((one) => one.day === day);
    const why = same
      ? `It is in the file for ${formatDate(day)} already.`
      : owes.isLast
      ? "It matures: collect it once it is known whether it is renewed."
      : owes.due + owes.arrears - owes.paidAhead <= 0
      ? "It is paid already."
      : "";
    const cents = Math.max(0, owes.due + owes.arrears - owes.paidAhead);
    return [{
      party: loanParty(loanId),
      loanId,
      clientCode,
      name: nameOf({ firstName, lastName }),
      cents,
      arrears: owes.arrears,
      why,
    }];
  });
}

/** The participants with what each gets of the month. */
async function credits(ctx: Context, db: Db, { month }: TransferAsk): Promise<Wanted[]> {
  const { names, rows } = await getParticipantMonth({ ...ctx, db: db as Context["db"] }, { month });
  const paid = await db.select({ party: transfers.party }).from(transfers)
    .innerJoin(transferFiles, eq(transferFiles.id, transfers.fileId))
    .where(and(eq(transferFiles.kind, "credit"), eq(transferFiles.month, month), ne(transferFiles.state, "undone")));
  const done = new Set(paid.map(({ party }) => party));
  return names.flatMap((name): Wanted[] => {
    const cents = linesOf(rows, name).reduce((sum, line) => sum + line.cents, 0), party = participantParty(name);
    if (cents === 0) return [];
    const why = done.has(party)
      ? "The month is in a file already."
      : cents < 0
      ? "More came back than was paid: settle it with a later month."
      : "";
    return [{ party, loanId: null, clientCode: "", name, cents: Math.max(0, cents), arrears: 0, why }];
  });
}

/** Debits of files that count, of today's payment date or later, and those that are not posted yet, by party. */
async function openTransfers(db: Db): Promise<Map<string, { day: string; isPosted: boolean }[]>> {
  const found = await db.select({ party: transfers.party, day: transferFiles.day, postedAt: transferFiles.postedAt })
    .from(transfers).innerJoin(transferFiles, eq(transferFiles.id, transfers.fileId))
    .where(and(eq(transferFiles.kind, "debit"), inArray(transferFiles.state, ["made", "sent"])));
  return Map.groupBy(
    found.map(({ postedAt, ...one }) => ({ ...one, isPosted: postedAt !== null })),
    ({ party }) => party,
  );
}
