/** Puts an earlier version in force again, as a new version: nothing that was saved is lost. */
import * as v from "valibot";
import type { Context } from "../../../db/mod.ts";
import { invalid } from "../../domain/refusal.ts";
import { ConfigDocument, SettingsDocument, type VersionKind } from "../../schemas/settings.ts";
import { addVersion, getVersion, type Saved } from "./versions.ts";

/**
 * Throws not-found for an unknown version, 409 for a stale page, and 422 for a version that today's rules refuse, with
 * the first reason.
 */
export async function restoreVersion(
  ctx: Context,
  input: { kind: VersionKind; id: number; basedOn?: number },
): Promise<Saved> {
  const { body } = await getVersion(ctx.db, input.kind, input.id);
  const checked = v.safeParse(input.kind === "settings" ? SettingsDocument : ConfigDocument, body, {
    abortPipeEarly: true,
  });
  if (!checked.success) throw invalid(`This version cannot be restored. ${checked.issues[0].message}`);
  return await addVersion(ctx, input.kind, body as object, { basedOn: input.basedOn, restored: input.id });
}
