/** Saves touch-base settings (loans specification 7.4). */
import { type Context, inTransaction } from "../../../db/mod.ts";
import { touchBaseConfig } from "../../../db/schema/mod.ts";
import type { TouchBaseConfig } from "../../domain/mail/touch_base.ts";
import { stale } from "../../domain/refusal.ts";
import { audit, changes } from "../audit.ts";
import { configSave, touchBaseConfigOf } from "./get_touch_base.ts";

/** Answers when it was saved, in milliseconds. Throws 409 where it was saved after `savedAt`. */
export async function updateTouchBase(
  ctx: Context,
  { config, savedAt }: { config: TouchBaseConfig; savedAt?: number },
): Promise<number> {
  return await inTransaction(ctx.db, async (tx) => {
    const before = await touchBaseConfigOf(tx);
    const last = await configSave(tx);
    const changed = changes(before, config);
    if (Object.keys(changed.after).length === 0) return last.at;
    if (savedAt !== undefined && savedAt !== last.at) {
      throw stale("the touch-base settings", last, { ...before, savedAt: last.at });
    }
    await tx.insert(touchBaseConfig).values({ id: 1, ...config })
      .onConflictDoUpdate({ target: touchBaseConfig.id, set: config });
    await audit(tx, ctx, { action: "touchBase.config", entityId: "config", ...changed });
    return ctx.now;
  });
}
