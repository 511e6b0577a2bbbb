/** Takes mails back that have not left. */
import { and, eq, inArray, type SQL } from "drizzle-orm";
import type { Context, Tx } from "../../../db/mod.ts";
import { mails } from "../../../db/schema/mod.ts";

/**
 * What waits goes. What is on its way may leave still, so it is marked: its row stays where it left, for what the mail
 * service tells of it, and goes where it did not. Answers how many went. `onTheWay` where it is wider than `where`.
 */
export async function withdrawMails(
  db: Context["db"] | Tx,
  where: SQL | undefined,
  onTheWay: SQL | undefined = where,
): Promise<number> {
  const gone = await db.delete(mails).where(and(inArray(mails.status, ["waiting", "paused"]), where))
    .returning({ id: mails.id });
  await db.update(mails).set({ status: "withdrawn" }).where(and(eq(mails.status, "sending"), onTheWay));
  return gone.length;
}
