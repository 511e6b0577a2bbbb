/** The blacklist: whom no campaign and no touch-base mail goes to (loans specification 3.12, 5.6 and 7.4). */
import { desc, eq, inArray, or, sql } from "drizzle-orm";
import { type Context, inTransaction } from "../../../db/mod.ts";
import { accounts, blacklist } from "../../../db/schema/mod.ts";
import { csvText } from "../../domain/csv.ts";
import { dateInToronto, formatInstant } from "../../domain/dates.ts";
import { BLACKLIST_FILE_MAX, readBlacklist } from "../../domain/mail/blacklist.ts";
import { countText } from "../../domain/money.ts";
import { invalid, Refusal } from "../../domain/refusal.ts";
import { audit } from "../audit.ts";
import { renameLeft } from "../erased_addresses.ts";
import { domainSql } from "./recipients.ts";
import { withdrawRefused } from "./withdraw_refused.ts";

/** Every entry, the newest first; `addedAt` in milliseconds. */
export async function listBlacklist(ctx: Context): Promise<{ email: string; addedAt: number }[]> {
  return await ctx.db.select({ email: blacklist.email, addedAt: blacklist.addedAt }).from(blacklist)
    .orderBy(desc(blacklist.addedAt), sql`rowid desc`);
}

/** Adds an entry, and withdraws what waits for whom it holds. One that is there already stays as it is. */
export async function addBlacklist(ctx: Context, { email }: { email: string }): Promise<void> {
  await addEntries(ctx, [email]);
}

/** Adds entries in one transaction. Returns how many were not there yet. */
async function addEntries(ctx: Context, entries: readonly string[]): Promise<number> {
  return await inTransaction(ctx.db, async (tx) => {
    const rows = entries.map((email) => ({ email, addedAt: ctx.now }));
    const added = await tx.insert(blacklist).values(rows).onConflictDoNothing().returning({ email: blacklist.email });
    if (added.length === 0) return 0;
    for (const { email } of added) await audit(tx, ctx, { action: "blacklist.add", entityId: email, after: { email } });
    const emails = added.map(({ email }) => email);
    await withdrawRefused(tx, ctx, or(inArray(accounts.emailKey, emails), inArray(domainSql, emails))!);
    return added.length;
  });
}

/** Entries that are added in one transaction. */
const AT_ONCE = 100;

/**
 * Adds the addresses and domains of a CSV. Answers how many were added, how many were there, and which lines are left
 * out. Throws 422 where the file has none, or more than one import takes.
 */
export async function importBlacklist(ctx: Context, { text }: { text: string }) {
  const { entries, ...told } = readBlacklist(text);
  if (entries.length === 0) {
    throw invalid("This file has no address and no domain. Put one on each line, then choose it again.");
  }
  if (entries.length > BLACKLIST_FILE_MAX) {
    throw invalid(
      `An import takes ${countText(BLACKLIST_FILE_MAX)} entries. Split this file and import its parts.`,
    );
  }
  let added = 0;
  for (let i = 0; i < entries.length; i += AT_ONCE) added += await addEntries(ctx, entries.slice(i, i + AT_ONCE));
  return { entries, added, known: entries.length - added, ...told };
}

/** The blacklist as CSV, the newest first, and the file's name. */
export async function writeBlacklistFile(ctx: Context): Promise<{ name: string; text: string }> {
  const rows = (await listBlacklist(ctx)).map(({ email, addedAt }) => [email, formatInstant(addedAt)]);
  return { name: `blacklist-${dateInToronto(ctx.now)}.csv`, text: csvText(["Email", "Added"], rows) };
}

/** Removes an entry. Throws 404 where it is not on the list. */
export async function removeBlacklist(ctx: Context, { email }: { email: string }): Promise<void> {
  await inTransaction(ctx.db, async (tx) => {
    const removed = await tx.delete(blacklist).where(eq(blacklist.email, email)).returning();
    if (removed.length === 0) {
      throw new Refusal(404, "This address is not on the blacklist. Reload the list.");
    }
    await audit(tx, ctx, { action: "blacklist.remove", entityId: email, before: { email } });
    await renameLeft(tx, email);
  });
}
