/** The newest settings or configuration with who saved it, for editing. */
import type { Context } from "../../../db/mod.ts";
import type { VersionKind } from "../../schemas/settings/settings.ts";
import { newestVersion, type Version } from "./versions.ts";

/** The document in force, read from the database, as another process may have saved it. */
export const readDocument = (ctx: Context, kind: VersionKind): Promise<Version> => newestVersion(ctx.db, kind);
