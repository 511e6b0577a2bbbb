/** Compares a version with the one in force, or with the one before it. */
import type { Context } from "../../../db/mod.ts";
import type { LendingSettings } from "../../domain/lending/settings.ts";
import { configName, configValueText } from "../../domain/settings/config_names.ts";
import type { FormConfig } from "../../domain/settings/form_config.ts";
import { type Change, documentChanges } from "../../domain/settings/document_changes.ts";
import { settingName, settingValueText } from "../../domain/settings/settings_names.ts";
import type { StoredDocuments } from "../../domain/settings/stored_documents.ts";
import type { CompareWith, VersionKind } from "../../schemas/settings/settings.ts";
import { getVersion, newestVersion, versionBefore, type VersionFacts } from "./versions.ts";

/** A cell that differs: its name, and its values in the older and in the newer version, as text. */
export interface ComparedCell {
  path: string;
  name: string;
  then: string;
  now: string;
}

export interface Comparison {
  kind: VersionKind;
  version: VersionFacts;
  current: VersionFacts;
  /** `current`: the version and the one in force. `before`: the one before the version, and the version. */
  with: CompareWith;
  cells: ComparedCell[];
}

/** The partners' addresses, which no restore takes back: they are people, not rules of lending. */
export const withPartnersOf = <T extends StoredDocuments[VersionKind]>(
  body: T,
  from: StoredDocuments[VersionKind],
): T =>
  "partnerEmails" in body || "partnerEmails" in from
    ? { ...body, partnerEmails: (from as LendingSettings).partnerEmails }
    : body;

/**
 * The differences between the version and the one in force, but for what a restore leaves alone; or, `with` the one
 * before, everything that its save changed. Throws not-found.
 */
export async function compareVersion(
  ctx: Context,
  input: { kind: VersionKind; id: number; with?: CompareWith },
): Promise<Comparison> {
  const { kind, id, with: other = "current" } = input;
  const [version, current] = await Promise.all([getVersion(ctx.db, kind, id), newestVersion(ctx.db, kind)]);
  const [older, newer] = other === "current"
    ? [withPartnersOf(version.body, current.body), current.body]
    : [(await versionBefore(ctx.db, kind, id) ?? version).body, version.body];
  const configs = [newer as FormConfig, older as FormConfig];
  const cell = ({ path, before, after }: Change): ComparedCell =>
    kind === "settings"
      ? { path, name: settingName(path), then: settingValueText(path, before), now: settingValueText(path, after) }
      : {
        path,
        name: configName(path, configs[0]),
        then: configValueText(path, before, configs),
        now: configValueText(path, after, configs),
      };
  const facts = ({ id, savedAt, savedBy }: VersionFacts): VersionFacts => ({ id, savedAt, savedBy });
  return {
    kind,
    version: facts(version),
    current: facts(current),
    with: other,
    cells: documentChanges(older, newer).map(cell),
  };
}
