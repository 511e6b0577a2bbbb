/** Every cell of the settings by its path, and the name it has on the screen. */
import { GENERAL_FOLDS, PARTNERS } from "./general_panels.ts";
import { type Cell, cellWords, labelOf, labelWithin, type Panel, rowName, titleOf } from "./panel.ts";
import { RATING_FOLDS } from "./rating_panels.ts";

export type SettingsPanelName = "rating" | "general";

/** Every panel, in the order of the screen. */
export const PANELS: readonly Panel[] = [
  ...[...RATING_FOLDS, ...GENERAL_FOLDS].flatMap((fold) => fold.panels),
  PARTNERS,
];

/** The panel that a path lies in; a path as a problem or a change has it. */
export function panelAt(path: string): Panel | undefined {
  return PANELS.find((panel) =>
    path === panel.path || /^[.[#]/.test(path.slice(panel.path.length)) && path.startsWith(panel.path)
  );
}

/** Which of the two choices of the selector shows a path. */
export function selectorOf(path: string): SettingsPanelName {
  const panel = panelAt(path);
  return panel && RATING_FOLDS.some((fold) => fold.panels.includes(panel)) ? "rating" : "general";
}

const cellsOf = (panel: Panel): readonly Cell[] =>
  panel.kind === "table" ? panel.columns : panel.kind === "fields" ? panel.cells : [];

/** The name of a change's path: `Debt service, Net TDSC from 0.80: Score`. */
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

/** A changed value in words: a row by its cells, none as nothing. */
export function settingWords(path: string, value: unknown): string {
  if (value === undefined) return "none";
  const panel = panelAt(path);
  if (Array.isArray(value)) return value.join(", ") || "none";
  const cells = panel ? cellsOf(panel) : [];
  if (typeof value === "object" && value !== null) {
    const row = value as Record<string, unknown>;
    return cells.map((cell) => `${labelWithin(cell)} ${cellWords(cell, row[cell.key])}`).join(", ");
  }
  const cell = cells.find(({ key }) => path.endsWith(`.${key}`));
  return cell ? cellWords(cell, value) : String(value);
}
