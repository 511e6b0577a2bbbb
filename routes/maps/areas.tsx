import type { ReactNode } from "react";
import { areaFeatures, type AreaVersion, listAreaVersions, outlinesInForce } from "../../lib/features/maps/mod.ts";
import { AreaImport } from "../../islands/maps/AreaImport.tsx";
import { formatInstant } from "../../lib/domain/dates.ts";
import type { AreaFeature } from "../../lib/domain/maps/area_import.ts";
import { REGIONS } from "../../lib/domain/places/regions.ts";
import { countText, newestText } from "../../lib/domain/money.ts";
import { shapesWith } from "../../lib/server/areas/send_areas.ts";
import type { Context } from "../../lib/server/http.ts";
import { idOf } from "../../lib/server/id_of.ts";
import { Island } from "../../lib/server/island.tsx";
import { mapShapes } from "../../lib/server/map_shapes.ts";
import { page, type ViewProps } from "../../lib/server/page.tsx";
import { Notice } from "../../lib/ui/notice.tsx";
import { Tag } from "../../lib/ui/states.tsx";
import { AreaDrawings } from "./_area_drawings.tsx";

const PATH = "/dashboard/maploans/areas";

/** Areas to draw, and the regions that a version lacks; null are the approximate ones. */
function shapesOf(features: readonly AreaFeature[] | null) {
  const imported = new Set(features?.map(({ properties }) => properties.name));
  return {
    areas: features === null ? mapShapes().areas : shapesWith(features),
    lacking: features === null ? [] : REGIONS.map(({ name }) => name).filter((name) => !imported.has(name)),
  };
}

async function load(ctx: Context, query: Readonly<Record<string, string>>) {
  const versionId = query.version === undefined ? null : idOf(query.version, "version of the areas");
  const [present, listed, features] = await Promise.all([
    outlinesInForce(ctx.db),
    listAreaVersions(ctx),
    versionId === null ? null : areaFeatures(ctx, versionId),
  ]);
  const inForce = present?.version ?? null, shown = versionId ?? inForce;
  const before = shown === inForce ? null : shapesOf(present?.features ?? null).areas;
  return { inForce, shown, ...listed, ...shapesOf(features ?? present?.features ?? null), before };
}

type Props = Awaited<ReturnType<typeof load>> & ViewProps;

/** A button that chooses areas, and works without script. */
function UseButton({ version, children }: { version: number | null; children: ReactNode }): ReactNode {
  return (
    <form method="post" action="/api/loans/useareas">
      <input type="hidden" name="version" value={version ?? ""} />
      <button className="btn slim" type="submit">{children}</button>
    </form>
  );
}

function versionName(versions: readonly AreaVersion[], version: number | null): string {
  if (version === null) return "Approximate areas";
  return versions.find(({ id }) => id === version)?.name ?? `Version ${version}`;
}

/** What is drawn, and what may be done with it. */
function Shown({ inForce, shown, versions, lacking, areas, before }: Props): ReactNode {
  const rough = shown === null
    ? "Cells around the centres of postal areas: good for a coloured map, not legal boundaries."
    : lacking.length > 0
    ? `Grey areas stay approximate, as the file lacks them: ${lacking.join(", ")}.`
    : "Every region has an area of this file.";
  return (
    <section className="part" aria-labelledby="areas-shown">
      <header>
        <h2 id="areas-shown">{versionName(versions, shown)}</h2>
        {shown === inForce
          ? <Tag on>In force</Tag>
          : <UseButton version={shown}>Draw the maps by these areas</UseButton>}
        {inForce !== null && shown === inForce && <UseButton version={null}>Back to the approximate areas</UseButton>}
      </header>
      <p className="mute">
        {rough}
        {before && " Dashed: the areas in force."}
      </p>
      <AreaDrawings areas={areas} before={before} approximate={new Set(lacking)} />
    </section>
  );
}

function Versions({ inForce, shown, versions, all }: Props): ReactNode {
  if (versions.length === 0) return null;
  const part = newestText(versions.length, all);
  return (
    <section className="part" aria-labelledby="areas-versions">
      <header>
        <h2 id="areas-versions">Imported versions</h2>
        {part && <p className="align-end">{part}</p>}
      </header>
      <div className="area-versions" role="region" aria-label="Versions as a table" tabIndex={0}>
        <table className="table">
          <thead>
            <tr>
              <th scope="col">File</th>
              <th scope="col" className="numeric">Areas</th>
              <th scope="col" className="numeric">Points</th>
              <th scope="col">Imported</th>
              <th scope="col">
                <span className="visually-hidden">Look at it</span>
              </th>
            </tr>
          </thead>
          <tbody>
            {versions.map(({ id, name, areas, points, uploadedAt, uploadedBy }) => (
              <tr key={id}>
                <th scope="row">{name}</th>
                <td className="numeric">{areas}</td>
                <td className="numeric">{countText(points)}</td>
                <td>{`${formatInstant(uploadedAt)}${uploadedBy ? `, ${uploadedBy}` : ""}`}</td>
                <td className="numeric">
                  {id === inForce
                    ? <Tag on>In force</Tag>
                    : id === shown
                    ? <Tag>Shown</Tag>
                    : (
                      <a href={`${PATH}?version=${id}`}>
                        Look at it<span className="visually-hidden">{`: ${name}`}</span>
                      </a>
                    )}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </section>
  );
}

function AreasScreen(props: Props): ReactNode {
  return (
    <>
      {props.form?.reason && <Notice band="red">{props.form.reason}</Notice>}
      <Shown {...props} />
      <section className="part" aria-labelledby="areas-import">
        <header>
          <h2 id="areas-import">Import official areas</h2>
        </header>
        <Island of={AreaImport} />
        <noscript>
          <Notice band="yellow">Turn on JavaScript to import areas.</Notice>
        </noscript>
      </section>
      <Versions {...props} />
    </>
  );
}

/** The areas by which maps are drawn: imported versions over the approximate ones (docs/operations.md, Maps). */
export const areasPage = page({
  path: PATH,
  permission: "manageSettings",
  shell: "dashboard",
  title: "Areas of the regions",
  load: (ctx, { query }) => load(ctx, query),
  view: AreasScreen,
});
