/** The presets that an administrator chooses from. */
import { asc } from "drizzle-orm";
import type { Context } from "../../../db/mod.ts";
import { presetConditions } from "../../../db/schema/mod.ts";
import type { NotedPreset } from "../../domain/loan/condition_item.ts";

/** The twenty presets with what brokers are told to send (spec 001, section 3.5). */
export async function listPresets(ctx: Context): Promise<NotedPreset[]> {
  return await ctx.db.select().from(presetConditions).orderBy(asc(presetConditions.id)) as NotedPreset[];
}
