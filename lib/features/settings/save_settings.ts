/** Saves the lending settings as a new version (savesettings; spec 001, section 7.1). */
import type { Context } from "../../../db/mod.ts";
import type { SaveSettingsData } from "../../schemas/settings.ts";
import { addVersion, type Saved } from "./versions.ts";

/** The settings count from now on. The schema has refused what may not be; throws 409 for a stale edit. */
export function saveSettings(ctx: Context, { settings, basedOn }: SaveSettingsData): Promise<Saved> {
  return addVersion(ctx, "settings", settings, { basedOn });
}
