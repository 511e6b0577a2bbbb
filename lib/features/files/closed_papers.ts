/** The uploaded files of loans that ended long ago. Letters and contracts, the ledger and the loan itself stay. */
import { and, asc, exists, gte, inArray, lt, ne, notExists, or, sql } from "drizzle-orm";
import type { Db, Tx } from "../../../db/mod.ts";
import { contracts, files, loans } from "../../../db/schema/mod.ts";
import { dateInToronto } from "../../domain/dates.ts";
import { audit, SYSTEM } from "../audit.ts";
import { expiry } from "../retention.ts";
import { noteDeletions } from "./deletions.ts";

/** Loans looked at together. */
const BATCH = 100;

/** Repaid before that day; a repaid loan without its day is never among them. Written for the index of these. */
const repaidBefore = (day: string) =>
  and(sql`+admin_com_select = 'Repaid'`, ne(loans.dateRepaid, ""), lt(loans.dateRepaid, day));

/** Declined, and not touched since. Written for the index of these. */
const declinedBefore = (before: number) => and(sql`+admin_com_select = 'Declined'`, lt(loans.updatedAt, before));

/** No term of the loan reaches that day. */
function isOver(db: Db | Tx, day: string) {
  const runs = db.select({ one: sql`1` }).from(contracts)
    .where(and(sql`${contracts.loanId} = ${loans.id}`, gte(contracts.maturity, day)));
  return and(lt(loans.maturityEmailDate, day), notExists(runs));
}

/** What may go of such a loan: every version of a file but its letters, once the file itself is old enough. */
const isPaper = (before: number) => and(ne(files.kind, "commitment"), lt(files.uploadedAt, before));

export const closedPapers = expiry<string>({
  kind: "papers",
  async find(db, before, limit) {
    const day = dateInToronto(before), found: string[] = [];
    const ended = [
      ...await db.select({ id: loans.id }).from(loans).where(and(repaidBefore(day), isOver(db, day))),
      ...await db.select({ id: loans.id }).from(loans).where(and(declinedBefore(before), isOver(db, day))),
    ];
    for (let at = 0; at < ended.length && found.length < limit; at += BATCH) {
      const ids = ended.slice(at, at + BATCH).map(({ id }) => id);
      const rows = await db.select({ id: files.id }).from(files).where(and(inArray(files.loanId, ids), isPaper(before)))
        .orderBy(asc(files.loanId), asc(files.id)).limit(limit - found.length);
      found.push(...rows.map(({ id }) => id));
    }
    return found;
  },
  async remove(tx, ctx, ids, before) {
    const day = dateInToronto(before);
    const isEnded = and(or(repaidBefore(day), declinedBefore(before)), isOver(tx, day));
    const ended = tx.select({ one: sql`1` }).from(loans).where(and(sql`${loans.id} = ${files.loanId}`, isEnded));
    const gone = await tx.delete(files).where(and(inArray(files.id, ids), isPaper(before), exists(ended)))
      .returning({ id: files.id, loanId: files.loanId, kind: files.kind, name: files.name, sha256: files.sha256 });
    await noteDeletions(tx, gone.map(({ id }) => id), ctx.now);
    for (const [loanId, papers] of Map.groupBy(gone, ({ loanId }) => loanId!)) {
      const before = { files: papers.map(({ id, kind, name, sha256 }) => ({ id, kind, name, sha256 })) };
      await audit(tx, ctx, { action: "loan.papers", entityId: loanId, before, actor: SYSTEM });
    }
    return gone.length;
  },
});
