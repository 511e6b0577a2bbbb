import type { ReactNode } from "react";
import { listMarkets } from "../../lib/features/maps/mod.ts";
import { readDocument, type VersionFacts } from "../../lib/features/settings/mod.ts";
import { FormConfigEditor } from "../../islands/settings/FormConfigEditor.tsx";
import { SettingsEditor } from "../../islands/settings/SettingsEditor.tsx";
import type { LendingSettings } from "../../lib/domain/lending/settings.ts";
import type { RatedRegion } from "../../lib/domain/maps/colour_changes.ts";
import type { FormConfig } from "../../lib/domain/settings/form_config.ts";
import { selectorNamed, type SettingsPanelName } from "../../lib/domain/settings/settings_names.ts";
import type { Context } from "../../lib/server/http.ts";
import { Island } from "../../lib/server/island.tsx";
import { page, type PageRequest, type ViewProps } from "../../lib/server/page.tsx";
import { Notice } from "../../lib/ui/notice.tsx";
import { loadVersions, type VersionsData, VersionsScreen } from "./_versions.tsx";

type Data =
  | {
    screen: SettingsPanelName;
    settings: Required<LendingSettings>;
    version: VersionFacts;
    regions: RatedRegion[];
  }
  | { screen: "form"; config: FormConfig; version: VersionFacts }
  | { screen: "versions"; versions: VersionsData };

async function load(ctx: Context, { query }: PageRequest): Promise<{ data: Data }> {
  if (query.panel === "versions") return { data: { screen: "versions", versions: await loadVersions(ctx, query) } };
  if (query.panel === "form") {
    const { body, ...version } = await readDocument(ctx, "config");
    return { data: { screen: "form", config: body as FormConfig, version } };
  }
  const [{ body, ...version }, regions] = await Promise.all([readDocument(ctx, "settings"), drawnByMarket(ctx)]);
  return {
    data: { screen: selectorNamed(query.panel), settings: body as Required<LendingSettings>, version, regions },
  };
}

/** The regions whose colour the map settings decide. */
async function drawnByMarket(ctx: Context): Promise<RatedRegion[]> {
  const { markets } = await listMarkets(ctx);
  return markets.flatMap(({ name, report, setting: { enabled, predict } }) =>
    report && enabled && predict ? [{ name, report }] : []
  );
}

const NeedsScript = (): ReactNode => (
  <noscript>
    <Notice>Turn on JavaScript to change settings. Without it you can read them here.</Notice>
  </noscript>
);

function SettingsScreen({ data, can, form }: { data: Data } & ViewProps): ReactNode {
  const canEdit = can.manageSettings;
  switch (data.screen) {
    case "versions":
      return <VersionsScreen {...data.versions} canEdit={canEdit} refused={form?.reason ?? ""} />;
    case "form":
      return (
        <>
          <NeedsScript />
          <Island of={FormConfigEditor} config={data.config} version={data.version} canEdit={canEdit} />
        </>
      );
    default:
      return (
        <>
          <NeedsScript />
          <Island
            of={SettingsEditor}
            settings={data.settings}
            version={data.version}
            panel={data.screen}
            canEdit={canEdit}
            regions={data.regions}
          />
        </>
      );
  }
}

/**
 * Global Settings (loans specification 2.6), with the application form and all versions.
 */
export const settingsPage = page({
  path: "/dashboard/settings",
  permission: "manageSettings",
  shell: "dashboard",
  title: "Global Settings",
  load,
  paper: ({ data: { screen } }) => [screen === "versions" && "Versions"],
  view: SettingsScreen,
});
