/** Restores an earlier version as a new version. */
import * as v from "valibot";
import type { Context } from "../../../db/mod.ts";
import { invalid } from "../../domain/refusal.ts";
import { sentenceOf } from "../../schemas/issue_sentence.ts";
import { ConfigDocument, SettingsDocument, type VersionKind } from "../../schemas/settings/settings.ts";
import { withPartnersOf } from "./compare_version.ts";
import { addVersion, getVersion, type SavedVersion } from "./versions.ts";

/**
 * The partners' addresses stay as they are in force. Throws not-found for an unknown version, 409 for a stale page, and
 * 422 with the first reason for a version that is no longer valid.
 */
export async function restoreVersion(
  ctx: Context,
  input: { kind: VersionKind; id: number; basedOn?: number },
): Promise<SavedVersion> {
  const { body } = await getVersion(ctx.db, input.kind, input.id);
  // Its partners' addresses are not restored: an old one that today's rule of addresses refuses is in nobody's way.
  const rules = "partnerEmails" in body ? { ...body, partnerEmails: [] } : body;
  const checked = v.safeParse(input.kind === "settings" ? SettingsDocument : ConfigDocument, rules, {
    abortPipeEarly: true,
  });
  if (!checked.success) throw invalid(`This version cannot be restored. ${sentenceOf(checked.issues[0])}`);
  return await addVersion(ctx, input.kind, (inForce) => withPartnersOf(body, inForce), {
    basedOn: input.basedOn,
    restored: input.id,
  });
}
