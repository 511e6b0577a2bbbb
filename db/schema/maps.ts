/** Regions on the map: how each is drawn, what its market did, and earlier states of that; geocoded addresses; areas. */
import { index, integer, real, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { accounts } from "./accounts.ts";

export const regionSettings = sqliteTable("region_settings", {
  name: text("name").primaryKey(),
  enabled: integer("enabled", { mode: "boolean" }).notNull().default(true),
  predict: integer("predict", { mode: "boolean" }).notNull().default(false),
  fillColor: text("fill_color").notNull().default("#0f766e"),
  colorWeight: real("color_weight").notNull().default(0.5),
});

/** A region's market at `date` (YYYY-MM-DD); the newest row is the current one, earlier ones are its history. */
export const regionReports = sqliteTable("region_reports", {
  id: integer("id").primaryKey({ autoIncrement: true }),
  region: text("region").notNull(),
  date: text("date").notNull(),
  monthlyChange: real("monthly_change"),
  newListings: integer("new_listings"),
  homesSold: integer("homes_sold"),
  averageDaysOnMarket: real("average_days_on_market"),
  listingToSellingPrice: real("listing_to_selling_price"),
  detachedSales: integer("detached_sales"),
  townhouseSales: integer("townhouse_sales"),
  condoSales: integer("condo_sales"),
}, (t) => [index("region_reports_region").on(t.region, t.date)]);

export const regionDurations = sqliteTable("region_durations", {
  id: integer("id").primaryKey({ autoIncrement: true }),
  reportId: integer("report_id").notNull().references(() => regionReports.id, { onDelete: "cascade" }),
  range: text("range").notNull(),
  days: real("days").notNull(),
}, (t) => [index("region_durations_report").on(t.reportId)]);

export const regionPrices = sqliteTable("region_prices", {
  id: integer("id").primaryKey({ autoIncrement: true }),
  reportId: integer("report_id").notNull().references(() => regionReports.id, { onDelete: "cascade" }),
  month: text("month").notNull(),
  medianPrice: integer("median_price").notNull(),
}, (t) => [index("region_prices_report").on(t.reportId)]);

/** What the geocoder answered, by normalised address; without a place where it found none. */
export const geocodes = sqliteTable("geocodes", {
  addressKey: text("address_key").primaryKey(),
  latitude: real("latitude"),
  longitude: real("longitude"),
  at: integer("at").notNull(),
});

/** Areas that administrators imported, simplified. In force is the one with the newest `inForceAt`; none: the approximate ones. */
export const areaVersions = sqliteTable("area_versions", {
  id: integer("id").primaryKey({ autoIncrement: true }),
  /** The file's name. */
  name: text("name").notNull(),
  /** A GeoJSON FeatureCollection whose features have a `name`; empty for the return to the approximate areas. */
  geojson: text("geojson").notNull(),
  areas: integer("areas").notNull(),
  points: integer("points").notNull(),
  uploadedAt: integer("uploaded_at").notNull(),
  uploadedBy: integer("uploaded_by").references(() => accounts.id, { onDelete: "set null" }),
  inForceAt: integer("in_force_at"),
});
