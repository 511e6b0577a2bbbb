/**
 * The panels of General Settings (loans specification 2.6): its four sections, lending areas and news, the partners
 * below.
 */
import { LAST_PAYMENT_DAY, paymentDayText } from "../lending/payment_days.ts";
import { AREA_NAMES, lendingAreaName } from "../lending/area_names.ts";
import { COLOURS as MARKET_COLOURS, WORDS } from "../maps/market_colours.ts";
import { MAILED_KINDS, NEWS_LABELS } from "../news/kinds.ts";
import {
  type Cell,
  NAME_MAX,
  type NumberCell,
  scoreCell,
  type SelectCell,
  type SettingsSection,
  WEIGHT_CELL,
} from "./panel.ts";
import type { EmailsPanel, FieldsPanel, TablePanel } from "./panel.ts";
import { capitalised } from "../capitalised.ts";

const COLOURS = (["Green", "Yellow", "Red"] as const).map((value) => ({ value, label: value }));
const MARKET = MARKET_COLOURS.map((value) => ({ value, label: `${value}, ${WORDS[value].toLowerCase()}` }));
const FLAGS: SelectCell = {
  kind: "choice",
  key: "flag",
  label: "Flag",
  options: [...COLOURS, { value: "None", label: "None" }],
};

const number = (key: string, label: string, min: number, max: number, step: number, more: Partial<NumberCell> = {}) =>
  ({ kind: "number", key, label, min, max, step, ...more }) as const satisfies Cell;

/** Green, yellow and red thresholds of an analytics figure: strictly above counts (loans specification 5.1). */
function limits(
  path: string,
  title: string,
  bounds: readonly [min: number, max: number, step: number],
  more: Partial<NumberCell> & { hint?: string } = {},
): FieldsPanel {
  const { hint, ...cell } = more;
  return {
    kind: "fields",
    path,
    title,
    order: "falling",
    cells: [
      number("greenScore", "Green above", ...bounds, cell),
      number("yellowScore", "Yellow above", ...bounds, cell),
      number("redScore", "Red above", ...bounds, cell),
    ],
    ...(hint && { hint }),
  };
}

/** A map table: scores from 1 to 8 (loans specification 5.6). */
const mapTable = (key: string, title: string, first: NumberCell): TablePanel => ({
  kind: "table",
  path: `map.${key}`,
  title,
  columns: [first, FLAGS, number("score", "Score", 1, 8, 0.5, { slider: true }), WEIGHT_CELL],
});

/** The day of the advance, and the days that every month has. */
const PAYMENT_DAYS = Array.from({ length: LAST_PAYMENT_DAY + 1 }, (_, day) => (
  { value: day, label: capitalised(paymentDayText(day)) }
));

const DOLLARS = { unit: "$" } as const;

/** Most rules of lending areas. */
export const LENDING_AREAS_MAX = 200;
/** The LTV that a first rule proposes. */
const LOWER_LTV = 65;

const LENDING_AREAS: TablePanel = {
  kind: "table",
  path: "lendingAreas",
  title: "Lending areas",
  hint: "A postal area's rule comes before its region's. Elsewhere we lend up to the limit.",
  mayBeEmpty: true,
  rowsMax: LENDING_AREAS_MAX,
  columns: [
    {
      kind: "text",
      key: "value",
      label: "Area",
      max: NAME_MAX,
      oneOf: {
        written: lendingAreaName,
        sentence: "enter a region such as Toronto, or the first three characters of a postal code such as N0E.",
        suggested: AREA_NAMES,
      },
    },
    {
      kind: "choice",
      key: "rule",
      label: "Rule",
      options: [
        { value: "lower", label: "Lend up to" },
        { value: "no", label: "Do not lend" },
        { value: "lend", label: "Lend" },
      ],
    },
    number("maxLtv", "Max LTV, %", 1, 100, 1, {
      unit: "%",
      start: LOWER_LTV,
      where: { key: "rule", value: "lower" },
    }),
  ],
};

const ON_OFF = [{ value: "on", label: "On" }, { value: "off", label: "Off" }];
const DAYS = { unit: "days" } as const;

const NEWS: FieldsPanel = {
  kind: "fields",
  path: "news",
  title: "What goes out",
  hint:
    "Kinds that are off are neither mailed nor listed under News. People choose in their account how the others are mailed.",
  cells: [
    ...MAILED_KINDS.map((key): SelectCell => ({ kind: "choice", key, label: NEWS_LABELS[key], options: ON_OFF })),
    number("conditionsDays", "Conditions: days before closing", 1, 60, 1, DAYS),
    number("commitmentDays", "Commitment: days before it expires", 1, 60, 1, DAYS),
    number("licenceDays", "Licence: days before it expires", 1, 120, 1, DAYS),
  ],
};

