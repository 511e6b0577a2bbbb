/** Every cell of the settings by path, with its name on the screen. */
import { isObject, type Row } from "./document_changes.ts";
import { GENERAL_SECTIONS, PARTNERS } from "./general_panels.ts";
import {
  type Cell,
  cellValueText,
  isCounted,
  labelInSentence,
  labelOf,
  type Panel,
  rowName,
  titleOf,
} from "./panel.ts";
import { RATING_SECTIONS } from "./rating_panels.ts";

export type SettingsPanelName = "rating" | "general";

/** The selector that an address names; the rating where it names none. */
export const selectorNamed = (text: unknown): SettingsPanelName => text === "general" ? "general" : "rating";

/** Every panel, in the order of the screen. */
export const PANELS: readonly Panel[] = [
  ...[...RATING_SECTIONS, ...GENERAL_SECTIONS].flatMap((fold) => fold.panels),
  PARTNERS,
];

/** The panel that contains the path of a problem or change. */
export function panelAt(path: string): Panel | undefined {
  return PANELS.find((panel) =>
    path === panel.path || /^[.[#]/.test(path.slice(panel.path.length)) && path.startsWith(panel.path)
  );
}

/** The choice of the selector that shows a path. */
export function selectorOf(path: string): SettingsPanelName {
  const panel = panelAt(path);
  return panel && RATING_SECTIONS.some((fold) => fold.panels.includes(panel)) ? "rating" : "general";
}

const cellsOf = (panel: Panel): readonly Cell[] =>
  panel.kind === "table" ? panel.columns : panel.kind === "fields" ? panel.cells : [];

/** The name of a changed path: `Debt service, Net TDSC from 0.80: Score`. */
export function settingName(path: string): string {
  const panel = panelAt(path);
  if (!panel) return path;
  const rest = path.slice(panel.path.length);
  const row = /^\[(.*)\](?:\.(\w+))?$/.exec(rest);
  if (panel.kind === "table" && row) {
    const [first] = panel.columns;
    const value = first.kind === "number" ? Number(row[1]) : row[1];
    const name = `${titleOf(panel)}, ${rowName(panel, { [first.key]: value }, 0)}`;
    const cell = cellsOf(panel).find(({ key }) => key === row[2]);
    return cell ? `${name}: ${labelOf(cell)}` : name;
  }
  const cell = cellsOf(panel).find(({ key }) => `.${key}` === rest);
  if (cell) return `${titleOf(panel)}: ${labelOf(cell)}`;
  return rest === "#order" ? `${titleOf(panel)}: order` : titleOf(panel);
}

const rowText = (cells: readonly Cell[], row: Row): string =>
  cells.filter((cell) => isCounted(cell, row))
    .map((cell) => `${labelInSentence(cell)} ${cellValueText(cell, row[cell.key])}`).join(", ");

/** A changed value as text: a row by its cells, a missing one as nothing. */
export function settingValueText(path: string, value: unknown): string {
  if (value === undefined) return "none";
  const panel = panelAt(path);
  const cells = panel ? cellsOf(panel) : [];
  if (Array.isArray(value)) {
    return value.map((item) => isObject(item) ? `(${rowText(cells, item)})` : item).join(", ") || "none";
  }
  if (isObject(value)) return rowText(cells, value);
  const cell = cells.find(({ key }) => path.endsWith(`.${key}`));
  return cell ? cellValueText(cell, value) : String(value);
}
