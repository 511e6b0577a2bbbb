/** The uploaded files of loans that ended long ago. Letters and contracts, the ledger and the loan itself stay. */
import { and, asc, eq, exists, gte, inArray, lt, ne, notExists, or, sql, type SQLWrapper } from "drizzle-orm";
import { unionAll } from "drizzle-orm/sqlite-core";
import { statusSql } from "../../../db/derived/mod.ts";
import { type Db, isServer, type Tx, yieldToEventLoop } from "../../../db/mod.ts";
import { contracts, files, loans } from "../../../db/schema/mod.ts";
import { dateInToronto } from "../../domain/dates.ts";
import { audit, SYSTEM } from "../audit.ts";
import { expiry } from "../retention.ts";
import { scheduleDeletions } from "./deletions.ts";

/** Loans of a file that are looked at in one turn: closed ones without files stay and grow in number for ever. */
const BATCH = 200;

/** Repaid before that day; a repaid loan without its day is never among them. Written for the index of these. */
const repaidBefore = (day: string) =>
  and(sql.raw(`+admin_com_select = ${statusSql("Repaid")}`), ne(loans.dateRepaid, ""), lt(loans.dateRepaid, day));

/**
 * Declined or in the trash, and not touched since: never lent, or repaid before that day. One that was lent and has no
 * such day may still be owed, and stays. Written for the index of these.
 */
const givenUpBefore = (status: "Declined" | "Trash", before: number) =>
  and(
    sql.raw(`+admin_com_select = ${statusSql(status)}`),
    lt(loans.updatedAt, before),
    or(
      and(eq(loans.everFunded, 0), eq(loans.dateFunded, ""), eq(loans.dateRepaid, "")),
      and(ne(loans.dateRepaid, ""), lt(loans.dateRepaid, dateInToronto(before))),
    ),
  );

/** The loans that ended before, by how they did, with the column that each one's index is ordered by. */
const endedBefore = (before: number) =>
  [
    [loans.dateRepaid, repaidBefore(dateInToronto(before))],
    [loans.updatedAt, givenUpBefore("Declined", before)],
    [loans.updatedAt, givenUpBefore("Trash", before)],
  ] as const;

/** No term of the loan reaches that day. */
function isOver(db: Db | Tx, day: string) {
  const runs = db.select({ one: sql`1` }).from(contracts)
    .where(and(sql`${contracts.loanId} = ${loans.id}`, gte(contracts.maturity, day)));
  return and(lt(loans.maturityEmailDate, day), notExists(runs));
}

/** What may go of such a loan: every version of a file but its letters, once the file itself is old enough. */
const isPaper = (before: number) => and(ne(files.kind, "commitment"), lt(files.uploadedAt, before));

/** These loans, some at a time; others get their turn between. */
async function* closedBefore(db: Db, before: number): AsyncGenerator<number[]> {
  for (const [since, closed] of endedBefore(before)) {
    let after: ReturnType<typeof sql> | undefined;
    for (;;) {
      const batch = await db.select({ id: loans.id, since: sql`${since}` }).from(loans).where(and(closed, after))
        .orderBy(asc(since), asc(loans.id)).limit(BATCH);
      const last = batch.at(-1);
      if (!last) break;
      yield batch.map(({ id }) => id);
      after = sql`(${since}, ${loans.id}) > (${last.since}, ${last.id})`;
      await yieldToEventLoop();
    }
  }
}

/** The files that may go of loans that a list or a subquery names, where these are over. */
async function papersOf(db: Db, of: number[] | SQLWrapper, before: number, limit: number): Promise<string[]> {
  const over = db.select({ one: sql`1` }).from(loans)
    .where(and(sql`${loans.id} = ${files.loanId}`, isOver(db, dateInToronto(before))));
  const rows = await db.select({ id: files.id }).from(files)
    .where(and(inArray(files.loanId, of), isPaper(before), exists(over)))
    .orderBy(asc(files.loanId), asc(files.id)).limit(limit);
  return rows.map(({ id }) => id);
}

export const closedPapers = expiry<string>({
  kind: "papers",
  async find(db, before, limit) {
    if (isServer(db)) {
      const [repaid, declined, trashed] = endedBefore(before)
        .map(([, which]) => db.select({ id: loans.id }).from(loans).where(which));
      return await papersOf(db, unionAll(repaid, declined, trashed), before, limit);
    }
    const found: string[] = [];
    for await (const ids of closedBefore(db, before)) {
      found.push(...await papersOf(db, ids, before, limit - found.length));
      if (found.length >= limit) break;
    }
    return found;
  },
  async remove(tx, ctx, ids, before) {
    const isEnded = and(or(...endedBefore(before).map(([, which]) => which)), isOver(tx, dateInToronto(before)));
    const ended = tx.select({ one: sql`1` }).from(loans).where(and(sql`${loans.id} = ${files.loanId}`, isEnded));
    const deleted = await tx.delete(files).where(and(inArray(files.id, ids), isPaper(before), exists(ended)))
      .returning({ id: files.id, loanId: files.loanId, kind: files.kind, name: files.name, sha256: files.sha256 });
    await scheduleDeletions(tx, deleted.map(({ id }) => id), ctx.now);
    for (const [loanId, papers] of Map.groupBy(deleted, ({ loanId }) => loanId!)) {
      const before = { files: papers.map(({ id, kind, name, sha256 }) => ({ id, kind, name, sha256 })) };
      await audit(tx, ctx, { action: "loan.papers", entityId: loanId, before, actor: SYSTEM });
    }
    return deleted.length;
  },
});
