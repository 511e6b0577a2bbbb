/** One campaign as its screen shows and saves it. */
import { and, eq, like, sql } from "drizzle-orm";
import { type Context, inTransaction, onCommit, type Tx } from "../../../db/mod.ts";
import { accounts, campaigns, mails } from "../../../db/schema/mod.ts";
import { campaignMail, campaignProblems, type CampaignText } from "../../domain/mail/campaign.ts";
import { conflict, invalid, notFound, stale } from "../../domain/refusal.ts";
import { audit, changes } from "../audit.ts";
import { lastSave } from "../last_save.ts";
import { unsubscribeUrl } from "./_unsubscribe_link.ts";

async function campaignOf(db: Context["db"] | Tx, id: number) {
  const found = await db.select().from(campaigns).where(eq(campaigns.id, id)).get();
  if (!found) throw notFound("email");
  return found;
}

const textOf = ({ name, subject, preview, body, type, sendAt, everyDays }: CampaignText): CampaignText => (
  { name, subject, preview, body, type, sendAt, everyDays }
);

const savesOf = (db: Context["db"] | Tx, id: number) =>
  lastSave(db, { entity: "campaign", entityId: id, action: "campaign.save" });

/** A campaign with when it was last saved, and its last run's mails by what became of them. Throws 404. */
export async function getEmail(ctx: Context, id: number) {
  const campaign = await campaignOf(ctx.db, id);
  const counted = await ctx.db.select({ status: mails.status, n: sql<number>`count(*)` }).from(mails)
    .where(like(mails.idempotencyKey, `campaign:${id}:%`)).groupBy(mails.status);
  const count = (...kinds: string[]) =>
    counted.filter((row) => kinds.includes(row.status)).reduce((n, r) => n + r.n, 0);
  return {
    ...campaign,
    savedAt: (await savesOf(ctx.db, id)).at,
    mails: { sent: count("sent", "kept"), waiting: count("waiting", "sending"), failed: count("failed") },
  };
}

/** Saves a campaign's text and times. Throws 404, 409 where it is active or somebody saved after `savedAt`. */
export async function updateEmail(
  ctx: Context,
  { id, savedAt, ...text }: CampaignText & { id: number; savedAt?: number },
): Promise<number> {
  return await inTransaction(ctx.db, async (tx) => {
    const before = await campaignOf(tx, id);
    const last = await savesOf(tx, id);
    const changed = changes(textOf(before), text);
    if (Object.keys(changed.after).length === 0) return last.at;
    if (savedAt !== undefined && savedAt !== last.at) throw stale("this email", last, textOf(before));
    if (before.active) throw conflict("This email is scheduled. Stop it first, then change it.");
    await tx.update(campaigns).set(text).where(eq(campaigns.id, id));
    await audit(tx, ctx, { action: "campaign.save", entityId: id, ...changed });
    return ctx.now;
  });
}

/** Plans the campaign's runs. Throws 422 with what keeps it from going out. */
export async function activateEmail(ctx: Context, { id }: { id: number }): Promise<void> {
  await inTransaction(ctx.db, async (tx) => {
    const campaign = await campaignOf(tx, id);
    if (campaign.active) return;
    const [problem] = campaignProblems(campaign, ctx.site.lender, ctx.now);
    if (problem) throw invalid(problem);
    await tx.update(campaigns).set({ active: true }).where(eq(campaigns.id, id));
    await audit(tx, ctx, { action: "campaign.activate", entityId: id, after: { sendAt: campaign.sendAt! } });
  });
}

/** Ends a campaign's runs and withdraws its mails that wait. Answers how many. */
export async function stopEmail(ctx: Context, { id }: { id: number }): Promise<{ withdrawn: number }> {
  return await inTransaction(ctx.db, async (tx) => {
    const campaign = await campaignOf(tx, id);
    const gone = await tx.delete(mails)
      .where(and(like(mails.idempotencyKey, `campaign:${id}:%`), eq(mails.status, "waiting"))).returning();
    if (campaign.active) await tx.update(campaigns).set({ active: false }).where(eq(campaigns.id, id));
    else if (gone.length === 0) return { withdrawn: 0 };
    await audit(tx, ctx, { action: "campaign.stop", entityId: id, after: { withdrawn: gone.length } });
    return { withdrawn: gone.length };
  });
}

async function rendered(ctx: Context, id: number) {
  const campaign = await campaignOf(ctx.db, id);
  const actor = await ctx.db.select().from(accounts).where(eq(accounts.id, ctx.actor!.id)).get();
  if (!actor) throw notFound("account");
  const to = { name: actor.name, brokerage: actor.brokerage || "your brokerage", lender: ctx.site.lender.name };
  return { to: actor.email, mail: ctx.mail.render(campaignMail(campaign, to, unsubscribeUrl(ctx, actor.id))) };
}

/** The saved mail as the acting person would get it. */
export const previewEmail = async (ctx: Context, { id }: { id: number }) => (await rendered(ctx, id)).mail;

/** Sends the saved mail to the acting person. Answers the address. */
export async function testEmail(ctx: Context, { id }: { id: number }): Promise<{ to: string }> {
  const { to, mail } = await rendered(ctx, id);
  await inTransaction(ctx.db, async (tx) => {
    await tx.insert(mails).values({
      ...mail,
      subject: `Test: ${mail.subject}`,
      idempotencyKey: `campaignTest:${crypto.randomUUID()}`,
      kind: "campaignTest",
      to,
      dueAt: ctx.now,
      createdAt: ctx.now,
    });
    onCommit(ctx.mail.wake);
    await audit(tx, ctx, { action: "campaign.test", entityId: id, after: { to } });
  });
  return { to };
}
