/** Inputs of the area maps. */
import * as v from "valibot";
import { COLOURS } from "../../domain/maps/market_colours.ts";
import { FIGURES } from "../../domain/maps/market_figures.ts";
import { IMPORT_FIELDS, MARKET_TEXT_MAX, MARKET_TOO_LARGE } from "../../domain/maps/market_import.ts";
import { FIGURE_NAMES, type FigureName, isMonth } from "../../domain/maps/market_report.ts";
import { COLOUR_WEIGHT } from "../../domain/maps/region_setting.ts";
import { findRegion, regionNamed } from "../../domain/places/find_region.ts";
import { isStepInBounds } from "../../domain/settings/panel.ts";
import { number, text } from "../fields.ts";

/** A region of the gazetteer by its name or an alias, or 'Rural'. */
const region = v.pipe(
  text(60),
  v.transform((name) => regionNamed(name) ?? ""),
  v.minLength(1, "Choose a region of the list."),
);

const month = v.pipe(text(10), v.check(isMonth, "Choose a month."));

/** A region's setting (loans specification 3.11). `savedAt` is that of the setting it was made from. */
const regionSetting = v.object({
  name: region,
  enabled: v.boolean(),
  predict: v.boolean(),
  fillColor: v.picklist(COLOURS, "Choose a colour of the list."),
  colorWeight: v.pipe(
    number(COLOUR_WEIGHT.min, COLOUR_WEIGHT.max),
    v.check((weight) => isStepInBounds(COLOUR_WEIGHT, weight), "Enter a weight in steps of 0.01."),
  ),
  savedAt: v.optional(v.nullable(v.number())),
});

export const SaveMapSettingsInput = v.pipe(
  v.array(regionSetting),
  v.minLength(1, "Send at least one region."),
  v.maxLength(200),
  v.check((list) => new Set(list.map(({ name }) => name)).size === list.length, "Send each region once."),
);
export type SaveMapSettingsInput = v.InferOutput<typeof SaveMapSettingsInput>;

const figure = (name: FigureName) => v.optional(v.nullable(number(FIGURES[name].min, FIGURES[name].max)), null);
const figures = Object.fromEntries(FIGURE_NAMES.map((name) => [name, figure(name)])) as Record<
  FigureName,
  ReturnType<typeof figure>
>;

/** `seen` are the figures that the month had when it was opened: null for none; left out, nothing is compared. */
export const SaveMarketReportInput = v.object({
  region,
  month,
  ...figures,
  seen: v.optional(v.nullable(v.object(figures))),
});
export type SaveMarketReportInput = v.InferOutput<typeof SaveMarketReportInput>;

/** `seen` are the figures on screen: another report of the month stays; left out, nothing is compared. */
export const RemoveMarketReportInput = v.object({ region, month, seen: v.optional(v.object(figures)) });
export type RemoveMarketReportInput = v.InferOutput<typeof RemoveMarketReportInput>;

const csv = {
  text: v.pipe(v.string(), v.minLength(1, "Choose a CSV file."), v.maxLength(MARKET_TEXT_MAX, MARKET_TOO_LARGE)),
  columns: v.optional(v.pipe(v.array(v.picklist(["", ...IMPORT_FIELDS])), v.maxLength(40))),
};

export const MarketPreviewInput = v.object(csv);
/** `leaveOut` is the number of wrong rows that the preview named. */
export const MarketImportInput = v.object({
  ...csv,
  leaveOut: v.optional(v.pipe(v.number(), v.integer(), v.minValue(0)), 0),
});
export type MarketImportInput = v.InferOutput<typeof MarketImportInput>;

/**
 * The address of the region page: Toronto without an id (loans specification 2.8), the region of a place's name or
 * alias, null where no region has it: 'Rural' would open for editing under another's name.
 */
export const RegionQuery = v.object({
  id: v.pipe(
    v.optional(v.string(), ""),
    v.transform((name) => {
      const { region, by } = findRegion({ city: name.trim().slice(0, 100) || "Toronto" });
      return by === "none" ? null : region;
    }),
  ),
  month: v.fallback(v.pipe(v.string(), v.check(isMonth)), ""),
});
