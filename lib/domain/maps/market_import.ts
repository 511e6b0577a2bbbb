/** Market reports from a table: which column holds what, and what each row would do. Nothing is written here. */
import { columnsLacking } from "../csv.ts";
import { isCalendarDate, monthNamed } from "../dates.ts";
import { regionNamed } from "../places/find_region.ts";
import { REGIONS } from "../places/regions.ts";
import { readFigure, reportProblems } from "./market_figures.ts";
import { FIGURE_NAMES, type FigureName, isMonth, type MarketReport, reportDate } from "./market_report.ts";

/** Longest file, in characters. */
export const MARKET_TEXT_MAX = 400_000;
export const MARKET_TOO_LARGE = "This file is larger than 400 kB. Split it and import its parts.";

/** What a column may hold; "" is a column that is not read. */
export const IMPORT_FIELDS = ["region", "month", ...FIGURE_NAMES] as const;
export type ImportField = (typeof IMPORT_FIELDS)[number];
export type ColumnMapping = readonly (ImportField | "")[];

/** A table as it was read: its headings, and its rows with their line in the file. */
export interface ReadTable {
  heads: string[];
  rows: { line: number; cells: string[] }[];
}

/** Headings as people write them, without case, spaces and signs. */
const ALIASES: Readonly<Record<ImportField, readonly string[]>> = {
  region: ["region", "area", "municipality", "city", "name"],
  month: ["month", "date", "period", "updated"],
  newListings: ["newlistings", "listings", "listed", "new"],
  homesSold: ["homessold", "sold", "sales"],
  averageDaysOnMarket: [
    "averagedaysonmarket",
    "avgdaysonmarket",
    "daysonmarket",
    "days",
    "dom",
    "duration",
    "avgdom",
    "avgldom",
  ],
  listingToSellingPrice: ["ltsprice", "lts", "listingtosellingprice", "saletolist", "splp", "avgsplp", "listprice"],
  monthlyChange: ["monthlychange", "change", "pricechange", "mom", "monthovermonth"],
  medianPrice: ["medianprice", "median", "price"],
  detachedSales: ["detachedsales", "detached"],
  townhouseSales: ["townhousesales", "townhouse", "townhouses"],
  condoSales: ["condosales", "condo", "condos"],
};

/** The headings of a file that is read without mapping anything. */
export const TEMPLATE_HEADS: Readonly<Record<ImportField, string>> = {
  region: "Region",
  month: "Month",
  newListings: "New listings",
  homesSold: "Homes sold",
  averageDaysOnMarket: "Average days on market",
  listingToSellingPrice: "LTS price",
  monthlyChange: "Monthly change",
  medianPrice: "Median price",
  detachedSales: "Detached sales",
  townhouseSales: "Townhouse sales",
  condoSales: "Condo sales",
};

const plain = (text: string): string => text.toLowerCase().replace(/\(.*?\)/g, "").replace(/[^a-z]/g, "");

/** The column that each heading most likely is; every field once. */
export function guessColumns(heads: readonly string[]): (ImportField | "")[] {
  const found: (ImportField | "")[] = heads.map(() => "");
  for (const field of IMPORT_FIELDS) {
    const at = ALIASES[field].map((alias) => heads.findIndex((head, i) => found[i] === "" && plain(head) === alias))
      .find((i) => i >= 0);
    if (at !== undefined) found[at] = field;
  }
  return found;
}

/** What the columns lack to be read, as a sentence; empty where they say enough. */
export const importColumnsProblem = (columns: ColumnMapping): string =>
  columnsLacking(
    [["region", "the region"], ["month", "the month"]].flatMap(([field, thing]) =>
      columns.some((column) => column === field) ? [] : [thing]
    ),
  );

/** `2026-11`, `2026-11-06`, `Nov 2026`, `November 2026` and `11/2026` as month and, where it is named, day. */
function readMonth(text: string): { month: string; date: string | null } | null {
  const entry = text.trim();
  if (isMonth(entry)) return { month: entry, date: null };
  if (isCalendarDate(entry)) return { month: entry.slice(0, 7), date: entry };
  const [, name, year] = /^([a-z]{3,9})\.?\s+(\d{4})$/i.exec(entry) ?? [];
  const at = name ? monthNamed(name) : 0;
  if (at > 0) return { month: `${year}-${String(at).padStart(2, "0")}`, date: null };
  const [, number, of] = /^(\d{1,2})\/(\d{4})$/.exec(entry) ?? [];
  const month = number ? `${of}-${number.padStart(2, "0")}` : "";
  return isMonth(month) ? { month, date: null } : null;
}

/** Edits (insert, drop, replace a letter) from one word to another. */
function distance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, i) => i);
  for (let i = 1; i <= a.length; i++) {
    const next = [i];
    for (let j = 1; j <= b.length; j++) {
      next.push(Math.min(next[j - 1] + 1, row[j] + 1, row[j - 1] + (a[i - 1] === b[j - 1] ? 0 : 1)));
    }
    row = next;
  }
  return row[b.length];
}

