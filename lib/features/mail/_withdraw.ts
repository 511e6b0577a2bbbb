/** Takes mails back that have not left. */
import { and, eq, inArray, type SQL } from "drizzle-orm";
import type { Tx } from "../../../db/mod.ts";
import { mails } from "../../../db/schema/mod.ts";
import { RESTING_STATUSES } from "../../domain/mail/outbox.ts";

/**
 * What waits goes. What is on its way may leave still, so it is marked: its row stays where it left, for what the mail
 * service tells of it, and goes where it did not. Both in one transaction: what comes back in between would leave.
 * Answers how many went. `onTheWay` where it is wider than `where`.
 */
export async function withdrawMails(
  tx: Tx,
  where: SQL | undefined,
  onTheWay: SQL | undefined = where,
): Promise<number> {
  const deleted = await tx.delete(mails).where(and(inArray(mails.status, RESTING_STATUSES), where))
    .returning({ id: mails.id });
  await tx.update(mails).set({ status: "withdrawn" }).where(and(eq(mails.status, "sending"), onTheWay));
  return deleted.length;
}
