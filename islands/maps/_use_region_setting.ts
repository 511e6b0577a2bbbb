import { useState } from "react";
import { startDocument } from "../../lib/client/document_state.ts";
import { fixed } from "../../lib/domain/money.ts";
import { COLOUR_WEIGHT, REGION_LABELS, type RegionSetting } from "../../lib/domain/maps/region_setting.ts";
import { documentChanges } from "../../lib/domain/settings/document_changes.ts";
import { numberProblem } from "../../lib/domain/settings/panel.ts";
import { type DocumentEdit, useDocument, useDocumentStore } from "../forms/use_document.ts";
import { useLeaveGuard } from "../shell/guards.ts";

/** A setting with the instant of its last save in milliseconds; null where nobody has saved it. */
export type SavedRegionSetting = RegionSetting & { savedAt: number | null };

type Version = { savedAt: number | null };
type SaveResult = { data: SavedRegionSetting[] };

export type RegionEdit = DocumentEdit<RegionSetting, Version, SaveResult> & {
  changed: boolean;
  set(change: Partial<RegionSetting>): void;
};

const split = ({ savedAt, ...document }: SavedRegionSetting) => ({ document, version: { savedAt } });

function checkSetting({ colorWeight }: RegionSetting): Record<string, string> {
  const problem = numberProblem(COLOUR_WEIGHT, colorWeight, COLOUR_WEIGHT.label);
  return problem ? { colorWeight: problem } : {};
}

/** How the map draws a region: edited here, saved by savemapsettings. */
export function useRegionSetting(start: SavedRegionSetting): RegionEdit {
  const store = useDocumentStore<RegionSetting, Version>(() => {
    const { document, version } = split(start);
    return startDocument(document, version);
  });
  const edit = useDocument<RegionSetting, Version, SaveResult, SavedRegionSetting>(store, {
    staleId: "stale-region",
    text: {
      nameOf: (path) => REGION_LABELS[path] ?? path,
      textOf: (_, value) =>
        typeof value === "boolean"
          ? (value ? "on" : "off")
          : typeof value === "number"
          ? fixed(value, 2)
          : String(value),
    },
    check: checkSetting,
    path: "/api/loans/savemapsettings",
    body: (draft, { version }) => [{ ...draft, ...version }],
    stored: ({ data: [stored] }) => split(stored),
    theirs: split,
    said: () => "Changes Saved!",
    failed: "Failed Saving!",
    problemText: (_, found) => Object.values(found)[0],
    fieldOf: (name) => name.split(".").at(-1)!,
    focus: (path) => document.getElementById(`region-${path}`)?.focus(),
  });
  const [acts] = useState(() => ({
    set: (change: Partial<RegionSetting>) =>
      edit.acts.edit(Object.keys(change)[0], (draft) => ({ ...draft, ...change })),
  }));
  const changed = documentChanges(edit.base, edit.draft).length > 0;
  useLeaveGuard(changed);
  return { ...edit, ...acts, changed };
}
