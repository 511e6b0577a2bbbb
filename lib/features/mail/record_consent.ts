/** Records what a broker said about commercial mail. */
import { and, desc, eq, max } from "drizzle-orm";
import { type Context, inTransaction, type Tx } from "../../../db/mod.ts";
import { accounts, mailConsents } from "../../../db/schema/mod.ts";
import { dateInToronto, formatDate } from "../../domain/dates.ts";
import { ROLE } from "../../domain/permissions.ts";
import { invalid, notFound } from "../../domain/refusal.ts";
import type { RecordConsentInput } from "../../schemas/mail/consent.ts";
import { audit } from "../audit.ts";
import { addConsent, type ConsentRow, latestConsent } from "./_add_consent.ts";
import { withdrawRefused } from "./withdraw_refused.ts";

/**
 * Consent turns touch-base emails on and ends a choice of fewer mails; a refusal turns them off and withdraws mail. One
 * equal to the last, and in force, is not stored again. Throws 404; 422 for a future day, for an account that is no
 * broker's, and where the broker decided otherwise after that day (a migrated row does not count).
 */
export async function recordConsent(
  ctx: Context,
  { id, kind, source, day, note }: RecordConsentInput,
): Promise<void> {
  if (day > dateInToronto(ctx.now)) throw invalidDay("This day is in the future. Choose today or an earlier day.");
  await inTransaction(ctx.db, async (tx) => {
    const account = await tx.select().from(accounts).where(eq(accounts.id, id)).get();
    if (!account) throw notFound("account");
    if (account.role !== ROLE.broker) throw invalid("Only brokers get these mails, so there is nothing to record.");
    const last = await latestConsent(tx, id);
    if (last && last.source !== "carried" && kind !== "inquiry" && last.day > day) {
      const decision = last.kind === "express" ? "agreed" : "unsubscribed";
      throw invalidDay(`They ${decision} on ${formatDate(last.day)}, which is later. Record their last decision.`);
    }
    const isInForce = kind !== "express" || account.touchBaseEmails;
    if (isInForce && isSame(await newest(tx, id), { kind, source, day, note })) return;
    if (kind === "express" && account.fewerMails && (await choseFewerOn(tx, id)) <= day) {
      await addConsent(tx, ctx, account, { kind: "all", source, day, note });
    }
    await addConsent(tx, ctx, account, { kind, source, day, note });
    if (kind === "withdrawn") await withdrawRefused(tx, ctx, eq(accounts.id, id));
    await audit(tx, ctx, {
      action: "mail.consent",
      entityId: id,
      after: { consent: kind, consentSource: source, consentDay: day },
    });
  });
}

/** The day on which they chose fewer mails last, YYYY-MM-DD; empty where the log has none. */
const choseFewerOn = async (tx: Tx, accountId: number): Promise<string> =>
  (await tx.select({ day: max(mailConsents.day) }).from(mailConsents)
    .where(and(eq(mailConsents.accountId, accountId), eq(mailConsents.kind, "fewer"))).get())?.day ?? "";

const newest = (tx: Tx, accountId: number) =>
  tx.select().from(mailConsents).where(eq(mailConsents.accountId, accountId)).orderBy(desc(mailConsents.id)).limit(1)
    .get();

type Said = Omit<ConsentRow, "by">;
const isSame = (a: Said | undefined, b: Said) =>
  a?.kind === b.kind && a.source === b.source && a.day === b.day && a.note === b.note;

const invalidDay = (reason: string) => invalid(reason, { day: reason });
