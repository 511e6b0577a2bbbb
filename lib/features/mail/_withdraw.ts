/** Takes mails back that have not left. */
import { and, eq, inArray, type SQL } from "drizzle-orm";
import type { Tx } from "../../../db/mod.ts";
import { mails } from "../../../db/schema/mod.ts";
import { RESTING_STATUSES } from "../../domain/mail/outbox.ts";

/**
 * Deletes queued mails, in one transaction, and marks those on their way (`onTheWay` where it is wider than `where`):
 * these keep their row if they left, for the mail service's reports, and are deleted if they did not. Answers how many
 * were withdrawn.
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
