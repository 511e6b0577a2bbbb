/** Validation of edited settings, each problem at its cell (loans specification 5.6; lending rules 8). */
import { isEmail } from "../accounts/account_rules.ts";
import { settingsRefusal } from "../lending/apr.ts";
import { YEAR_DAYS } from "../lending/payments.ts";
import { foldText } from "../lending/compile.ts";
import type { LendingSettings } from "../lending/settings.ts";
import {
  type Cell,
  cellValueText,
  type FieldsPanel,
  isSorted,
  labelInSentence,
  labelOf,
  type NumberCell,
  numberProblem,
  rowName,
  ROWS_MAX,
  type TablePanel,
  titleOf,
} from "./panel.ts";
import { valueAt } from "./paths.ts";
import { PANELS } from "./settings_names.ts";
import { weightShares } from "./weight_shares.ts";

/**
 * A cell's path, `ratings.dsc.3.score`, and a sentence that names the cell; `atCell` is the same without what stands
 * around the cell anyway, where the sentence names that.
 */
export interface Problem {
  path: string;
  message: string;
  atCell?: string;
}

type Row = Record<string, unknown>;

const FIRST_RATED = PANELS.find(({ path }) => path.startsWith("ratings."))!.path;

/** Most partner addresses. */
export const PARTNERS_MAX = 20;

/** The settings as stored: rows of number tables in ascending order. */
export function sortedSettings(settings: LendingSettings): LendingSettings {
  let sorted = settings as unknown as Row;
  for (const panel of PANELS) {
    if (panel.kind !== "table" || !isSorted(panel)) continue;
    const rows = valueAt(sorted, panel.path);
    if (!Array.isArray(rows) || rows.some((row) => typeof row?.[panel.columns[0].key] !== "number")) continue;
    const key = panel.columns[0].key;
    if (rows.every((row, i) => i === 0 || rows[i - 1][key] <= row[key])) continue;
    const [top, name] = panel.path.split(".");
    sorted = { ...sorted, [top]: { ...sorted[top] as Row, [name]: [...rows].sort((a, b) => a[key] - b[key]) } };
  }
  return sorted as unknown as LendingSettings;
}

/**
 * Every problem of the settings; empty where they may be saved. Accepts whatever a form holds. Rows of numbers may
 * stand in any order while edited: saving sorts them.
 */
export function settingsProblems(settings: LendingSettings, rows: "in order" | "any order" = "in order"): Problem[] {
  const problems: Problem[] = [];
  for (const panel of PANELS) {
    const value = valueAt(settings, panel.path);
    if (value === undefined) continue;
    if (panel.kind === "table") problems.push(...tableProblems(settings, panel, value as Row[], rows === "in order"));
    else if (panel.kind === "fields") problems.push(...fieldsProblems(settings, panel, value as Row));
    else problems.push(...emailProblems(panel.path, value as string[]));
  }
  problems.push(...weightProblems(settings));
  // A price above the criminal rate gets that message instead of its cell's bounds.
  const prices = priceProblems(settings);
  return [...problems.filter(({ path }) => !prices.some((price) => price.path === path)), ...prices];
}

/** The problem of one cell, or null. */
function cellProblem(settings: LendingSettings, cell: Cell, value: unknown, name: string): string | null {
  switch (cell.kind) {
    case "number":
      return numberProblem(cell, value, name);
    case "text":
      if (typeof value !== "string" || value.trim() === "") return `${name}: enter a name.`;
      if (cell.oneOf && cell.oneOf.written(value) === undefined) return `${name}: ${cell.oneOf.sentence}`;
      return value.length <= cell.max && value === value.trim()
        ? null
        : `${name}: at most ${cell.max} characters, without spaces at the ends.`;
    case "choice": {
      if (cell.options) {
        return cell.options.some((one) => one.value === value) ? null : `${name}: choose one of the list.`;
      }
      const rows = valueAt(settings, cell.from ?? "") as Row[] | undefined;
      const known = rows?.some((row) => foldText(String(row.value)) === foldText(String(value)));
      return known ? null : `${name}: “${String(value).slice(0, 60)}” is not in its table any more; choose another.`;
    }
  }
}

/** The problem of one cell that is named `where`; none where it is sound. */
function problemOf(
  settings: LendingSettings,
  cell: Cell,
  value: unknown,
  { path, where }: { path: string; where: string },
): Problem[] {
  const message = cellProblem(settings, cell, value, where);
  return message ? [{ path, message, atCell: cellProblem(settings, cell, value, labelOf(cell))! }] : [];
}

const isBelow = (a: unknown, b: unknown) => typeof a === "number" && typeof b === "number" && a < b;

/** A row's identity: one place or name however it is spelled. */
function keyOf(cell: Cell, value: unknown): string {
  if (typeof value === "number") return String(value);
  const text = String(value);
  return foldText((cell.kind === "text" && cell.oneOf?.written(text)) || text);
}

