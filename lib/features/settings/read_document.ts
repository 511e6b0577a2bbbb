/** Reads the newest settings or configuration with who saved it, for the screen that edits it. */
import type { Context } from "../../../db/mod.ts";
import type { LendingSettings } from "../../domain/lending/settings.ts";
import { completeSettings } from "../../domain/settings/map_settings.ts";
import type { VersionKind } from "../../schemas/settings.ts";
import { newestVersion, type Version } from "./versions.ts";

/**
 * The document in force, read from the database: another process may have saved since this one looked. Settings come
 * with the parts that an older document leaves out.
 */
export async function readDocument(ctx: Context, kind: VersionKind): Promise<Version> {
  const version = await newestVersion(ctx.db, kind);
  return kind === "settings" ? { ...version, body: completeSettings(version.body as LendingSettings) } : version;
}
