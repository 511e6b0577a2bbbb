/** Saves the scoring configuration as a new version (saveconfig; loans specification 3.6 and 7.1). */
import type { Context } from "../../../db/mod.ts";
import { configWarnings } from "../../domain/settings/config_warnings.ts";
import type { SaveConfigData } from "../../schemas/settings/settings.ts";
import { addVersion, type SavedVersion } from "./versions.ts";

/**
 * Returns mismatches between configuration and settings, which are allowed. Takes effect at once. Throws 409 for a
 * stale edit.
 */
export async function saveConfig(
  ctx: Context,
  { config, basedOn }: SaveConfigData,
): Promise<SavedVersion & { warnings: string[] }> {
  const saved = await addVersion(ctx, "config", () => config, { basedOn });
  return { ...saved, warnings: configWarnings(config, ctx.lending().settings) };
}
