/** Mailed links: 256-bit ids, stored as hashes, single use (docs/decisions/devices-and-links.md). */
import { and, eq, gt, inArray, isNull } from "drizzle-orm";
import type { Context, Db, Tx } from "../../../db/mod.ts";
import { accountLinks, accounts } from "../../../db/schema/mod.ts";
import { LINK_LIFETIME_MS } from "../../domain/accounts/lifetimes.ts";
import { tokenHash } from "../tokens.ts";

export type LinkKind = (typeof accountLinks.$inferSelect)["kind"];

/** Stores a link by its token's hash. */
export async function saveLink(
  tx: Tx,
  ctx: Context,
  link: { token: string; accountId: number; kind: LinkKind; newEmail?: string },
): Promise<void> {
  await tx.insert(accountLinks).values({
    id: tokenHash(link.token),
    accountId: link.accountId,
    kind: link.kind,
    newEmail: link.newEmail ?? null,
    createdAt: ctx.now,
    expiresAt: ctx.now + LINK_LIFETIME_MS[link.kind],
  });
}

/** Voids an account's unused links of a kind: a newer one takes their place. */
export async function voidLinks(tx: Tx, ctx: Context, accountId: number, kind: LinkKind): Promise<void> {
  await tx.update(accountLinks).set({ usedAt: ctx.now })
    .where(and(eq(accountLinks.accountId, accountId), eq(accountLinks.kind, kind), isNull(accountLinks.usedAt)));
}

/** The links with which a person sets a password without knowing the old one. */
export const PASSWORD_LINKS: readonly LinkKind[] = ["recovery", "welcome"];

const usable = (ctx: Context, kinds: readonly LinkKind[], token: string) =>
  and(
    eq(accountLinks.id, tokenHash(token)),
    inArray(accountLinks.kind, kinds),
    isNull(accountLinks.usedAt),
    gt(accountLinks.expiresAt, ctx.now),
  );

/** The account and link of a valid token: unused, not expired, account enabled. */
export async function findLink(db: Db | Tx, ctx: Context, kinds: readonly LinkKind[], token: string) {
  return await db.select({ account: accounts, newEmail: accountLinks.newEmail }).from(accountLinks)
    .innerJoin(accounts, eq(accounts.id, accountLinks.accountId))
    .where(and(usable(ctx, kinds, token), eq(accounts.status, 1))).get();
}

/** Marks the link as used. False where another request was first. */
export async function consumeLink(
  tx: Tx,
  ctx: Context,
  kinds: readonly LinkKind[],
  token: string,
): Promise<boolean> {
  const used = await tx.update(accountLinks).set({ usedAt: ctx.now }).where(usable(ctx, kinds, token))
    .returning({ id: accountLinks.id });
  return used.length === 1;
}
