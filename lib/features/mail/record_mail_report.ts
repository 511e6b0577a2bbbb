/** Stores the mail service's report of a mail that it accepted: delivered, bounced, complained about, failed. */
import { and, eq, inArray, sql } from "drizzle-orm";
import { type Context, inTransaction, type Tx } from "../../../db/mod.ts";
import { campaignMailSql } from "../../../db/derived/mod.ts";
import { mails, suppressedAddresses } from "../../../db/schema/mod.ts";
import { type MailOutcome, outweighs, type SuppressionReason } from "../../domain/mail/outbox.ts";
import { Refusal } from "../../domain/refusal.ts";
import type { MailReportInput } from "../../schemas/mail/outbox.ts";
import { audit } from "../audit.ts";
import { emit } from "../events.ts";
import { withdrawMails } from "./_withdraw.ts";

const OUTCOMES: Readonly<Record<string, MailOutcome>> = {
  "email.delivered": "delivered",
  "email.bounced": "bounced",
  "email.complained": "complained",
  "email.failed": "failed",
};
/** Bounces that may pass: a full mailbox, a server that is away. */
const SOFT = ["Transient", "Undetermined"];

/**
 * Notes what became of a mail, and stops campaigns to an address that bounced for good or complained. Answers whether
 * it was news. Throws 409 where the mail may be one that is being sent right now: the sender tries again.
 */
export async function recordMailReport(ctx: Context, { type, data }: MailReportInput): Promise<{ noted: boolean }> {
  const outcome = Object.hasOwn(OUTCOMES, type) ? OUTCOMES[type] : null;
  if (outcome === null || !data.email_id) return { noted: false };
  return await inTransaction(ctx.db, async (tx) => {
    const mail = await tx.select().from(mails).where(eq(mails.providerId, data.email_id)).get();
    if (!mail) {
      const sending = await tx.select({ id: mails.id }).from(mails).where(
        inArray(mails.status, ["sending", "withdrawn"]),
      )
        .limit(1);
      if (sending.length > 0) {
        throw new Refusal(409, "This mail is not known yet. Tell us again in a minute.", undefined, 60);
      }
      return { noted: false };
    }
    const reason = data.bounce?.message || data.failed?.reason || "";
    const hard = outcome === "bounced" && !SOFT.includes(data.bounce?.type ?? "");
    if (hard || outcome === "complained") await suppress(tx, ctx, mail.to.toLowerCase(), outcome, reason);
    if (!outweighs(outcome, mail.outcome)) return { noted: false };
    await tx.update(mails).set({ outcome, outcomeAt: ctx.now, outcomeReason: reason || null }).where(
      eq(mails.id, mail.id),
    );
    return { noted: true };
  });
}

/** Stops campaigns to an address: queued ones are withdrawn, and the lender is notified. */
async function suppress(
  tx: Tx,
  ctx: Context,
  email: string,
  why: SuppressionReason,
  reason: string,
): Promise<void> {
  const added = await tx.insert(suppressedAddresses).values({ email, why, reason, at: ctx.now }).onConflictDoNothing()
    .returning();
  await withdrawMails(tx, and(sql`${mails.to} collate nocase = ${email}`, eq(campaignMailSql, 1)));
  if (added.length === 0) return;
  await audit(tx, ctx, { action: "mail.suppress", entityId: email, after: { why, reason } });
  await emit(tx, ctx, { type: "mail.suppressed", v: 1, email, why, reason });
}
