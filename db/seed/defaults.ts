/**
 * What a new database starts with: the preset conditions, the first lending settings and the first scoring
 * configuration.
 */
import type { Db } from "../mod.ts";
import { completeSettings } from "../../lib/domain/settings/stored_documents.ts";
import { configVersions, presetConditions, settingsVersions, touchBaseConfig } from "../schema/mod.ts";
import defaultSettings from "./default_settings.json" with { type: "json" };
import { PRESET_CONDITIONS } from "./preset_conditions.ts";
import { SCORING_CONFIG } from "./scoring_config.ts";

/** Adds what is missing; what is there stays as it is. Safe to run at every start, by several processes at once. */
export async function seedDefaults(db: Db, now: number): Promise<void> {
  await db.insert(presetConditions).values([...PRESET_CONDITIONS]).onConflictDoNothing();
  await db.insert(settingsVersions).values({ id: 1, body: completeSettings(defaultSettings), savedAt: now })
    .onConflictDoNothing();
  await db.insert(configVersions).values({ id: 1, body: SCORING_CONFIG, savedAt: now })
    .onConflictDoNothing();
  await db.insert(touchBaseConfig).values({ id: 1 }).onConflictDoNothing();
}
