import { and, eq, sql } from "drizzle-orm";
import { type Context, inTransaction } from "../../../db/mod.ts";
import { devices } from "../../../db/schema/mod.ts";
import { notFound } from "../../domain/refusal.ts";
import { audit } from "../audit.ts";
import { HANDLE_LENGTH } from "./list_sign_ins.ts";

/** Forgets one of the actor's saved browsers: the next sign-in there needs a mailed code. Throws not-found. */
export async function forgetDevice(ctx: Context, { device }: { device: string }): Promise<void> {
  const actor = ctx.actor!;
  await inTransaction(ctx.db, async (tx) => {
    const [deleted] = await tx.delete(devices)
      .where(and(eq(devices.accountId, actor.id), eq(sql`substr(${devices.id}, 1, ${HANDLE_LENGTH})`, device)))
      .returning({ userAgent: devices.userAgent });
    if (!deleted) throw notFound("browser");
    await audit(tx, ctx, { action: "device.forget", entityId: actor.id, before: deleted });
  });
}
