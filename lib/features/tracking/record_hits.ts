/** Stores opens and clicks, and tells machines from people. */
import Bowser from "bowser";
import { and, between, eq, inArray } from "drizzle-orm";
import { type Context, inTransaction, type Tx } from "../../../db/mod.ts";
import { mails, trackedRecipients, trackerEvents, trackerTokens } from "../../../db/schema/mod.ts";
import { dateInToronto } from "../../domain/dates.ts";
import type { TrackedHit } from "../../domain/tracking/hit.ts";
import { machineReason, TOGETHER_MS, TOGETHER_REASON } from "../../domain/tracking/machine_reason.ts";
import { loanMailRows, storeLoanMailRows } from "./_loan_mail_hits.ts";

type EventRow = typeof trackerEvents.$inferInsert;

/** Stores hits in one transaction. Those of unknown tokens are left out: somebody guessed, or the mail is forgotten. */
export async function recordHits(ctx: Context, hits: readonly TrackedHit[]): Promise<void> {
  const tokens = [...new Set(hits.map(({ token }) => token))];
  const found = await ctx.db.select({
    token: trackerTokens.token,
    kind: trackerTokens.kind,
    link: trackerTokens.link,
    emailId: trackedRecipients.emailId,
    sentId: trackedRecipients.sentId,
    accountId: trackedRecipients.accountId,
    email: trackedRecipients.email,
    sentAt: mails.sentAt,
  }).from(trackerTokens).innerJoin(trackedRecipients, eq(trackedRecipients.id, trackerTokens.recipientId))
    .leftJoin(mails, eq(mails.idempotencyKey, trackedRecipients.mailKey))
    .where(inArray(trackerTokens.token, tokens));
  const known = new Map(found.map((one) => [one.token, one]));
  const rows = hits.flatMap((hit): EventRow[] => {
    const mail = known.get(hit.token);
    if (!mail) return [];
    const { token: _token, kind, sentAt, ...ofMail } = mail;
    const sinceSentMs = sentAt === null ? null : hit.at - sentAt;
    return [{
      ...ofMail,
      type: kind === "pixel" ? "open" : "link",
      created: hit.at,
      day: dateInToronto(hit.at),
      machine: machineReason({ ...hit, sinceSentMs, isTrap: kind === "trap" }),
      ip: hit.address,
      ...programOf(hit.userAgent),
      ...ctx.locate(hit.address),
    }];
  });
  const ofLoans = await loanMailRows(ctx, hits.filter(({ token }) => !known.has(token)));
  if (rows.length + ofLoans.length === 0) return;
  await inTransaction(ctx.db, async (tx) => {
    await storeLoanMailRows(tx, ofLoans);
    if (rows.length > 0) await tx.insert(trackerEvents).values(rows);
    for (const row of rows) if (row.type === "link") await markTogether(tx, row);
  });
}

/** Marks the clicks around one as a machine's where they follow different links of the mail. */
async function markTogether(tx: Tx, { emailId, sentId, email, created }: EventRow): Promise<void> {
  const around = and(
    eq(trackerEvents.emailId, emailId),
    eq(trackerEvents.email, email),
    between(trackerEvents.created, created - TOGETHER_MS, created + TOGETHER_MS),
    eq(trackerEvents.sentId, sentId),
    eq(trackerEvents.type, "link"),
  );
  const clicks = await tx.select({ link: trackerEvents.link }).from(trackerEvents).where(around);
  if (new Set(clicks.map(({ link }) => link)).size < 2) return;
  await tx.update(trackerEvents).set({ machine: TOGETHER_REASON }).where(and(around, eq(trackerEvents.machine, "")));
}

/** Browser, system and platform that a user agent names. */
function programOf(userAgent: string): Pick<EventRow, "browser" | "os" | "platform"> {
  if (!userAgent.trim()) return { browser: "", os: "", platform: "" };
  const parser = Bowser.getParser(userAgent);
  const { name = "", version = "" } = parser.getBrowser();
  return {
    browser: [name, version.split(".")[0]].filter(Boolean).join(" ").slice(0, 80),
    os: [parser.getOSName(), parser.getOS().versionName ?? ""].filter(Boolean).join(" ").slice(0, 80),
    platform: parser.getPlatformType().slice(0, 40),
  };
}
