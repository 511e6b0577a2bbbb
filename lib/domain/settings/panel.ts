/** Definition of the settings screen: each cell of the document once, with its name, bounds and control. */
import { fixed, halfUp, money, parseDecimal, parseNumber, wholeText } from "../money.ts";

interface CellBase {
  /** The field's name in its row or object. */
  key: string;
  label: string;
  /** The cell counts, and is shown, only where another of its row has this value. */
  where?: { key: string; value: string };
}

/** A number with its bounds (loans specification 5.6). */
export interface NumberCell extends CellBase {
  kind: "number";
  min: number;
  max: number;
  step: number;
  /** True where a slider accompanies the field. */
  slider?: boolean;
  /** Stored as a fraction, shown as a percentage. */
  percent?: boolean;
  /** Shown beside the number: `$`, `%`, `days`. */
  unit?: string;
  /** The number of a first row; the lowest, or 0, by default. */
  start?: number;
}

export interface TextCell extends CellBase {
  kind: "text";
  max: number;
  /** Words of a given set: the text as it is written there, or undefined, and the sentence that then follows. */
  oneOf?: { written: (text: string) => string | undefined; sentence: string; suggested: readonly string[] };
}

/** One of fixed options, or of the values of another table. */
export interface SelectCell extends CellBase {
  kind: "choice";
  options?: readonly { value: string | number; label: string }[];
  /** Path of the table whose values are the options. */
  from?: string;
}

export type Cell = NumberCell | TextCell | SelectCell;

/** A table with rows to add and remove. The first column is the unique key. */
export interface TablePanel {
  kind: "table";
  path: string;
  title: string;
  columns: readonly [NumberCell | TextCell, ...Cell[]];
  /** A table may do without rows, and have more than ROWS_MAX. */
  mayBeEmpty?: boolean;
  rowsMax?: number;
  /** Rating tables derive their flag from the score; it cannot be chosen (loans specification 5.6). */
  flag?: boolean;
  hint?: string;
  /** What a new row has besides its cells. */
  besides?: Readonly<Record<string, unknown>>;
  /** An extra cell below a row, shown where another of its cells has this value. */
  below?: { cell: TextCell; key: string; value: string };
}

/** A group of named values. */
export interface FieldsPanel {
  kind: "fields";
  path: string;
  title: string;
  cells: readonly Cell[];
  /** Thresholds must rise or fall in the order of the cells. */
  order?: "rising" | "falling";
  hint?: string;
}

/** A list of email addresses. */
export interface EmailsPanel {
  kind: "emails";
  path: string;
  title: string;
  hint?: string;
}

export type Panel = TablePanel | FieldsPanel | EmailsPanel;

/** A collapsible section. */
export interface SettingsSection {
  id: string;
  title: string;
  panels: readonly Panel[];
}

/** Maximum and minimum number of rows. */
export const ROWS_MAX = 80;
export const NAME_MAX = 60;

/** Rows keyed by number are sorted; rows keyed by a word keep the lender's order. */
export const isSorted = (panel: TablePanel): boolean => panel.columns[0].kind === "number";

/** The score of a rating (loans specification 5.6: -8 to 8 in steps of 0.5). */
export const scoreCell = (key = "score", label = "Score"): NumberCell => ({
  kind: "number",
  key,
  label,
  min: -8,
  max: 8,
  step: 0.5,
  slider: true,
});

/** A weight (loans specification 5.6: 0 to 1 in steps of 0.01). */
export const WEIGHT_CELL: NumberCell = {
  kind: "number",
  key: "weight",
  label: "Weight",
  min: 0,
  max: 1,
  step: 0.01,
  slider: true,
};

/** True where each row of a table has a weight. */
export const hasWeights = (panel: TablePanel): boolean => panel.columns.some(({ key }) => key === WEIGHT_CELL.key);

/** True where a cell counts in its row. */
export const isCounted = (cell: Cell, row: Record<string, unknown>): boolean =>
  cell.where === undefined || row[cell.where.key] === cell.where.value;

