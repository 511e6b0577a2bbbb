import { and, asc, inArray, isNotNull, isNull, lt, or } from "drizzle-orm";
import { accountRequests } from "../../../db/schema/mod.ts";
import { expiry } from "../retention.ts";
import { removeRequests } from "./_remove_requests.ts";

/**
 * Requests that nobody answered, and those whose account was deleted. One that became an account stays with it: it
 * proves the inquiry that consent to mail follows from (docs/decisions/mail-consent.md).
 */
const isOld = (before: number) =>
  and(
    lt(accountRequests.createdAt, before),
    or(isNull(accountRequests.closedAt), and(isNotNull(accountRequests.closedAt), isNull(accountRequests.accountId))),
  );

/** Account requests without an account, with all that names who asked. */
export const oldRequests = expiry<number>({
  kind: "requests",
  find: async (db, before, limit) =>
    (await db.select({ id: accountRequests.id }).from(accountRequests).where(isOld(before))
      .orderBy(asc(accountRequests.createdAt)).limit(limit)).map(({ id }) => id),
  remove: (tx, ctx, ids, before) => removeRequests(tx, ctx, and(inArray(accountRequests.id, ids), isOld(before))),
});