function tableProblems(settings: LendingSettings, panel: TablePanel, rows: Row[], inOrder: boolean): Problem[] {
  const problems: Problem[] = [];
  const [first] = panel.columns;
  const seen = new Map<string, number>();
  const { rowsMax = ROWS_MAX } = panel;
  if (rows.length === 0 && !panel.mayBeEmpty) {
    problems.push({ path: panel.path, message: `${panel.title} needs at least one row.` });
  }
  if (rows.length > rowsMax) problems.push({ path: panel.path, message: `${panel.title}: at most ${rowsMax} rows.` });
  for (const [i, row] of rows.entries()) {
    const own = rowName(panel, row, i), name = `${panel.title}, ${own}`;
    for (const cell of panel.columns) {
      const where = cell === first ? `${panel.title}, row ${i + 1}` : `${name}, ${labelInSentence(cell)}`;
      problems.push(...problemOf(settings, cell, row[cell.key], { path: `${panel.path}.${i}.${cell.key}`, where }));
    }
    const path = `${panel.path}.${i}.${first.key}`;
    const key = keyOf(first, row[first.key]);
    const add = (what: string) => problems.push({ path, message: `${name} ${what}`, atCell: `${own} ${what}` });
    const twin = seen.get(key);
    seen.set(key, i);
    if (key !== "" && twin !== undefined) {
      add(`is there twice, in rows ${twin + 1} and ${i + 1}.`);
    } else if (inOrder && isSorted(panel) && i > 0 && isBelow(row[first.key], rows[i - 1][first.key])) {
      add("stands below a higher one: rows go from low to high.");
    }
  }
  return problems;
}

function fieldsProblems(settings: LendingSettings, panel: FieldsPanel, value: Row): Problem[] {
  const problems: Problem[] = [];
  const at = (key: string) => `${panel.path}.${key}`;
  for (const cell of panel.cells) {
    const where = `${titleOf(panel)}, ${labelInSentence(cell)}`;
    problems.push(...problemOf(settings, cell, value[cell.key], { path: at(cell.key), where }));
  }
  if (!panel.order || problems.length > 0) return problems;
  for (let i = 1; i < panel.cells.length; i++) {
    const [one, other] = [panel.cells[i - 1], panel.cells[i]] as NumberCell[];
    const [a, b] = [value[one.key] as number, value[other.key] as number];
    if (panel.order === "rising" ? a <= b : a >= b) continue;
    const direction = panel.order === "rising" ? "below" : "above";
    const what = `${cellValueText(other, b)} is ${direction} ${labelInSentence(one)} ${cellValueText(one, a)}.`;
    problems.push({
      path: at(other.key),
      message: `${titleOf(panel)}, ${labelInSentence(other)} ${what}`,
      atCell: `${labelOf(other)} ${what}`,
    });
  }
  return problems;
}

function emailProblems(path: string, emails: string[]): Problem[] {
  const problems: Problem[] = [];
  if (emails.length > PARTNERS_MAX) {
    problems.push({ path, message: `At most ${PARTNERS_MAX} partner addresses. Remove the rest.` });
  }
  for (const [i, email] of emails.entries()) {
    const own = { path: `${path}.${i}` }, name = `Partner address ${i + 1}`;
    if (!isEmail(email)) problems.push({ ...own, message: `${name}: Invalid Email`, atCell: "Invalid Email" });
    else if (emails.slice(0, i).some((one) => one.toLowerCase() === email.toLowerCase())) {
      problems.push({ ...own, message: `${name} is there twice.`, atCell: "This address is there twice." });
    }
  }
  return problems;
}

/** Without any weight no rating counts, and each loan scores 0, which is the best. */
function weightProblems(settings: LendingSettings): Problem[] {
  if (Object.values(weightShares(settings)).some((share) => share > 0)) return [];
  const atCell = "Give a rating a weight above 0.";
  return [{
    path: `${FIRST_RATED}.0.weight`,
    message: `No rating has a weight: each loan would score 0. ${atCell}`,
    atCell,
  }];
}

const allNumbers = (row: object, keys: readonly string[]) => keys.every((key) => typeof (row as Row)[key] === "number");

/** Prices above the criminal rate, each at its row (lending rules 8), and negative quotes. */
function priceProblems(settings: LendingSettings): Problem[] {
  const { pricing, justQuote } = settings;
  if (!allNumbers(justQuote, ["rateAdjustment"])) return [];
  const problems: Problem[] = [];
  const check = (path: string, part: Partial<LendingSettings["pricing"]>) => {
    const message = settingsRefusal({
      ...settings,
      pricing: { ...pricing, loanPricing: [], bridgePricing: [], ...part },
    });
    if (message) problems.push({ path, message });
  };
  let least = Infinity;
  for (const [i, row] of pricing.loanPricing.entries()) {
    if (!allNumbers(row, ["value", "firstMtgPrice", "secondMtgPrice"])) continue;
    const first = row.firstMtgPrice > row.secondMtgPrice;
    check(`pricing.loanPricing.${i}.${first ? "firstMtgPrice" : "secondMtgPrice"}`, { loanPricing: [row] });
    least = Math.min(least, row.firstMtgPrice, row.secondMtgPrice);
  }
  for (const [i, row] of pricing.bridgePricing.entries()) {
    if (!allNumbers(row, ["ltv", "perDay"])) continue;
    check(`pricing.bridgePricing.${i}.perDay`, { bridgePricing: [row] });
    least = Math.min(least, row.perDay * YEAR_DAYS);
  }
  if (least + justQuote.rateAdjustment < 0) {
    problems.push({
      path: "justQuote.rateAdjustment",
      message: "What a quote assumes, added to the quoted rate: the lowest rate would fall below 0%.",
    });
  }
  return problems;
}
