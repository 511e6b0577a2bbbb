/** The newest settings or configuration with who saved it, for editing. */
import type { Context } from "../../../db/mod.ts";
import type { LendingSettings } from "../../domain/lending/settings.ts";
import { completeSettings } from "../../domain/settings/map_settings.ts";
import type { VersionKind } from "../../schemas/settings.ts";
import { newestVersion, type Version } from "./versions.ts";

/**
 * The document in force, read from the database, as another process may have saved it. Settings get the parts that an
 * older document lacks.
 */
export async function readDocument(ctx: Context, kind: VersionKind): Promise<Version> {
  const version = await newestVersion(ctx.db, kind);
  return kind === "settings" ? { ...version, body: completeSettings(version.body as LendingSettings) } : version;
}
