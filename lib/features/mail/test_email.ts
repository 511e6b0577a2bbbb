/** A campaign's saved mail before it goes out: looked at, and sent to oneself. */
import { eq } from "drizzle-orm";
import { type Context, inTransaction } from "../../../db/mod.ts";
import { accounts } from "../../../db/schema/mod.ts";
import { campaignMail, personalised, withHead } from "../../domain/mail/campaign_mail.ts";
import { DARK_MEDIA } from "../../domain/mail/mail.ts";
import { notFound } from "../../domain/refusal.ts";
import { audit } from "../audit.ts";
import { campaignOf } from "./_campaign.ts";
import { addMails } from "./_outbox.ts";
import { previewUrl } from "./_unsubscribe_link.ts";

async function rendered(ctx: Context, id: number, accountId: number) {
  const campaign = await campaignOf(ctx.db, id);
  const body = await ctx.mail.tidy(campaign.body);
  const account = await ctx.db.select().from(accounts).where(eq(accounts.id, accountId)).get();
  if (!account) throw notFound("account");
  const to = { name: account.name, brokerage: account.brokerage, lender: ctx.site.lender.name };
  const mail = personalised(ctx.mail.render(campaignMail({ ...campaign, body })), to, previewUrl(ctx));
  return { to: account.email, name: account.name, mail };
}

/**
 * The saved mail as a broker, or else the acting person, would get it, in forced colours or as text; with `head` below
 * what a mail program shows of it. Its link to unsubscribe is nobody's. Throws 404.
 */
export async function previewEmail(
  ctx: Context,
  { id, as, broker, head }: { id: number; as: "light" | "dark" | "text"; broker?: number; head?: "1" },
): Promise<{ type: string; body: string }> {
  const { to, name, mail } = await rendered(ctx, id, broker ?? ctx.actor!.id);
  const shown = head ? withHead(mail, { from: ctx.site.mailFrom, to: `${name} <${to}>` }) : mail;
  if (as === "text") return { type: "text/plain", body: shown.text };
  const html = shown.html.replace(DARK_MEDIA, as === "dark" ? "@media all" : "@media not all");
  // In the preview's own frame a site, ours too, refuses to be shown.
  return { type: "text/html", body: html.replace("<head>", '<head><base target="_blank">') };
}

/** Sends the saved mail to the acting person. Answers the address. Throws 404. */
export async function testEmail(ctx: Context, { id }: { id: number }): Promise<{ to: string }> {
  const { to, mail } = await rendered(ctx, id, ctx.actor!.id);
  await inTransaction(ctx.db, async (tx) => {
    await addMails(tx, ctx, [{
      ...mail,
      subject: `Test: ${mail.subject}`,
      idempotencyKey: `campaignTest:${crypto.randomUUID()}`,
      kind: "campaignTest",
      to,
      replyTo: ctx.site.lender.contactEmail ?? null,
      dueAt: ctx.now,
      createdAt: ctx.now,
    }]);
    await audit(tx, ctx, { action: "campaign.test", entityId: id, after: { to } });
  });
  return { to };
}
