/** Reads the newest settings or configuration with who saved it, for the screen that edits it. */
import type { Context } from "../../../db/mod.ts";
import type { VersionKind } from "../../schemas/lending_settings.ts";
import { newestVersion, type Version } from "./_versions.ts";

/** The document in force, read from the database: another process may have saved since this one looked. */
export function readDocument(ctx: Context, kind: VersionKind): Promise<Version> {
  return newestVersion(ctx.db, kind);
}
