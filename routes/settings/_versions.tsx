import type { ReactNode } from "react";
import { compareVersion, type Comparison, type ListedVersion, listVersions } from "../../lib/features/settings/mod.ts";
import { RestoreVersion } from "../../islands/settings/RestoreVersion.tsx";
import { SettingsHead } from "../../islands/settings/settings_head.tsx";
import { formatInstant } from "../../lib/domain/dates.ts";
import { versionsQuery } from "../../lib/schemas/settings/versions.ts";
import type { Context } from "../../lib/server/http.ts";
import { idOf } from "../../lib/server/id_of.ts";
import { Island } from "../../lib/server/island.tsx";
import { Notice } from "../../lib/ui/notice.tsx";
import { DataTable } from "../../lib/ui/table.tsx";
import { Tabs } from "../../lib/ui/tabs.tsx";
import { Tag } from "../../lib/ui/states.tsx";

type Kind = Comparison["kind"];

export type VersionsData = {
  kind: Kind;
  versions: ListedVersion[];
  next: number | null;
  /** Id of the version in force, if it is on this page of the list. */
  newest: number | null;
  compared: Comparison | null;
};

const listAddress = (kind: Kind, before = 0): string => versionsQuery.address({ panel: "versions", kind, before });

/** Loads a page of the list, or the comparison of one version. Throws not-found for an unknown id. */
export async function loadVersions(ctx: Context, query: Readonly<Record<string, string>>): Promise<VersionsData> {
  const { kind, before } = versionsQuery.parse(query);
  if (query.id !== undefined) {
    const other = query.with === "before" ? "before" : "current";
    const compared = await compareVersion(ctx, { kind, id: idOf(query.id, "version"), with: other });
    return { kind, versions: [], next: null, newest: compared.current.id, compared };
  }
  const { versions, next } = await listVersions(ctx, { kind, before: before || undefined });
  return { kind, versions, next, newest: before === 0 ? versions[0]?.id ?? null : null, compared: null };
}

const who = (savedBy: string) => savedBy || "The installation";
const changeCountText = (count: number) => `${count} change${count === 1 ? "" : "s"}`;

/** What a save changed, by its first cells, with the way to all of them. */
function Changed({ version, kind }: { version: ListedVersion; kind: Kind }): ReactNode {
  const { id, changes, first } = version;
  if (changes === null) return "First version";
  const more = changes - first.length;
  return (
    <>
      <a href={`${listAddress(kind)}&id=${id}&with=before`}>{changeCountText(changes)}</a>
      {`: ${first.join("; ")}${more > 0 ? `; and ${more} more` : ""}`}
    </>
  );
}

function List(props: VersionsData): ReactNode {
  const { kind, versions, next, newest } = props;
  return (
    <>
      <DataTable
        caption="Versions, newest first"
        folds
        className="versions no-pick"
        head={
          <tr role="row">
            <th role="columnheader" scope="col">Saved</th>
            <th role="columnheader" scope="col">By</th>
            <th role="columnheader" scope="col">What</th>
            <th role="columnheader" scope="col">
              <span className="visually-hidden">Compare</span>
            </th>
            <th role="columnheader" scope="col" className="fold-only">Details</th>
          </tr>
        }
      >
        {versions.map((version) => (
          <tr role="row" key={version.id}>
            <th role="rowheader" scope="row" className="row-title">{formatInstant(version.savedAt)}</th>
            <td role="cell" className="fold-hidden long-text">{who(version.savedBy)}</td>
            <td role="cell" className="fold-hidden">
              <Changed version={version} kind={kind} />
            </td>
            <td role="cell" className="numeric row-value">
              {version.id === newest ? <Tag on>In force</Tag> : (
                <a href={`${listAddress(kind)}&id=${version.id}`}>
                  Compare<span className="visually-hidden">
                    {` with now: the version of ${formatInstant(version.savedAt)}`}
                  </span>
                </a>
              )}
            </td>
            <td role="cell" className="row-detail fold-only">
              {`${who(version.savedBy)}: `}
              <Changed version={version} kind={kind} />
            </td>
          </tr>
        ))}
      </DataTable>
      {next !== null && (
        <p className="btn-row">
          <a className="btn slim" href={listAddress(kind, next)}>Older versions</a>
        </p>
      )}
    </>
  );
}

function Compared(props: { comparison: Comparison; canEdit: boolean }): ReactNode {
  const { kind, version, current, with: other, cells } = props.comparison;
  const withNow = other === "current";
  const list = listAddress(kind);
  return (
    <section className="part compared" aria-labelledby="compared">
      <header>
        <h2 id="compared">{`Version of ${formatInstant(version.savedAt)}`}</h2>
        <p className="align-end">{version.savedBy ? `Saved by ${version.savedBy}` : "As installed"}</p>
      </header>
      {cells.length === 0
        ? (
          <p className="mute">
            {withNow ? "It is the same as what is in force now." : "It is the first version: nothing is before it."}
          </p>
        )
        : (
          <>
            <table className="table compare">
              <caption className="visually-hidden">Cells that differ</caption>
              <thead>
                <tr>
                  <th scope="col">{`${cells.length} ${cells.length === 1 ? "cell differs" : "cells differ"}`}</th>
                  <th scope="col">{withNow ? "In this version" : "Before"}</th>
                  <th scope="col">{withNow ? "Now" : "In this version"}</th>
                </tr>
              </thead>
              <tbody>
                {cells.map((cell) => (
                  <tr key={cell.path}>
                    <th scope="row">{cell.name}</th>
                    <td>{cell.then}</td>
                    <td>{cell.now}</td>
                  </tr>
                ))}
              </tbody>
            </table>
            {props.canEdit && withNow && (
              <Island
                of={RestoreVersion}
                kind={kind}
                id={version.id}
                basedOn={current.id}
              />
            )}
          </>
        )}
      {(cells.length === 0 || !withNow) && (
        <p className="btn-row">
          {!withNow && version.id !== current.id && (
            <a className="btn" href={`${list}&id=${version.id}`}>Compare with now</a>
          )}
          <a className="btn" href={list}>Back to the list</a>
        </p>
      )}
    </section>
  );
}

/** Every version of the settings or the application form: who, when, changes, and a button to restore it. */
export function VersionsScreen(props: VersionsData & { canEdit: boolean; refused: string }): ReactNode {
  const { kind, compared, canEdit, refused } = props;
  return (
    <>
      <SettingsHead here="versions" version={null} kind={kind} />
      <Tabs
        label="Versions of"
        tabs={[
          { href: listAddress("settings"), label: "Settings", here: kind === "settings" },
          { href: listAddress("config"), label: "Application form", here: kind === "config" },
        ]}
      />
      {refused && <Notice band="red" live>{refused}</Notice>}
      {compared ? <Compared comparison={compared} canEdit={canEdit} /> : <List {...props} />}
    </>
  );
}
