/**
 * Regions on the map: how each is drawn, its market reports with their history; geocoded addresses; areas.
 */
import { integer, real, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import { accounts } from "./accounts.ts";

/** How the map draws a region; one that was never set has no row. */
export const regionSettings = sqliteTable("region_settings", {
  name: text("name").primaryKey(),
  enabled: integer("enabled", { mode: "boolean" }).notNull(),
  predict: integer("predict", { mode: "boolean" }).notNull(),
  /** One of the market's colours. */
  fillColor: text("fill_color").notNull(),
  colorWeight: real("color_weight").notNull(),
  savedAt: integer("saved_at").notNull(),
});

/** A region's market in a month (YYYY-MM); the newest row is the current one, earlier ones are its history. */
export const regionReports = sqliteTable("region_reports", {
  id: integer("id").primaryKey({ autoIncrement: true }),
  region: text("region").notNull(),
  month: text("month").notNull(),
  /** The day that the figures are of (YYYY-MM-DD). */
  date: text("date").notNull(),
  newListings: integer("new_listings"),
  homesSold: integer("homes_sold"),
  averageDaysOnMarket: real("average_days_on_market"),
  listingToSellingPrice: real("listing_to_selling_price"),
  monthlyChange: real("monthly_change"),
  medianPrice: integer("median_price"),
  detachedSales: integer("detached_sales"),
  townhouseSales: integer("townhouse_sales"),
  condoSales: integer("condo_sales"),
}, (t) => [uniqueIndex("region_reports_month").on(t.region, t.month)]);

/** What the geocoder answered, by normalised address; without a place where it found none. */
export const geocodes = sqliteTable("geocodes", {
  addressKey: text("address_key").primaryKey(),
  latitude: real("latitude"),
  longitude: real("longitude"),
  /** When it was answered; 0 before the first answer. */
  at: integer("at").notNull(),
  /** Whose browser asked last, and since when its answer is waited for; null once it came. */
  askedBy: integer("asked_by").references(() => accounts.id, { onDelete: "set null" }),
  askedAt: integer("asked_at"),
});

/**
 * Areas that administrators imported, simplified. In force is the one with the newest `inForceAt`; none: the
 * approximate ones.
 */
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
