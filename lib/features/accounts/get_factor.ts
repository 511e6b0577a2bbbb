/** Second factors as their people, and owners, see them. */
import { and, asc, eq } from "drizzle-orm";
import { nameOrder } from "../../../db/derived/mod.ts";
import type { Context } from "../../../db/mod.ts";
import { accounts, secondFactors } from "../../../db/schema/mod.ts";
import { mustSetUp } from "../../domain/accounts/second_factor.ts";
import { IS_STAFF } from "../by_lender.ts";
import {
  begunFactor,
  codesLeft,
  codesMark,
  factorIsRequired,
  factorOf,
  isRequired,
  sealedAs,
  setUpAddress,
} from "./_factor.ts";

/** The actor's own. Instants in milliseconds. */
export interface OwnFactor {
  username: string;
  /** Off at the operator's wish, or without a key to set one up. */
  away: "off" | "no key" | null;
  /** Since when it is on; null where it is not. */
  since: number | null;
  codesLeft: number;
  /** Which set of them is in force. */
  codesMark: string;
  /** The owner requires one of this account. */
  required: boolean;
  /** One that waits for its first code, in the session that began it: its secret, and what a QR code of it holds. */
  begun: { secret: string; address: string } | null;
}

/** `session`: the token of the request's session. */
export async function getOwnFactor(ctx: Context, session: string): Promise<OwnFactor> {
  const id = ctx.actor?.id ?? 0;
  const [account, begun, since, left, mark, isAsked] = await Promise.all([
    ctx.db.select().from(accounts).where(eq(accounts.id, id)).get(),
    begunFactor(ctx.db, ctx, session),
    factorSince(ctx, id),
    codesLeft(ctx.db, id),
    codesMark(ctx.db, id),
    factorIsRequired(ctx),
  ]);
  const secret = begun && (ctx.sealer?.open(sealedAs(id), begun.secret) ?? null);
  return {
    username: account?.username ?? "",
    away: !ctx.site.secondFactor ? "off" : ctx.sealer ? null : "no key",
    since,
    codesLeft: left,
    codesMark: mark,
    required: !!account && mustSetUp(account, { required: isAsked, hasFactor: false }),
    begun: account && secret !== null
      ? { secret, address: setUpAddress(ctx.site.lender.name, account.username, secret) }
      : null,
  };
}

/** Since when an account has one, in milliseconds; null where it has none. */
export const factorSince = async (ctx: Context, accountId: number): Promise<number | null> =>
  (await factorOf(ctx.db, accountId))?.confirmedAt ?? null;

export interface StaffFactors {
  required: boolean;
  /** Enabled staff by name, and since when each has a second factor (milliseconds; null for none). */
  staff: { id: number; name: string; role: number; since: number | null }[];
}

/** Who of the staff has a second factor. */
export async function listStaffFactors(ctx: Context): Promise<StaffFactors> {
  const listed = ctx.db.select({
    id: accounts.id,
    name: accounts.name,
    role: accounts.role,
    since: secondFactors.confirmedAt,
  }).from(accounts).leftJoin(secondFactors, eq(secondFactors.accountId, accounts.id))
    .where(and(IS_STAFF, eq(accounts.status, 1)))
    .orderBy(asc(nameOrder(accounts.name)), asc(accounts.id));
  const [required, staff] = await Promise.all([isRequired(ctx.db), listed]);
  return { required, staff };
}
