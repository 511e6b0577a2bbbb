import { type ReactNode, useMemo, useState } from "react";
import type { LendingSettings } from "../../lib/domain/lending/settings.ts";
import type { RatedRegion } from "../../lib/domain/maps/colour_changes.ts";
import { GENERAL_SECTIONS, PARTNERS } from "../../lib/domain/settings/general_panels.ts";
import { isSorted, type SettingsSection } from "../../lib/domain/settings/panel.ts";
import { valueAt } from "../../lib/domain/settings/paths.ts";
import { RATING_SECTIONS } from "../../lib/domain/settings/rating_panels.ts";
import {
  selectorNamed,
  selectorOf,
  settingName,
  type SettingsPanelName,
  settingValueText,
} from "../../lib/domain/settings/settings_names.ts";
import { settingsProblems, sortedSettings } from "../../lib/domain/settings/settings_problems.ts";
import { weightShares } from "../../lib/domain/settings/weight_shares.ts";
import { Icon } from "../../lib/ui/icon.tsx";
import { useBack } from "../shell/use_back.ts";
import { MapPreview } from "./_map_preview.tsx";
import { SettingsBar } from "./_settings_bar.tsx";
import { SettingsHead } from "./settings_head.tsx";
import { SettingsPanel } from "./_settings_panel.tsx";
import { usePreview } from "./_settings_preview.tsx";
import { type SettingsEdit, useSettingsDocument, type VersionInfo } from "./settings_document.ts";

/** What stands at the end of a section's head: its share of the weight, or how much is in it. */
function extent(fold: SettingsSection, settings: LendingSettings, shares: Readonly<Record<string, number>>): string {
  if (fold.id in shares) return `${Math.round(shares[fold.id] * 100)}% of the weight`;
  let rows = 0, cells = 0;
  for (const panel of fold.panels) {
    if (panel.kind === "table") rows += (valueAt(settings, panel.path) as unknown[]).length;
    else if (panel.kind === "fields") cells += panel.cells.length;
  }
  if (fold.panels.every(({ kind }) => kind === "table")) {
    return rows === 1 ? "1 row" : rows === 0 ? "None" : `${rows} rows`;
  }
  return rows > 0 ? `${rows} rows` : fold.id === "quote" ? `${cells} assumptions` : `${cells} values`;
}

/** The choices that tables of the document give to other cells. */
function useTables(settings: LendingSettings) {
  const { regions } = settings.pricing;
  const { employer, uop, lit } = settings.ratings;
  return useMemo(() => {
    const named = (rows: readonly { value: string }[]) =>
      rows.filter(({ value }) => value !== "").map(({ value }) => ({ value, label: value }));
    return {
      "pricing.regions": named(regions),
      "ratings.employer": named(employer),
      "ratings.uop": named(uop),
      "ratings.lit": named(lit),
    };
  }, [regions, employer, uop, lit]);
}

const panelHere = () => selectorNamed(new URLSearchParams(location.search).get("panel"));

/** Loan Rating and General Settings: two views of one document, saved as a whole (loans specification 2.6). */
export function SettingsEditor(props: {
  settings: LendingSettings;
  version: VersionInfo;
  panel: SettingsPanelName;
  canEdit: boolean;
  /** The regions that the map draws by their market, with their newest report. */
  regions: RatedRegion[];
}): ReactNode {
  const { canEdit } = props;
  const [panel, setPanel] = useState(props.panel);
  const show = (name: SettingsPanelName) => {
    if (name !== panelHere()) history.pushState(null, "", `?panel=${name}`);
    setPanel(name);
  };
  useBack(() => setPanel(panelHere()));
  const edit = useSettingsDocument<LendingSettings>({
    start: props.settings,
    version: props.version,
    call: "/api/loans/savesettings",
    nameOf: settingName,
    textOf: settingValueText,
    said: "Changes Saved!",
    problems: settingsProblems,
    problemsInPlace: (draft) => settingsProblems(draft, "any order"),
    tidy: sortedSettings,
    reveal: (path) => show(selectorOf(path)),
  });
  const { draft, errors, changes, cells: acts } = edit;
  const sound = changes.length > 0 && settingsProblems(sortedSettings(draft)).length === 0;
  const preview = usePreview(sound ? { settings: sortedSettings(draft) } : null);
  const tables = useTables(draft);
  const shares = weightShares(draft);
  const folds = panel === "rating" ? RATING_SECTIONS : GENERAL_SECTIONS;
  const given = { errors, acts, canEdit, tables };

  return (
    <>
      <SettingsHead
        here={panel}
        version={edit.version}
        kind="settings"
        onPick={(screen) => {
          if (screen === "form") return false;
          show(screen);
          return true;
        }}
      />
      {folds.map((fold, i) => {
        const wrong = Object.keys(errors).filter((path) =>
          fold.panels.some((one) => path === one.path || path.startsWith(`${one.path}.`))
        ).length;
        return (
          <details key={fold.id} className="fold" id={`fold-${fold.id}`} open={i === 0}>
            <summary>
              <Icon name="chevron-right" />
              <h2>{fold.title}</h2>
              <span>{wrong > 0 ? `${wrong} wrong` : extent(fold, draft, shares)}</span>
            </summary>
            <div>
              {fold.panels.map((one) => (
                <SettingsPanel key={one.path} panel={one} value={valueAt(draft, one.path)} {...given} />
              ))}
              {fold.id === "map" && <MapPreview regions={props.regions} base={edit.base} draft={draft} />}
              {fold.panels.some((one) => one.kind === "table" && isSorted(one)) && canEdit && (
                <p className="hint">Saving sorts rows of numbers.</p>
              )}
            </div>
          </details>
        );
      })}
      {panel === "general" && <SettingsPanel panel={PARTNERS} value={draft.partnerEmails ?? []} {...given} />}
      {canEdit && <SettingsBar edit={edit as unknown as SettingsEdit<object>} preview={preview} />}
    </>
  );
}
