/** Compares an older version with the one in force. */
import type { Context } from "../../../db/mod.ts";
import { configName, configValueText } from "../../domain/settings/config_names.ts";
import type { FormConfig } from "../../domain/settings/form_config.ts";
import { type Change, documentChanges } from "../../domain/settings/document_changes.ts";
import { settingName, settingValueText } from "../../domain/settings/settings_names.ts";
import type { VersionKind } from "../../schemas/settings.ts";
import { getVersion, newestVersion, type VersionFacts } from "./versions.ts";

/** A cell that differs: its name, and its values in the version and now, as text. */
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
  cells: ComparedCell[];
}

/** The differences between the version and the one in force. Throws not-found. */
export async function compareVersion(ctx: Context, input: { kind: VersionKind; id: number }): Promise<Comparison> {
  const [version, current] = await Promise.all([
    getVersion(ctx.db, input.kind, input.id),
    newestVersion(ctx.db, input.kind),
  ]);
  const configs = [current.body as FormConfig, version.body as FormConfig];
  const cell = ({ path, before, after }: Change): ComparedCell =>
    input.kind === "settings"
      ? { path, name: settingName(path), then: settingValueText(path, before), now: settingValueText(path, after) }
      : {
        path,
        name: configName(path, configs[0]),
        then: configValueText(path, before, configs),
        now: configValueText(path, after, configs),
      };
  const facts = ({ id, savedAt, savedBy }: VersionFacts): VersionFacts => ({ id, savedAt, savedBy });
  return {
    kind: input.kind,
    version: facts(version),
    current: facts(current),
    cells: documentChanges(version.body, current.body).map(cell),
  };
}
