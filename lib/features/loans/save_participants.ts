/** Saves a loan's participants. */
import { asc, eq, sql } from "drizzle-orm";
import { type Context, inTransaction, type Tx } from "../../../db/mod.ts";
import { holdings, participants } from "../../../db/schema/mod.ts";
import { dateInToronto, formatLongDate } from "../../domain/dates.ts";
import { fundedAmount } from "../../domain/lending/portfolio.ts";
import { namedTwice, type Participant, participantsRefusal, underKnownNames } from "../../domain/loans/participants.ts";
import { isLent } from "../../domain/loans/status.ts";
import { invalid, stale } from "../../domain/refusal.ts";
import { dayProblem } from "../../domain/servicing/entries.ts";
import { fundedFrom, isHeldSince } from "../../domain/servicing/holdings.ts";
import type { SaveParticipantsInput } from "../../schemas/loans/participants.ts";
import { audit } from "../audit.ts";
import { lastSave, rowsOf } from "../last_save.ts";
import { keepHoldings } from "./_keep_holdings.ts";
import { getLoanFor } from "./load.ts";

/**
 * Replaces the loan's participants, each under the name that it has on other loans; writes nothing where they are so
 * already. Throws 404 for an unknown loan, 409 where the list changed since it was opened, 422 where their total
 * exceeds the funded amount, one is named twice, or the day is not over. Leaves the form's `updatedAt` unchanged.
 */
export async function saveParticipants(
  ctx: Context,
  input: SaveParticipantsInput,
): Promise<{ participants: Participant[] }> {
  return await inTransaction(ctx.db, async (tx) => {
    const loan = await getLoanFor(ctx.actor, tx, input.loanId);
    const before: Participant[] = await tx.select({ name: participants.name, amount: participants.amount })
      .from(participants).where(eq(participants.loanId, loan.id)).orderBy(asc(participants.position));
    const text = JSON.stringify(before);
    const after = underKnownNames(input.participants, await namesHeld(tx));
    const today = dateInToronto(ctx.now), from = input.from || today;
    const sets = await tx.select().from(holdings).where(eq(holdings.loanId, loan.id));
    if (JSON.stringify(after) === text && (from === today || (from < today && isHeldSince(sets, from, after)))) {
      return { participants: after };
    }
    if (input.seen && JSON.stringify(input.seen.map(({ name, amount }) => ({ name, amount }))) !== text) {
      const last = await lastSave(tx, rowsOf(["loan.participants"], loan.id));
      throw stale("the participants", last, before);
    }
    const funded = fundedAmount(loan);
    refuseList(participantsRefusal(after, funded) ?? namedTwice(after));
    const ahead = dayProblem(from, [], today);
    if (ahead) throw invalid(ahead, { from: ahead });
    // A list from an earlier day is of the amount of then, and of each to which it changed since.
    const amounts = loan.everFunded || isLent(loan.adminComSelect)
      ? fundedFrom(sets, from, { day: today, funded })
      : [{ day: "", funded }];
    for (const then of amounts) {
      const refusal = participantsRefusal(after, then.funded);
      refuseList(
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
    return { participants: after };
  });
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

function refuseList(refusal: string | null): void {
  if (refusal) throw invalid(refusal, { participants: refusal });
}