/** The region that a name is likely to mean, where it is a few letters away from one. */
function regionLike(name: string): string | undefined {
  const entered = plain(name.slice(0, 60));
  const near =
    REGIONS.flatMap(({ name }) =>
      [name, ...name.split(" ")].map((part) => ({ name, away: distance(entered, plain(part)) }))
    ).sort((a, b) => a.away - b.away)[0];
  return near && entered.length > 2 && near.away <= Math.max(1, Math.floor(entered.length / 3)) ? near.name : undefined;
}

/** What a row does: adds a report, replaces another's figures, changes nothing, or cannot be read. */
export type RowEffect = "new" | "replaces" | "same" | "wrong";

export interface PlannedRow {
  /** Line of the file, the headings being line 1. */
  line: number;
  /** As the gazetteer writes it; the file's own text where it is unknown. */
  region: string;
  month: string;
  effect: RowEffect;
  /** What is wrong, a sentence; else empty. */
  problem: string;
  /** Null for a wrong row. */
  report: MarketReport | null;
  /** What it replaces; null where there is nothing. */
  before: MarketReport | null;
}

const UNKNOWN_REGION = "Unknown region";

/** What a cell says of a region: the gazetteer's name, or what is wrong. */
function readRegion(text: string): { region: string } | { problem: string } {
  if (text === "") return { problem: "The region is missing" };
  const region = regionNamed(text);
  return region ? { region } : { problem: UNKNOWN_REGION };
}

/** The row with the likely region of a misspelt name. Slow: only for rows that are shown. */
export function withSuggestion(row: PlannedRow): PlannedRow {
  const like = row.problem === UNKNOWN_REGION ? regionLike(row.region) : undefined;
  return like ? { ...row, problem: `${UNKNOWN_REGION}: ${like}?` } : row;
}

/** The rows that are planned in one go: some milliseconds. */
const SLICE_ROWS = 500;

/**
 * What each row would do, in slices of rows. `stored` finds a region's report of a month; figures whose column the
 * table lacks stay as they are stored. A region and month that come twice are wrong the second time.
 */
export function* planImport(
  table: ReadTable,
  columns: ColumnMapping,
  stored: (region: string, month: string) => MarketReport | undefined,
  today: string,
): Generator<PlannedRow[]> {
  const seen = new Map<string, number>();
  const at = (field: ImportField) => columns.indexOf(field);
  const plan = ({ line, cells }: ReadTable["rows"][number]): PlannedRow => {
    const cell = (field: ImportField) => (cells[at(field)] ?? "").trim();
    const where = readRegion(cell("region")), when = readMonth(cell("month"));
    const region = "region" in where ? where.region : cell("region"), month = when?.month ?? cell("month");
    const wrong = (problem: string): PlannedRow => ({
      line,
      region,
      month,
      effect: "wrong",
      problem,
      report: null,
      before: null,
    });
    if ("problem" in where) return wrong(where.problem);
    if (!when) return wrong(month ? `“${month.slice(0, 30)}” is not a month such as 2026-11` : "The month is missing");
    if (when.date !== null && when.date > today) return wrong("This day has not come yet");
    const twice = seen.get(`${region} ${month}`);
    if (twice !== undefined) return wrong(`Twice in this file: see line ${twice}`);
    seen.set(`${region} ${month}`, line);
    const before = stored(region, month);
    const report = { month, date: when.date ?? before?.date ?? reportDate(month, today) } as MarketReport;
    for (const name of FIGURE_NAMES) {
      if (at(name) < 0) report[name] = before?.[name] ?? null;
      else {
        const read = readFigure(name, cell(name));
        if (typeof read === "object" && read) return wrong(read.problem);
        report[name] = read;
      }
    }
    const [problem] = Object.values(reportProblems(report, today));
    if (problem) {
      const lacking = FIGURE_NAMES.filter((name) => at(name) < 0);
      const alone = { ...report, ...Object.fromEntries(lacking.map((name) => [name, null])) };
      const sound = Object.keys(reportProblems(alone, today)).length === 0;
      const why = problem.replace(/\.$/, "");
      return wrong(sound ? `${why}, with the figures stored for this month. Add their columns to the file` : why);
    }
    return { line, region, month, effect: effectOf(before, report), problem: "", report, before: before ?? null };
  };
  for (let from = 0; from < table.rows.length; from += SLICE_ROWS) {
    yield table.rows.slice(from, from + SLICE_ROWS).map(plan);
  }
}

function effectOf(before: MarketReport | undefined, report: MarketReport): RowEffect {
  if (!before) return "new";
  const names: (FigureName | "date")[] = [...FIGURE_NAMES, "date"];
  return names.every((name) => before[name] === report[name]) ? "same" : "replaces";
}

/** The rows by what they do. */
export function countEffects(rows: readonly PlannedRow[]): Record<RowEffect, number> {
  const counts = { new: 0, replaces: 0, same: 0, wrong: 0 };
  for (const { effect } of rows) counts[effect]++;
  return counts;
}
