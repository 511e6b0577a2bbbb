/** What the settings screen is made of: each cell of the document once, with its name, bounds and control. */
import { fixed, halfUp, money, parseNumber } from "../money.ts";

interface CellBase {
  /** The field's name in its row or object. */
  key: string;
  label: string;
}

/** A number with its bounds (spec 001, section 5.6). */
export interface NumberCell extends CellBase {
  kind: "number";
  min: number;
  max: number;
  step: number;
  /** True where a slider stands beside the field. */
  slider?: boolean;
  /** Stored as a fraction, shown as a percentage. */
  percent?: boolean;
  /** Beside the figure: `$`, `%`, `days`. */
  unit?: string;
}

export interface TextCell extends CellBase {
  kind: "text";
  max: number;
}

/** One of a list, or of the values of another table of the document. */
export interface ChoiceCell extends CellBase {
  kind: "choice";
  options?: readonly { value: string | number; label: string }[];
  /** Path of the table whose values are the options. */
  from?: string;
}

export type Cell = NumberCell | TextCell | ChoiceCell;

/** Rows that can be added and removed. The first column names the row and is unique. */
export interface TablePanel {
  kind: "table";
  path: string;
  title: string;
  columns: readonly [NumberCell | TextCell, ...Cell[]];
  /** Rating tables show the flag of their score; it cannot be chosen (spec 001, section 5.6). */
  flag?: boolean;
  hint?: string;
  /** A cell that a row has below it where another of its cells has this value. */
  below?: { cell: TextCell; key: string; value: string };
}

/** A few named values. */
export interface FieldsPanel {
  kind: "fields";
  path: string;
  title: string;
  cells: readonly Cell[];
  /** Thresholds rise or fall in the order of the cells. */
  order?: "rising" | "falling";
  hint?: string;
}

/** A list of addresses. */
export interface EmailsPanel {
  kind: "emails";
  path: string;
  title: string;
  hint?: string;
}

export type Panel = TablePanel | FieldsPanel | EmailsPanel;

/** A collapsible section. */
export interface Fold {
  id: string;
  title: string;
  panels: readonly Panel[];
}

/** Rows of a table, at most; and the least. */
export const ROWS_MAX = 80;
export const NAME_MAX = 60;

/** Numbers of rows go up; rows that are named by a word stand in the lender's own order. */
export const isSorted = (panel: TablePanel): boolean => panel.columns[0].kind === "number";

/** The score of a rating (spec 001, section 5.6: -8 to 8 in steps of 0.5). */
export const scoreCell = (key = "score", label = "Score"): NumberCell => ({
  kind: "number",
  key,
  label,
  min: -8,
  max: 8,
  step: 0.5,
  slider: true,
});

/** A weight (spec 001, section 5.6: 0 to 1 in steps of 0.01). */
export const WEIGHT_CELL: NumberCell = {
  kind: "number",
  key: "weight",
  label: "Weight",
  min: 0,
  max: 1,
  step: 0.01,
  slider: true,
};

/** A panel's title without the unit of its figures. */
export const titleOf = (panel: Panel): string => panel.title.replace(/, \$$/, "");
/** A cell's label without its unit. */
export const labelOf = (cell: Cell): string => cell.label.replace(/, [%$]$/, "");
/** The same within a sentence: `net TDSC`. */
export const labelWithin = (cell: Cell): string =>
  labelOf(cell).replace(/\b[A-Z][a-z]+/g, (word) => word.toLowerCase());

/** The flag that a rating's score stands for: green up to 2, yellow up to 4, red above. */
export function flagOfScore(score: number): "Green" | "Yellow" | "Red" {
  if (score <= 2) return "Green";
  return score <= 4 ? "Yellow" : "Red";
}

/** A number as its field shows it: percentages and dollars as such, without their sign; cents that do not fit stay seen. */
export function cellText(cell: NumberCell, value: unknown): string {
  if (typeof value !== "number" || !Number.isFinite(value)) return typeof value === "string" ? value : "";
  if (cell.percent) return String(halfUp(value * 100, 1e6));
  if (cell.unit === "$" && Number.isInteger(value)) return money(value).replace("$", "").replace("\u2212", "-");
  return String(value);
}

/** The stored value of a typed text: a fraction for a percentage; text that is no number stays, for its message. */
export function cellValue(cell: NumberCell, text: string): number | string {
  const number = parseNumber(cell.percent || cell.unit === "%" ? text.replace(/%\s*$/, "") : text);
  if (number === null) return text;
  return cell.percent ? halfUp(number / 100, 1e8) : number;
}

/** A number with its unit, for sentences and comparisons. */
export function cellWords(cell: Cell, value: unknown): string {
  if (cell.kind === "choice") {
    const option = cell.options?.find((one) => one.value === value);
    return option?.label ?? String(value ?? "");
  }
  if (cell.kind === "text" || typeof value !== "number") return String(value ?? "");
  if (cell.percent) return `${fixed(halfUp(value * 100, 1e6), decimalsOf(cell.step * 100))}%`;
  if (cell.unit === "$") return money(value);
  const text = fixed(value, Math.max(cell.step < 0.1 ? decimalsOf(cell.step) : 0, decimalsOf(value)));
  return cell.unit === "%" ? `${text}%` : cell.unit ? `${text} ${cell.unit}` : text;
}

/** The decimals of a number as it is written: 0.05 has 2. */
function decimalsOf(step: number): number {
  const text = String(halfUp(step, 1e8));
  return text.includes("e-") ? Number(text.split("e-")[1]) : text.split(".")[1]?.length ?? 0;
}

/** The bounds of a cell as a sentence's end: `from −8 to 8 in steps of 0.5`. */
export function boundsWords(cell: NumberCell): string {
  const plain = (value: number) =>
    cell.unit === "$" ? money(value) : fixed(value, Math.max(0, decimalsOf(value))) + (cell.unit === "%" ? "%" : "");
  const text = cell.percent ? (value: number) => `${halfUp(value * 100, 1e6)}%`.replace("-", "\u2212") : plain;
  return `from ${text(cell.min)} to ${text(cell.max)} in steps of ${text(cell.step)}`;
}

/** True where a number is one of the steps of a cell within its bounds. */
export function fits(cell: NumberCell, value: number): boolean {
  const steps = value / cell.step;
  return value >= cell.min - 1e-9 && value <= cell.max + 1e-9 && Math.abs(steps - Math.round(steps)) < 1e-6;
}

/** A row by what names it: `Net TDSC from 0.80`, `Health Care`, or its place where it has no name yet. */
export function rowName(panel: TablePanel, row: Record<string, unknown>, index: number): string {
  const [first] = panel.columns;
  const value = row[first.key];
  if (value === "" || value == null) return `${first.label}, row ${index + 1}`;
  return first.kind === "text" ? String(value) : `${first.label} from ${cellWords(first, value)}`;
}

/** A row to fill in: as the last one, without its name. */
export function blankRow(panel: TablePanel, rows: readonly Record<string, unknown>[]): Record<string, unknown> {
  const last = rows.at(-1);
  const row: Record<string, unknown> = {};
  for (const cell of panel.columns) {
    if (cell === panel.columns[0]) row[cell.key] = "";
    else if (last) row[cell.key] = last[cell.key];
    else {row[cell.key] = cell.kind === "number"
        ? Math.max(0, cell.min)
        : cell.kind === "choice"
        ? cell.options?.[0].value
        : "";}
  }
  return row;
}
