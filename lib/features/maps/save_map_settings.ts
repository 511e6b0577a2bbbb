/** Saves how the map draws regions (savemapsettings; loans specification 7.3). */
import { type Context, inTransaction, type Tx } from "../../../db/mod.ts";
import { regionSettings } from "../../../db/schema/mod.ts";
import { withForcedPredict } from "../../domain/maps/region_setting.ts";
import { stale } from "../../domain/refusal.ts";
import type { SaveMapSettingsInput } from "../../schemas/maps/market.ts";
import { audit, changes } from "../audit.ts";
import { lastSave, rowsOf } from "../last_save.ts";
import { reportsOf, type SavedSetting, settingOf } from "./_reports.ts";

/**
 * Saves the settings of the regions that are sent, all or none, and answers them as they are stored: a region without
 * reports has predict off. Throws 409 where one was saved after its `savedAt`.
 */
export async function saveMapSettings(ctx: Context, input: SaveMapSettingsInput): Promise<SavedSetting[]> {
  return await inTransaction(ctx.db, async (tx) => {
    const saved: SavedSetting[] = [];
    for (const sent of input) saved.push(await saveOne(tx, ctx, sent));
    return saved;
  });
}

async function saveOne(tx: Tx, ctx: Context, sent: SaveMapSettingsInput[number]): Promise<SavedSetting> {
  const { savedAt: seenAt, ...entered } = sent;
  const { savedAt, ...stored } = await settingOf(tx, entered.name);
  const hasData = (await reportsOf(tx, entered.name)).length > 0;
  const setting = withForcedPredict(entered, hasData);
  const { before, after } = changes(withForcedPredict(stored, hasData), setting);
  if (Object.keys(after).length === 0) return { ...setting, savedAt };
  if (seenAt !== undefined && seenAt !== savedAt) {
    const last = await lastSave(tx, rowsOf(["region.setting"], entered.name));
    throw stale(`how the map draws ${entered.name}`, last, { ...withForcedPredict(stored, hasData), savedAt });
  }
  const row = { ...setting, savedAt: Math.max(ctx.now, (savedAt ?? 0) + 1) };
  await tx.insert(regionSettings).values(row).onConflictDoUpdate({ target: regionSettings.name, set: row });
  await audit(tx, ctx, { action: "region.setting", entityId: entered.name, before, after });
  return row;
}
