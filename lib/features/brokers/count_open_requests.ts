import { count, isNull } from "drizzle-orm";
import type { Context } from "../../../db/mod.ts";
import { preparedBy } from "../../../db/prepared.ts";
import { accountRequests } from "../../../db/schema/mod.ts";

const query = preparedBy((db, _key: "open") =>
  db.select({ n: count() }).from(accountRequests).where(isNull(accountRequests.closedAt)).prepare()
);

/** How many people wait for an account: a count over an index. */
export async function countOpenRequests(ctx: Context): Promise<number> {
  return (await query(ctx.db, "open").get())?.n ?? 0;
}
