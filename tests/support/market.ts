/** Market reports in tests: who saves them, what they hold, and the audit trail of regions. */
import assert from "node:assert/strict";
import { desc, eq } from "drizzle-orm";
import { auditRows } from "../../db/schema/mod.ts";
import { FIGURE_NAMES, type MarketFigures } from "../../lib/domain/maps/market_report.ts";
import { ROLE } from "../../lib/domain/permissions.ts";
import type { Refusal } from "../../lib/domain/refusal.ts";
import type { TestApp } from "./app.ts";

/** A report without figures. */
export const NOTHING = Object.fromEntries(FIGURE_NAMES.map((name) => [name, null])) as unknown as MarketFigures;
/** A whole report. */
export const OCTOBER: MarketFigures = {
  newListings: 1500,
  homesSold: 600,
  averageDaysOnMarket: 43,
  listingToSellingPrice: 97.3,
  monthlyChange: -0.4,
  medianPrice: 958_000,
  detachedSales: 280,
  townhouseSales: 120,
  condoSales: 200,
};

/** An administrator's context. */
export const staff = async (t: TestApp, name = "Ines Duarte") =>
  t.context(await t.account({ role: ROLE.administrator, name }));
/** The trail of regions, the newest row first. */
export const regionAudit = (t: TestApp) =>
  t.deps.db.select().from(auditRows).where(eq(auditRows.entity, "region")).orderBy(desc(auditRows.id));
/** Checks a refusal's status and sentence. */
export const refused = (status: number, reason: RegExp) => (error: Refusal) => {
  assert.equal(error.status, status, error.message);
  assert.match(error.message, reason);
  return true;
};
