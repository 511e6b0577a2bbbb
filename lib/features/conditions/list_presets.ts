/** The condition presets. */
import { asc } from "drizzle-orm";
import { type Context, prepareJsonRows } from "../../../db/mod.ts";
import { presetConditions } from "../../../db/schema/mod.ts";
import type { NotedPreset } from "../../domain/loans/condition_item.ts";
import { preparedBy } from "../../../db/prepared.ts";

const byId = preparedBy((db, _key: "presets") =>
  prepareJsonRows(db, db.select().from(presetConditions).orderBy(asc(presetConditions.id)))
);

/** The twenty presets with their instructions for brokers (loans specification 3.5). */
export async function listPresets(ctx: Context): Promise<NotedPreset[]> {
  return await byId(ctx.db, "presets").all() as NotedPreset[];
}
