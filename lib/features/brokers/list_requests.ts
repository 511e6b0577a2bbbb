import { and, count, desc, gt, isNull } from "drizzle-orm";
import type { Context } from "../../../db/mod.ts";
import { accountRequests } from "../../../db/schema/mod.ts";
import { asHeld } from "../../domain/accounts/licence.ts";
import { among, matchingIds } from "./_matching.ts";
import { heldByOtherSql, heldSql, standingOf } from "./validate_broker.ts";

const PREVIEW_SIZE = 5, ALL_SIZE = 500;

/** Open requests, newest first: the first 5, or up to 500 with `all`. `q` searches as in the accounts. */
export async function listRequests(ctx: Context, { q, all }: { q: string; all: boolean }) {
  const r = accountRequests, matching = await matchingIds(ctx.db, r, q);
  const open = and(isNull(r.closedAt), matching ? among(r.id, matching) : undefined);
  const counting = ctx.db.select({ n: count() }).from(r).where(open).get();
  const listing = ctx.db.select({
    id: r.id,
    name: r.name,
    brokerage: r.brokerage,
    license: r.license,
    createdAt: r.createdAt,
    heldByOther: heldByOtherSql(licenceKey),
  }).from(r).where(open).orderBy(desc(r.createdAt), desc(r.id)).limit(all ? ALL_SIZE : PREVIEW_SIZE);
  const [counted, rows, shared] = await Promise.all([counting, listing, sharedLicences(ctx.db)]);
  const found = counted?.n ?? 0;
  return {
    rows: rows.map(({ heldByOther, ...row }) => ({
      ...row,
      licence: standingOf(ctx, row.license, heldByOther === 1),
      others: othersWith(shared, row.license),
    })),
    found,
  };
}

const licenceKey = heldSql(accountRequests.license);

/** Licences that several open requests name, and how many do. */
export async function sharedLicences(db: Context["db"]): Promise<ReadonlyMap<string, number>> {
  const rows = await db.select({ key: licenceKey, n: count() }).from(accountRequests)
    .where(isNull(accountRequests.closedAt)).groupBy(licenceKey).having(gt(count(), 1));
  return new Map(rows.map(({ key, n }) => [key, n]));
}

/** How many other open requests name a request's licence. */
export const othersWith = (shared: ReadonlyMap<string, number>, license: string): number =>
  (shared.get(asHeld(license)) ?? 1) - 1;

export type RequestListRow = Awaited<ReturnType<typeof listRequests>>["rows"][number];
