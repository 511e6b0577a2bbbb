/** The versions of the settings or the configuration, newest first: who, when, and the number of changes. */
import { and, desc, eq, lt } from "drizzle-orm";
import type { Context } from "../../../db/mod.ts";
import { accounts, configVersions, settingsVersions } from "../../../db/schema/mod.ts";
import { configName } from "../../domain/settings/config_names.ts";
import { documentChanges } from "../../domain/settings/document_changes.ts";
import type { FormConfig } from "../../domain/settings/form_config.ts";
import { settingName } from "../../domain/settings/settings_names.ts";
import type { VersionKind } from "../../schemas/settings/settings.ts";
import type { VersionFacts } from "./versions.ts";

/** Page size. */
const VERSIONS_PAGE = 25;

export interface ListedVersion extends VersionFacts {
  /** Cells changed by this save; null for the first version. */
  changes: number | null;
  /** The names of the first of them. */
  first: string[];
}

/** Number of changed cells that a row of the list names. */
const NAMED = 2;

/** A page of versions below `before`, and the start of the next page (null: none). */
export async function listVersions(
  ctx: Context,
  input: { kind: VersionKind; before?: number },
): Promise<{ versions: ListedVersion[]; next: number | null }> {
  const table = input.kind === "settings" ? settingsVersions : configVersions;
  const { id, body, savedAt } = table;
  const rows = await ctx.db.select({ id, body, savedAt, savedBy: accounts.name }).from(table)
    .leftJoin(accounts, eq(accounts.id, table.savedBy))
    .where(and(input.before === undefined ? undefined : lt(id, input.before)))
    .orderBy(desc(id)).limit(VERSIONS_PAGE + 1);
  const versions = rows.slice(0, VERSIONS_PAGE).map(({ id, savedAt, savedBy, body }, i) => {
    const changes = rows[i + 1] ? documentChanges(rows[i + 1].body, body) : null;
    const nameOf = (path: string) =>
      input.kind === "settings" ? settingName(path) : configName(path, body as FormConfig);
    return {
      id,
      savedAt,
      savedBy: savedBy ?? "",
      changes: changes && changes.length,
      first: (changes ?? []).slice(0, NAMED).map(({ path }) => nameOf(path)),
    };
  });
  return { versions, next: rows.length > VERSIONS_PAGE ? versions.at(-1)!.id : null };
}
