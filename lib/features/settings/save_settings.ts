/** Saves the lending settings as a new version (savesettings; loans specification 7.1). */
import type { Context } from "../../../db/mod.ts";
import { completeSettings } from "../../domain/settings/stored_documents.ts";
import type { SaveSettingsData } from "../../schemas/settings/settings.ts";
import { addVersion, type SavedVersion } from "./versions.ts";

/**
 * Takes effect at once; the schema has validated the settings. Parts that are left out, as older clients do, stay as
 * they are in force. Throws 409 for a stale edit.
 */
export function saveSettings(ctx: Context, { settings, basedOn }: SaveSettingsData): Promise<SavedVersion> {
  return addVersion(ctx, "settings", (inForce) => completeSettings({ ...inForce, ...settings }), { basedOn });
}
