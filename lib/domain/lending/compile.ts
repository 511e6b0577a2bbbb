import type { LendingSettings, LoanPricing, RegionWeight, StepOption, TextOption } from "./settings.ts";

/** A rating from a table: score, weight and their product. */
export interface Rating {
  readonly score: number;
  readonly weight: number;
  readonly weighted: number;
}

/** A number table, ascending by value. */
export interface StepTable {
  readonly values: readonly number[];
  readonly ratings: readonly Rating[];
  readonly worst: Rating;
}

/** A dropdown table, keyed by the option as written and by the option folded. */
export interface TextTable {
  readonly byText: ReadonlyMap<string, Rating>;
  readonly worst: Rating;
}

/** Settings as sorted lookup tables. */
export interface CompiledSettings {
  readonly dsc: StepTable;
  readonly yoe: StepTable;
  readonly employer: TextTable;
  readonly credit: StepTable;
  readonly rof: StepTable;
  readonly lit: TextTable;
  readonly ltv: StepTable;
  readonly region: TextTable;
  readonly rental: TextTable;
  readonly sizeOfFirst: StepTable;
  readonly uop: TextTable;
  readonly equityCharge: StepTable;
  readonly priceScores: readonly number[];
  readonly firstRates: readonly number[];
  readonly secondRates: readonly number[];
  readonly bridgeLtvs: readonly number[];
  readonly bridgeRows: readonly { readonly perDay: number; readonly min: number }[];
}

/** Weighted ratings are summed as integers of this many parts of a point (lending rules 1). */
export const SCORE_PARTS = 1_000_000;

const NO_RATING: Rating = /* @__PURE__ */ Object.freeze({ score: 0, weight: 0, weighted: 0 });
const compiled = new WeakMap<LendingSettings, CompiledSettings>();

/** Dropdown text for comparison: without spaces and case (lending rules 1). */
export function foldText(text: string): string {
  return text.replace(/\s+/g, "").toLowerCase();
}

/** The index of the highest value not above the entry; 0 below the lowest. `values` are ascending. */
export function stepIndex(values: readonly number[], entry: number): number {
  let index = 0;
  while (index + 1 < values.length && values[index + 1] <= entry) index++;
  return index;
}

/** Step lookup (lending rules 1). A missing entry gets the worst rating. */
export function stepRating(table: StepTable, entry: number | null): Rating {
  if (entry === null || Number.isNaN(entry)) return table.worst;
  return table.ratings[stepIndex(table.values, entry)] ?? NO_RATING;
}

/** Text lookup (lending rules 1). No match gets the table's worst rating. */
export function textRating(table: TextTable, entry: string): Rating {
  return table.byText.get(entry) ?? table.byText.get(foldText(entry)) ?? table.worst;
}

function rating(score: number, weight: number): Rating {
  return Object.freeze({ score, weight, weighted: Math.round(score * weight * SCORE_PARTS) / SCORE_PARTS });
}

function worstOf(ratings: readonly Rating[]): Rating {
  let worst = ratings[0] ?? NO_RATING;
  for (const one of ratings) if (one.score > worst.score) worst = one;
  return worst;
}

function stepTable(options: readonly StepOption[]): StepTable {
  const rows = [...options].sort((a, b) => a.value - b.value);
  const ratings = rows.map((row) => rating(row.score, row.weight));
  return { values: rows.map((row) => row.value), ratings, worst: worstOf(ratings) };
}

function textTable(options: readonly TextOption[]): TextTable {
  const byText = new Map<string, Rating>();
  const ratings = options.map((option) => rating(option.score, option.weight));
  // Of two options that fold to the same key the first wins, so set later ones first.
  for (let i = options.length - 1; i >= 0; i--) {
    byText.set(foldText(options[i].value), ratings[i]);
    byText.set(options[i].value, ratings[i]);
  }
  return { byText, worst: worstOf(ratings) };
}

function regionTable(
  settings: LendingSettings,
  weight: RegionWeight,
  score: "score" | "rentability",
): TextTable {
  const { byText } = textTable(
    settings.pricing.regions.map((region) => ({ value: region.value, score: region[score], weight: weight.weight })),
  );
  return { byText, worst: rating(weight.unknown, weight.weight) };
}

function priceRows(settings: LendingSettings): LoanPricing[] {
  const rows = [...settings.pricing.loanPricing].sort((a, b) => a.value - b.value);
  if (rows.length === 0) throw new Error("Loan pricing needs at least one row");
  return rows;
}

/** The lookup tables of these settings, cached by object identity: do not mutate the settings afterwards. */
export function compileSettings(settings: LendingSettings): CompiledSettings {
  const known = compiled.get(settings);
  if (known) return known;
  const { ratings } = settings;
  const prices = priceRows(settings);
  const bridge = [...settings.pricing.bridgePricing].sort((a, b) => a.ltv - b.ltv);
  if (bridge.length === 0) throw new Error("Bridge pricing needs at least one row");
  const tables: CompiledSettings = {
    dsc: stepTable(ratings.dsc),
    yoe: stepTable(ratings.yoe),
    employer: textTable(ratings.employer),
    credit: stepTable(ratings.credit),
    rof: stepTable(ratings.rof),
    lit: textTable(ratings.lit),
    ltv: stepTable(ratings.ltv),
    region: regionTable(settings, ratings.region, "score"),
    rental: regionTable(settings, ratings.rental, "rentability"),
    sizeOfFirst: stepTable(ratings.sizeOfFirst),
    uop: textTable(ratings.uop),
    equityCharge: stepTable(ratings.equityCharge),
    priceScores: prices.map((row) => row.value),
    firstRates: prices.map((row) => row.firstMtgPrice),
    secondRates: prices.map((row) => row.secondMtgPrice),
    bridgeLtvs: bridge.map((row) => row.ltv),
    bridgeRows: bridge.map(({ perDay, min }) => ({ perDay, min })),
  };
  compiled.set(settings, tables);
  return tables;
}
