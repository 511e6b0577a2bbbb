/** The panels of Loan Rating (loans specification 2.6): six sections. */
import { ASSUMED_TAXES } from "../loans/deal_options.ts";
import {
  type Cell,
  NAME_MAX,
  type NumberCell,
  scoreCell,
  type SettingsSection,
  type TablePanel,
  WEIGHT_CELL,
} from "./panel.ts";

const number = (key: string, label: string, min: number, max: number, step: number, more: Partial<NumberCell> = {}) =>
  ({ kind: "number", key, label, min, max, step, ...more }) as const satisfies Cell;

/** A lower bound. */
const lowerBound = (label: string, max: number, step: number, unit?: string): NumberCell =>
  number("value", label, 0, max, step, unit ? { unit } : {});

const DOLLARS_MAX = 100_000_000;

const stepTable = (key: string, title: string, first: NumberCell, hint?: string): TablePanel => ({
  kind: "table",
  path: `ratings.${key}`,
  title,
  columns: [first, scoreCell(), WEIGHT_CELL],
  flag: true,
  ...(hint && { hint }),
});

const textTable = (key: string, title: string, label: string): TablePanel => ({
  kind: "table",
  path: `ratings.${key}`,
  title,
  columns: [{ kind: "text", key: "value", label, max: NAME_MAX }, scoreCell(), WEIGHT_CELL],
  flag: true,
});

/** An annual rate as a fraction, at most the criminal rate (lending rules 8). */
const rate = (key: string, label: string) => number(key, label, 0, 0.35, 0.0001, { percent: true, slider: true });

export const RATING_SECTIONS: readonly SettingsSection[] = [
  {
    id: "cash-flow",
    title: "Cash Flow Coverage and Stability",
    panels: [
      stepTable("dsc", "Debt service", lowerBound("Net TDSC", 99, 0.01)),
      stepTable("yoe", "Years employed", lowerBound("Years", 80, 0.5)),
      textTable("employer", "Sector", "Sector"),
    ],
  },
  {
    id: "willingness",
    title: "Willingness To Pay",
    panels: [
      stepTable(
        "rof",
        "Record of failures",
        lowerBound("Owed", DOLLARS_MAX, 1, "$"),
        "Debt in arrears, judgments and income tax in arrears together.",
      ),
      textTable("lit", "Litigation", "Litigation"),
      stepTable("credit", "Credit score", lowerBound("Credit score", 900, 1)),
    ],
  },
  {
    id: "collateral",
    title: "Collateral Coverage Stability and Liquidity",
    panels: [
      {
        kind: "fields",
        path: "ratings.region",
        title: "Region",
        cells: [WEIGHT_CELL, scoreCell("unknown", "Score of a region that is not listed")],
        hint: "Each region's own score is in General Settings, Region Rating.",
      },
      {
        kind: "fields",
        path: "ratings.rental",
        title: "Rentability",
        cells: [WEIGHT_CELL, scoreCell("unknown", "Score of a region that is not listed")],
      },
      stepTable("ltv", "Loan to value", lowerBound("LTV", 200, 1, "%")),
    ],
  },
  {
    id: "default",
    title: "Default Management",
    panels: [
      stepTable("sizeOfFirst", "Size of first mortgage", lowerBound("First mortgage", DOLLARS_MAX, 1, "$")),
      textTable("uop", "Use of proceeds", "Use"),
      stepTable(
        "equityCharge",
        "Charges ahead of us",
        lowerBound("Charges", 200, 1, "%"),
        "In percent of the property's value.",
      ),
    ],
  },
  {
    id: "pricing",
    title: "Loan Pricing",
    panels: [
      {
        kind: "table",
        path: "pricing.loanPricing",
        title: "Annual rate by score",
        columns: [
          number("value", "Score", 0, 8, 0.1),
          rate("firstMtgPrice", "First mortgage, %"),
          rate("secondMtgPrice", "Second or third, %"),
        ],
      },
      {
        kind: "table",
        path: "pricing.bridgePricing",
        title: "Bridge",
        columns: [
          number("ltv", "LTV", 0, 200, 1, { unit: "%" }),
          number("perDay", "Price a day, %", 0, 0.00095, 0.00001, { percent: true, slider: true }),
          number("min", "Least price, $", 0, 1_000_000, 1, { unit: "$" }),
        ],
      },
    ],
  },
  {
    id: "quote",
    title: "Just Quote",
    panels: [{
      kind: "fields",
      path: "justQuote",
      title: "What a quote assumes",
      hint: "The quote tool asks for nothing of this.",
      cells: [
        { kind: "choice", key: "region", label: "Region", from: "pricing.regions" },
        { kind: "choice", key: "sector", label: "Sector", from: "ratings.employer" },
        { kind: "choice", key: "useOfProceeds", label: "Use of proceeds", from: "ratings.uop" },
        { kind: "choice", key: "litigiousness", label: "Litigation", from: "ratings.lit" },
        number("propertyTaxRate", "Property tax, % of the value a year", 0, 0.05, 0.0001, {
          percent: true,
          slider: true,
        }),
        number("utilities", "Utilities a month, $", 0, 5000, 10, { unit: "$", slider: true }),
        { kind: "choice", key: "assumedTax", label: "Assumed tax on income", options: ASSUMED_TAXES },
        number("rateAdjustment", "Added to the quoted rate, %", -0.1, 0.1, 0.0001, { percent: true, slider: true }),
      ],
    }],
  },
];
