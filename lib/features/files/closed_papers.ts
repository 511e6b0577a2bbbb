/** The uploaded files of loans that ended long ago. Letters and contracts, the ledger and the loan itself stay. */
import { and, asc, exists, gte, inArray, lt, ne, notExists, or, type SQL, sql, type SQLWrapper } from "drizzle-orm";
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

/** Declined, and not touched since. Written for the index of these. */
const declinedBefore = (before: number) =>
  and(sql.raw(`+admin_com_select = ${statusSql("Declined")}`), lt(loans.updatedAt, before));

/** No term of the loan reaches that day. */
function isOver(db: Db | Tx, day: string) {
  const runs = db.select({ one: sql`1` }).from(contracts)
    .where(and(sql`${contracts.loanId} = ${loans.id}`, gte(contracts.maturity, day)));
  return and(lt(loans.maturityEmailDate, day), notExists(runs));
}

/** What may go of such a loan: every version of a file but its letters, once the file itself is old enough. */
const isPaper = (before: number) => and(ne(files.kind, "commitment"), lt(files.uploadedAt, before));

/** The loans that were repaid or declined before, some at a time; others get their turn between. */
async function* closedBefore(db: Db, before: number): AsyncGenerator<number[]> {
  for (
    const [since, closed] of [[loans.dateRepaid, repaidBefore(dateInToronto(before))], [
      loans.updatedAt,
      declinedBefore(before),
    ]] as const
  ) {
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
      const closed = (which: SQL | undefined) => db.select({ id: loans.id }).from(loans).where(which);
      const either = unionAll(closed(repaidBefore(dateInToronto(before))), closed(declinedBefore(before)));
      return await papersOf(db, either, before, limit);
    }
    const found: string[] = [];
    for await (const ids of closedBefore(db, before)) {
      found.push(...await papersOf(db, ids, before, limit - found.length));
      if (found.length >= limit) break;
    }
    return found;
  },
  async remove(tx, ctx, ids, before) {
    const day = dateInToronto(before);
    const isEnded = and(or(repaidBefore(day), declinedBefore(before)), isOver(tx, day));
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
