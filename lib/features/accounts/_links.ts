/** Mailed links: 256-bit ids, stored hashed, used once (decisions, "Sign-in, devices, recovery"). */
import { and, eq, gt, isNull } from "drizzle-orm";
import type { Context, Db, Tx } from "../../../db/mod.ts";
import { accountLinks, accounts } from "../../../db/schema/mod.ts";
import { tokenHash } from "../tokens.ts";

export type LinkKind = (typeof accountLinks.$inferSelect)["kind"];

/** How long each kind of link works, in milliseconds. */
export const LINK_LIFETIME_MS: Record<LinkKind, number> = { recovery: 3600_000, emailChange: 24 * 3600_000 };

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

const usable = (ctx: Context, kind: LinkKind, token: string) =>
  and(
    eq(accountLinks.id, tokenHash(token)),
    eq(accountLinks.kind, kind),
    isNull(accountLinks.usedAt),
    gt(accountLinks.expiresAt, ctx.now),
  );

/** The account and the link behind a token, while both are good: not used, not too old, the account enabled. */
export async function findLink(db: Db | Tx, ctx: Context, kind: LinkKind, token: string) {
  return await db.select({ account: accounts, newEmail: accountLinks.newEmail }).from(accountLinks)
    .innerJoin(accounts, eq(accounts.id, accountLinks.accountId))
    .where(and(usable(ctx, kind, token), eq(accounts.status, 1))).get();
}

/** Uses the link up. False when somebody else was first. */
export async function useLink(tx: Tx, ctx: Context, kind: LinkKind, token: string): Promise<boolean> {
  const used = await tx.update(accountLinks).set({ usedAt: ctx.now }).where(usable(ctx, kind, token))
    .returning({ id: accountLinks.id });
  return used.length === 1;
}