/** A panel's title without its unit. */
export const titleOf = (panel: Panel): string => panel.title.replace(/, \$$/, "");
/** A cell's label without its unit. */
export const labelOf = (cell: Cell): string => cell.label.replace(/, [%$]$/, "");
/** The label for use within a sentence: `net TDSC`. */
export const labelInSentence = (cell: Cell): string =>
  labelOf(cell).replace(/\b[A-Z][a-z]+/g, (word) => word.toLowerCase());

/** The flag of a rating's score: green up to 2, yellow up to 4, red above. */
export function flagOfScore(score: number): "Green" | "Yellow" | "Red" {
  if (score <= 2) return "Green";
  return score <= 4 ? "Yellow" : "Red";
}

/** A number as its field shows it: percentages and dollars without their sign. */
export function cellText(cell: NumberCell, value: unknown): string {
  if (typeof value !== "number" || !Number.isFinite(value)) return typeof value === "string" ? value : "";
  if (cell.percent) return String(halfUp(value * 100, 1e6));
  if (cell.unit === "$" && Number.isInteger(value)) return money(value).replace("$", "").replace("\u2212", "-");
  return String(value);
}

/** The stored value of field text: a fraction for a percentage. Invalid text is returned for its message. */
export function cellValue(cell: NumberCell, text: string): number | string {
  const read = cell.unit === "$" ? parseNumber : parseDecimal;
  const number = read(cell.percent || cell.unit === "%" ? text.replace(/%\s*$/, "") : text);
  if (number === null) return text;
  return cell.percent ? halfUp(number / 100, 1e8) : number;
}

/** A value with its unit, for sentences and comparisons. */
export function cellValueText(cell: Cell, value: unknown): string {
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

/** The number of decimals of a step: 2 for 0.05. */
function decimalsOf(step: number): number {
  const text = String(halfUp(step, 1e8));
  return text.includes("e-") ? Number(text.split("e-")[1]) : text.split(".")[1]?.length ?? 0;
}

/** A cell's bounds as the end of a sentence: `from −8 to 8 in steps of 0.5`. */
function boundsText(cell: NumberCell): string {
  const plain = (value: number) =>
    cell.unit === "$"
      ? money(value)
      : (Number.isInteger(value) ? wholeText(value) : fixed(value, decimalsOf(value))) + (cell.unit === "%" ? "%" : "");
  const text = cell.percent ? (value: number) => `${halfUp(value * 100, 1e6)}%`.replace("-", "\u2212") : plain;
  return `from ${text(cell.min)} to ${text(cell.max)} in steps of ${text(cell.step)}`;
}

/** True where a number is a step within the cell's bounds. */
export function isStepInBounds(cell: NumberCell, value: number): boolean {
  const steps = value / cell.step;
  return value >= cell.min - 1e-9 && value <= cell.max + 1e-9 && Math.abs(steps - Math.round(steps)) < 1e-6;
}

/** What is wrong with a number, in a sentence that begins with `name`; null where it is a step within its bounds. */
export function numberProblem(cell: NumberCell, value: unknown, name: string): string | null {
  if (typeof value !== "number" || !Number.isFinite(value)) return `${name}: enter a number ${boundsText(cell)}.`;
  return isStepInBounds(cell, value) ? null : `${name} goes ${boundsText(cell)}.`;
}

/** A row's name: `Net TDSC from 0.80`, `Health Care`, or its position while it has no key. */
export function rowName(panel: TablePanel, row: Record<string, unknown>, index: number): string {
  const [first] = panel.columns;
  const value = row[first.key];
  if (value === "" || value == null) return `${first.label}, row ${index + 1}`;
  return first.kind === "text" ? String(value) : `${first.label} from ${cellValueText(first, value)}`;
}

/** A new row: a copy of the last one without its key. */
export function blankRow(panel: TablePanel, rows: readonly Record<string, unknown>[]): Record<string, unknown> {
  const last = rows.at(-1);
  const row: Record<string, unknown> = { ...panel.besides };
  for (const cell of panel.columns) {
    if (cell === panel.columns[0]) row[cell.key] = "";
    else if (last) row[cell.key] = last[cell.key];
    else {row[cell.key] = cell.kind === "number"
        ? cell.start ?? Math.max(0, cell.min)
        : cell.kind === "choice"
        ? cell.options?.[0].value
        : "";}
  }
  return row;
}
