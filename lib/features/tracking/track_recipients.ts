/** The face that campaigns and touch-base use: stores who gets a mail, and gives the addresses of its picture and links. */
import { randomBytes } from "node:crypto";
import { and, eq, isNull, sql } from "drizzle-orm";
import type { Context, Tx } from "../../../db/mod.ts";
import { trackedEmails, trackedRecipients, trackerTokens } from "../../../db/schema/mod.ts";
import type { TrackedAddresses } from "../../domain/tracking/rewrite_links.ts";

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

const newTrackerToken = (): string => randomBytes(16).toString("base64url");

/**
 * Stores recipients with a token for the picture and each link of theirs. Returns their addresses by email in lower case; who
 * is in this run already is left out.
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
  const addressOf = (recipientId: number, kind: "pixel" | "link" | "trap", link: string) => {
    const token = newTrackerToken();
    tokens.push({ token, recipientId, kind, link });
    return kind === "pixel" ? `${site.publicUrl}/t/o/${token}.gif` : `${site.publicUrl}/t/l/${token}`;
  };
  const addresses = new Map(stored.map(({ id, email }) => [email, {
    pixel: addressOf(id, "pixel", ""),
    trap: addressOf(id, "trap", site.publicUrl),
    links: new Map(byEmail.get(email)!.links.map((link) => [link, addressOf(id, "link", link)])),
  }]));
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
