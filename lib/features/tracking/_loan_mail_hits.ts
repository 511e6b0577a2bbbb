/** Opens and clicks of mails about loans, on their way into the database. */
import { eq, inArray } from "drizzle-orm";
import type { Context, Tx } from "../../../db/mod.ts";
import { loanMailEvents, loanMailTokens, mails } from "../../../db/schema/mod.ts";
import type { TrackedHit } from "../../domain/tracking/hit.ts";
import { machineReason } from "../../domain/tracking/machine_reason.ts";
import { markTogether } from "./_mark_together.ts";

type Row = typeof loanMailEvents.$inferInsert;

/** The rows of hits whose tokens mails about loans have. */
export async function loanMailRows({ db }: Pick<Context, "db">, hits: readonly TrackedHit[]): Promise<Row[]> {
  if (hits.length === 0) return [];
  const found = await db.select({
    token: loanMailTokens.token,
    mailId: loanMailTokens.mailId,
    kind: loanMailTokens.kind,
    link: loanMailTokens.link,
    sentAt: mails.sentAt,
  }).from(loanMailTokens).innerJoin(mails, eq(mails.id, loanMailTokens.mailId))
    .where(inArray(loanMailTokens.token, [...new Set(hits.map(({ token }) => token))]));
  const known = new Map(found.map((one) => [one.token, one]));
  return hits.flatMap((hit): Row[] => {
    const token = known.get(hit.token);
    if (!token) return [];
    const { mailId, kind, link, sentAt } = token;
    const sinceSentMs = sentAt === null ? null : hit.at - sentAt;
    const machine = machineReason({ ...hit, sinceSentMs, isTrap: kind === "trap" });
    return [{ mailId, type: kind === "pixel" ? "open" : "link", created: hit.at, machine, link }];
  });
}

/** Stores them, and marks clicks as a machine's that follow different links of one mail together. */
export async function storeLoanMailRows(tx: Tx, rows: readonly Row[]): Promise<void> {
  if (rows.length === 0) return;
  await tx.insert(loanMailEvents).values([...rows]);
  for (const { mailId, type, created } of rows) {
    if (type === "link") await markTogether(tx, loanMailEvents, eq(loanMailEvents.mailId, mailId), created);
  }
}
