/** Stores opens and clicks, and tells machines from people. */
import Bowser from "bowser";
import { and, eq, inArray } from "drizzle-orm";
import { type Context, inTransaction } from "../../../db/mod.ts";
import { mails, trackedRecipients, trackerEvents, trackerTokens } from "../../../db/schema/mod.ts";
import { dateInToronto } from "../../domain/dates.ts";
import type { TrackedHit } from "../../domain/tracking/hit.ts";
import { machineReason } from "../../domain/tracking/machine_reason.ts";
import { markTogether } from "./_mark_together.ts";
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
    for (const row of rows) {
      if (row.type === "link") await markTogether(tx, trackerEvents, ofMail(row), row.created);
    }
  });
}

/** The events of one mail to one contact. */
const ofMail = ({ emailId, email, sentId }: Pick<EventRow, "emailId" | "email" | "sentId">) =>
  and(eq(trackerEvents.emailId, emailId), eq(trackerEvents.email, email), eq(trackerEvents.sentId, sentId));

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