export const GENERAL_SECTIONS: readonly SettingsSection[] = [
  {
    id: "color",
    title: "Color Scoring",
    panels: [{
      kind: "fields",
      path: "globalScore",
      title: "Final score",
      order: "rising",
      hint:
        "A score is red from the red mark up, else yellow from the yellow one up, else green. The green mark colours nothing.",
      cells: [
        number("greenScore", "Green from", 0, 8, 0.1, { slider: true }),
        number("yellowScore", "Yellow from", 1, 8, 0.1, { slider: true }),
        number("redScore", "Red from", 1, 8, 0.1, { slider: true }),
      ],
    }],
  },
  {
    id: "limits",
    title: "Limits",
    panels: [
      {
        kind: "fields",
        path: "maxLtv",
        title: "Max LTV",
        hint: "Submissions above it are refused; the limit itself is allowed.",
        cells: [number("limit", "Limit, %", 1, 100, 1, { slider: true, unit: "%" })],
      },
      {
        kind: "fields",
        path: "minLoan",
        title: "Least loan",
        hint: "Smaller amounts are refused, in quotes too; 0 allows any.",
        cells: [number("amount", "Amount, $", 0, 1_000_000, 1000, { unit: "$" })],
      },
      {
        kind: "fields",
        path: "commercial",
        title: "Commercial loans",
        hint: "The law excepts loans for a business: 48% a year above $10,000, no ceiling above $500,000. Each is " +
          "marked on its own page, with the reason.",
        cells: [{
          kind: "choice",
          key: "ceiling",
          label: "Highest cost",
          options: [{ value: "default", label: "35%, as every loan" }, { value: "law", label: "As the law excepts" }],
        }],
      },
      {
        kind: "fields",
        path: "disclosure",
        title: "Disclosure before signing",
        hint: "Disclosure statements name the first day on which to sign; an earlier day shows a warning.",
        cells: [number("businessDays", "Business days", 0, 30, 1)],
      },
      {
        kind: "fields",
        path: "payments",
        title: "Monthly payments",
        hint:
          "Of new loans; a letter may say another day. Interest from the advance to the first such day is paid on " +
          "that day by itself.",
        cells: [{ kind: "choice", key: "day", label: "Payments fall on", options: PAYMENT_DAYS }],
      },
      limits("netTdsc", "TDSC", [0, 99, 0.01]),
      limits("netFtdsc", "Net TDSC", [0, 99, 0.01]),
      limits("netEquity", "Net equity, $", [-10_000_000, 10_000_000, 1], DOLLARS),
      limits("netEquityCoverage", "Net equity coverage", [-10, 100, 0.01], { hint: "Net equity over our loan." }),
      limits("netCashRemain", "Net cash remaining a month, $", [-1_000_000, 1_000_000, 1], DOLLARS),
      limits("taxMultiple", "Tax multiple", [0, 1000, 0.1], { hint: "Net equity in years of property tax." }),
    ],
  },
  {
    id: "region",
    title: "Region Rating",
    panels: [{
      kind: "table",
      path: "pricing.regions",
      title: "Regions",
      columns: [
        { kind: "text", key: "value", label: "Region", max: NAME_MAX },
        scoreCell("score", "Score"),
        scoreCell("rentability", "Rentability"),
      ],
    }],
  },
  {
    id: "map",
    title: "Map Settings",
    panels: [
      mapTable("monthlyChange", "Monthly change", number("value", "Change", -100, 100, 0.1, { unit: "%" })),
      mapTable(
        "listingToSellingPrice",
        "Listing to selling price",
        number("value", "Sold at", 0, 200, 0.1, { unit: "%" }),
      ),
      mapTable("duration", "Duration", number("value", "Listed", 0, 1000, 1, { unit: "days" })),
      {
        kind: "table",
        path: "map.final",
        title: "Final colour",
        columns: [
          number("value", "Rating", 1, 8, 0.1),
          { kind: "choice", key: "color", label: "Colour", options: MARKET },
          WEIGHT_CELL,
        ],
      },
    ],
  },
  { id: "areas", title: "Lending Areas", panels: [LENDING_AREAS] },
  { id: "news", title: "Reminders and News", panels: [NEWS] },
];

/** Recipients of shared deals; shown below the sections. */
export const PARTNERS: EmailsPanel = {
  kind: "emails",
  path: "partnerEmails",
  title: "Partners",
  hint: "A shared deal is sent to these addresses.",
};
