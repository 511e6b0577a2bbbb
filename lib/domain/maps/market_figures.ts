/** The figures of a market report: their words, units and bounds, and how a person's text becomes one. */
import { fixed, money, parseNumber } from "../money.ts";
import { FIGURE_NAMES, type FigureName, isMonth, type MarketFigures } from "./market_report.ts";

interface Figure {
  label: string;
  unit: "" | "%" | "days" | "$";
  min: number;
  max: number;
  /** Decimals shown; what is counted in whole ones has none. */
  digits: number;
}

const homes = (label: string): Figure => ({ label, unit: "", min: 0, max: 1_000_000, digits: 0 });

export const FIGURES: Readonly<Record<FigureName, Figure>> = {
  newListings: homes("New listings"),
  homesSold: homes("Homes sold"),
  averageDaysOnMarket: { label: "Average days on market", unit: "days", min: 0, max: 1000, digits: 0 },
  listingToSellingPrice: { label: "LTS price", unit: "%", min: 1, max: 200, digits: 1 },
  monthlyChange: { label: "Monthly change", unit: "%", min: -100, max: 100, digits: 1 },
  medianPrice: { label: "Median price", unit: "$", min: 1, max: 1_000_000_000, digits: 0 },
  detachedSales: homes("Detached sales"),
  townhouseSales: homes("Townhouse sales"),
  condoSales: homes("Condo sales"),
};

/** The earliest month that a report may be of. */
const FIRST_MONTH = "2000-01";

/** Homes sold for each new listing: a hot month sells more than it lists, yet not this much. */
const MOST_SOLD = 5;

const WHOLE: ReadonlySet<FigureName> = new Set([
  "newListings",
  "homesSold",
  "medianPrice",
  "detachedSales",
  "townhouseSales",
  "condoSales",
]);

const thousands = (value: number): string => fixed(value, 0).replace(/\B(?=(\d{3})+(?!\d))/g, ",");

/** A figure with its unit: `1,512`, `97.3%`, `43 days`, `$958,000`. An en dash where the report has none. */
export function figureText(name: FigureName, value: number | null): string {
  if (value === null) return "–";
  const { unit, digits } = FIGURES[name];
  if (unit === "$") return money(value);
  if (unit === "%") return `${name === "monthlyChange" && value > 0 ? "+" : ""}${fixed(value, digits)}%`;
  return unit ? `${fixed(value, Number.isInteger(value) ? 0 : 1)} ${unit}` : thousands(value);
}

/** A change of a figure against the report before: `+12`, `−0.4`, `+$8,000`; `no change` for none. */
export function changeText(name: FigureName, now: number, before: number): string {
  const { unit, digits } = FIGURES[name];
  const by = Number((now - before).toFixed(WHOLE.has(name) ? 0 : 1));
  if (by === 0) return "no change";
  const sign = by > 0 ? "+" : "";
  if (unit === "$") return sign + money(by);
  return sign + (WHOLE.has(name) ? thousands(by) : fixed(by, Number.isInteger(by) ? 0 : Math.max(digits, 1)));
}

/** A figure as its field shows it, without its unit: thousands are parted, decimals stay as they are. */
export const figureEntry = (value: number | null): string =>
  value === null ? "" : value.toLocaleString("en-CA", { maximumFractionDigits: 6 });

/** Commas that part thousands, with or without a sign and a point. */
const GROUPED = /^-?\$?[1-9]\d{0,2}(,\d{3})+(\.\d+)?$/;

/** Points as thousands separators, as in `958.000`, where a figure has no decimals. */
function hasThousandsPoints(name: FigureName, text: string): boolean {
  if (!WHOLE.has(name) && FIGURES[name].unit !== "days") return false;
  return /^-?\$?[1-9]\d{0,2}(\.\d{3})+$/.test(text) && Number(text.replace(/[$.]/g, "")) <= FIGURES[name].max;
}

/**
 * A number's text without thousands' commas, and a point for a decimal comma: spreadsheets of half the world write one.
 */
function withPoint(text: string): string {
  if (GROUPED.test(text)) return text.replaceAll(",", "");
  // Any further comma stays, and the text is no number.
  return text.replace(/^(-?\$?\d*),(\d+)$/, "$1.$2");
}

/** What a field or a cell of a table says: a number, null for an empty one, or the sentence about a wrong one. */
export function readFigure(name: FigureName, entry: string): number | null | { problem: string } {
  const text = entry.replace(/\u2212/g, "-").replace(/\s+/g, "").replace(/(%|days?)$/i, "");
  if (text === "" || text === "-" || text === "–") return null;
  const { label, min, max, unit } = FIGURES[name];
  if (hasThousandsPoints(name, text)) return { problem: `${label}: write it without a point` };
  const plain = withPoint(text);
  const value = plain.includes(",") ? null : parseNumber(plain);
  if (value === null) return { problem: `${label}: enter a number` };
  if (value < min || value > max) {
    const shown = (bound: number) => unit === "$" ? money(bound) : `${thousands(bound)}${unit === "%" ? "%" : ""}`;
    return { problem: `${label} goes from ${shown(min)} to ${shown(max)}` };
  }
  if (WHOLE.has(name) && !Number.isInteger(value)) return { problem: `${label}: enter a whole number` };
  return value;
}

/** What is wrong with a report's month and figures, by field; `today` (YYYY-MM-DD) ends what may be reported. */
export function reportProblems(report: MarketFigures & { month: string }, today: string): Record<string, string> {
  const problems: Record<string, string> = {};
  if (!isMonth(report.month)) problems.month = "Choose a month.";
  else if (report.month > today.slice(0, 7)) problems.month = "This month has not begun yet.";
  else if (report.month < FIRST_MONTH) problems.month = "Reports begin with January 2000.";
  for (const name of FIGURE_NAMES) {
    const read = report[name] === null ? null : readFigure(name, String(report[name]));
    if (typeof read === "object" && read) problems[name] = `${read.problem}.`;
  }
  const { detachedSales, townhouseSales, condoSales, homesSold, newListings } = report;
  const byType = (detachedSales ?? 0) + (townhouseSales ?? 0) + (condoSales ?? 0);
  if (homesSold !== null && byType > homesSold) {
    problems.homesSold ??= `Sales by type add up to ${thousands(byType)}, more than the homes sold.`;
  }
  if (homesSold !== null && newListings !== null && homesSold > newListings * MOST_SOLD) {
    problems.homesSold ??= `${thousands(homesSold)} homes sold of ${thousands(newListings)} new listings: check both.`;
  }
  if (FIGURE_NAMES.every((name) => report[name] === null)) problems.newListings = "Enter at least one figure.";
  return problems;
}
