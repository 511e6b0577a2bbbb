/** Saves a loan's participants. */
import { asc, eq, sql } from "drizzle-orm";
import { type Context, inTransaction, type Tx } from "../../../db/mod.ts";
import { holdings, participants } from "../../../db/schema/mod.ts";
import { dateInToronto, formatLongDate } from "../../domain/dates.ts";
import { fundedAmount } from "../../domain/lending/portfolio.ts";
import {
  namedTwice,
  type Participant,
  participantsRefusal,
  totalHeld,
  underKnownNames,
} from "../../domain/loans/participants.ts";
import type { LoanFigures } from "../../domain/loans/deal.ts";
import { isLent } from "../../domain/loans/status.ts";
import { money } from "../../domain/money.ts";
import { invalid, stale } from "../../domain/refusal.ts";
import { dayProblem } from "../../domain/servicing/entries.ts";
import { fundedFrom, isHeldSince } from "../../domain/servicing/holdings.ts";
import type { SaveParticipantsInput } from "../../schemas/loans/participants.ts";
import { audit } from "../audit.ts";
import { lastSave, rowsOf } from "../last_save.ts";
import { keepHoldings } from "./_keep_holdings.ts";
import { getLoanFor, type LoanRow } from "./load.ts";

/** Saves the list of the participants' own dialog: see `replaceParticipants`. Throws 404 for an unknown loan. */
export async function saveParticipants(
  ctx: Context,
  input: SaveParticipantsInput,
): Promise<{ participants: Participant[] }> {
  return await inTransaction(ctx.db, async (tx) => {
    const loan = await getLoanFor(ctx.actor, tx, input.loanId);
    return { participants: await replaceParticipants(tx, ctx, loan, input) };
  });
}

/**
 * Replaces the loan's participants, under the names that they have on other loans; writes nothing where they are so
 * already. Throws 409 where the list is not the one seen, 422 for one that cannot be; `field` is its name in the call.
 * Leaves the form's `updatedAt` unchanged.
 */
export async function replaceParticipants(
  tx: Tx,
  ctx: Context,
  loan: LoanRow,
  input: Pick<SaveParticipantsInput, "participants" | "seen"> & { from?: string },
  field = "participants",
): Promise<Participant[]> {
  const before = await participantsOf(tx, loan.id);
  const text = JSON.stringify(before);
  const after = underKnownNames(input.participants, await namesHeld(tx));
  const today = dateInToronto(ctx.now), from = input.from || today;
  const sets = await tx.select().from(holdings).where(eq(holdings.loanId, loan.id));
  if (JSON.stringify(after) === text && (from === today || (from < today && isHeldSince(sets, from, after)))) {
    return after;
  }
  if (input.seen && JSON.stringify(input.seen.map(({ name, amount }) => ({ name, amount }))) !== text) {
    const last = await lastSave(tx, rowsOf(["loan.participants"], loan.id));
    throw stale("the participants", last, before);
  }
  const funded = fundedAmount(loan);
  const refuse = (why: string | null) => {
    if (why) throw invalid(why, { [field]: why });
  };
  refuse(participantsRefusal(after, funded) ?? namedTwice(after));
  const ahead = dayProblem(from, [], today);
  if (ahead) throw invalid(ahead, { from: ahead });
  // A list from an earlier day is of the amount of then, and of each to which it changed since.
  const amounts = loan.everFunded || isLent(loan.adminComSelect)
    ? fundedFrom(sets, from, { day: today, funded })
    : [{ day: "", funded }];
  for (const then of amounts) {
    const refusal = participantsRefusal(after, then.funded);
    refuse(
      refusal && `${refusal} That was the amount on ${formatLongDate(then.day)}. Choose a later day or enter less.`,
    );
  }
  for (const then of amounts) {
    await keepHoldings(tx, loan.id, { list: before, funded }, { list: after, funded: then.funded }, then.day);
  }
  await tx.delete(participants).where(eq(participants.loanId, loan.id));
  if (after.length > 0) {
    await tx.insert(participants).values(after.map((row, i) => ({ ...row, loanId: loan.id, position: i + 1 })));
  }
  await audit(tx, ctx, {
    action: "loan.participants",
    entityId: loan.id,
    before: { participants: before },
    after: { participants: after, ...(input.from && { from }) },
  });
  return after;
}

/** The loan's participants, in their order. */
export const participantsOf = (tx: Tx, loanId: number): Promise<Participant[]> =>
  tx.select({ name: participants.name, amount: participants.amount }).from(participants)
    .where(eq(participants.loanId, loanId)).orderBy(asc(participants.position));

/** Throws 422 where the funded amount falls below what the participants hold. */
export function refuseParticipants(list: readonly Participant[], old: LoanFigures, now: LoanFigures): void {
  const held = totalHeld(list);
  if (now.fundedAmount >= old.fundedAmount || held <= now.fundedAmount) return;
  const reason = `Participants hold ${money(held)} of this loan, so it cannot fund ${
    money(now.fundedAmount)
  }. Lower their shares first.`;
  throw invalid(reason, { "data.fsfcLoan": reason });
}

/** The names under which parts of loans are or were held, the first entered first. */
async function namesHeld(tx: Tx): Promise<string[]> {
  const found = await tx.all<{ name: string }>(sql`select name from (
    select json_extract(one.value, '$.name') as name, ${holdings.id} as entered
      from ${holdings}, json_each(${holdings.list}) as one
    union all select name, 1e15 + loan_id from ${participants}
  ) group by name order by min(entered)`);
  return found.map(({ name }) => name);
}
