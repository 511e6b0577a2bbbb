/**
 * The face that campaigns and touch-base use: stores who gets a mail, and gives the addresses of its picture and links.
 */
import { and, eq, isNull, sql } from "drizzle-orm";
import type { Context, Tx } from "../../../db/mod.ts";
import { trackedEmails, trackedRecipients, trackerTokens } from "../../../db/schema/mod.ts";
import type { TrackedAddresses } from "../../domain/tracking/rewrite_links.ts";
import { newTokens } from "./_tokens.ts";

/** One run of a mail, to some of its recipients. */
export interface TrackedRun {
  /** A campaign's mail; without one the name tells it from others. */
  campaignId?: number;
  name: string;
  /** The number of the run, from 1. */
  sentId: number;
  recipients: readonly {
    accountId: number | null;
    name: string;
    email: string;
    phone: string;
    /** The idempotency key of the mail's row in the outbox: when that left, quick opens are known as a machine's. */
    mailKey?: string;
    /** The web addresses in this recipient's mail (`linksOf`). */
    links: readonly string[];
  }[];
}

/**
 * Stores recipients with a token for the picture and each link of theirs. Returns their addresses by email in lower
 * case; who is in this run already is left out.
 */
export async function trackRecipients(
  tx: Tx,
  { now, site }: Pick<Context, "now" | "site">,
  run: TrackedRun,
): Promise<Map<string, TrackedAddresses>> {
  const emailId = await emailOf(tx, run, now);
  const byEmail = new Map(run.recipients.map((one) => [one.email.trim().toLowerCase(), one]));
  if (byEmail.size === 0) return new Map();
  const stored = await tx.insert(trackedRecipients).values(
    [...byEmail].map(([email, { accountId, name, phone, mailKey }]) => ({
      emailId,
      sentId: run.sentId,
      accountId,
      name,
      email,
      phone,
      mailKey,
    })),
  ).onConflictDoNothing().returning({ id: trackedRecipients.id, email: trackedRecipients.email });
  const tokens: (typeof trackerTokens.$inferInsert)[] = [];
  const addresses = new Map(stored.map(({ id, email }) => {
    const made = newTokens(site.publicUrl, byEmail.get(email)!.links);
    tokens.push(...made.tokens.map((token) => ({ ...token, recipientId: id })));
    return [email, made.addresses];
  }));
  for (let i = 0; i < tokens.length; i += 500) await tx.insert(trackerTokens).values(tokens.slice(i, i + 500));
  return addresses;
}

/** The tracked email of a run, made at its first; its number of runs and name follow. */
async function emailOf(tx: Tx, { campaignId, name, sentId }: TrackedRun, now: number): Promise<number> {
  const same = campaignId === undefined
    ? and(isNull(trackedEmails.campaignId), eq(trackedEmails.name, name))
    : eq(trackedEmails.campaignId, campaignId);
  const [known] = await tx.update(trackedEmails)
    .set({ name, timesRan: sql`max(${trackedEmails.timesRan}, ${sentId})` }).where(same).returning();
  if (known) return known.id;
  const [made] = await tx.insert(trackedEmails).values({ name, campaignId, timesRan: sentId, createdAt: now })
    .returning();
  return made.id;
}
