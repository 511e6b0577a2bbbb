/** The kept counts of the map of loans follow every loan and every change of the thresholds. */
import assert from "node:assert/strict";
import { eq, sql } from "drizzle-orm";
import { CELLS_ZOOM } from "../../../db/derived/mod.ts";
import { loans, settingsVersions } from "../../../db/schema/mod.ts";
import { bandOf } from "../../../lib/domain/lending/colours.ts";
import type { Thresholds } from "../../../lib/domain/lending/settings.ts";
import { cellOf } from "../../../lib/domain/maps/extent.ts";
import { BANDS } from "../../../lib/domain/maps/loan_spots.ts";
import { type TestApp, withApp } from "../../support/app.ts";
import { chance } from "../../support/chance.ts";

/** Every row that is kept, and that the loans themselves give, in one order. */
async function assertKept(t: TestApp, limits: Thresholds): Promise<void> {
  const rows = new Map<string, number[]>();
  for (const loan of await t.deps.db.select().from(loans)) {
    const { longitude, latitude } = loan;
    const cell = longitude === null || latitude === null ? [-1, -1] : cellOf(longitude, latitude, CELLS_ZOOM);
    const band = BANDS.indexOf(bandOf(loan.shownScore, limits));
    const key = JSON.stringify([loan.adminComSelect, ...cell, loan.marketRegion, band]);
    const sums = rows.get(key) ?? [0, 0, 0, 0];
    const parts = [longitude, latitude].map((degrees) => Math.round((degrees ?? 0) * 1e6));
    const own = [1, loan.fsfcLoan ?? loan.newLoanAmount, ...parts];
    rows.set(key, sums.map((sum, i) => sum + own[i]));
  }
  const kept = await t.deps.db.all<{ key: string; sums: string }>(
    sql`select json_array(status, cx, cy, region, band) as key, json_array(loans, amount, lon, lat) as sums from loan_cells`,
  );
  assert.deepEqual(
    new Map(kept.map(({ key, sums }): [string, number[]] => [key, JSON.parse(sums)]).sort()),
    new Map([...rows].sort()),
  );
}

Deno.test("the counts of the map's cells equal those of the loans after any writes and a change of the thresholds", () =>
  withApp(async (t) => {
    const next = chance(20261122);
    const pick = <T>(list: readonly T[]): T => list[Math.floor(next() * list.length)];
    const somewhere = () => ({
      adminComSelect: pick(["NA", "Funded", "Repaid", "Declined", "Loss", "Trash"] as const),
      ...pick([
        { latitude: null, longitude: null },
        // The last stands on a cell's very corner: 0.054931640625 degrees times 1823, less 180.
        { latitude: 43.7 + next() / 10, longitude: -79.4 + next() / 10 },
        { latitude: 43.25, longitude: 0.054931640625 * 1823 - 180 },
      ]),
      marketRegion: pick(["Toronto", "Hamilton", ""]),
      shownScore: pick([-8, 0, 2.49, 2.5, 3.99, 4, 7.25]),
      newLoanAmount: pick([0, 50_000, 123_457]),
      fsfcLoan: pick([null, 0, 99_000]),
    });
    async function write(times: number): Promise<void> {
      for (let n = 0; n < times; n++) {
        const all = await t.deps.db.select({ id: loans.id }).from(loans);
        const act = all.length < 30 ? "add" : pick(["add", "change", "change", "remove"] as const);
        if (act === "add") await t.deps.db.insert(loans).values({ ...somewhere(), timestamp: 0, updatedAt: 0 });
        else if (act === "remove") await t.deps.db.delete(loans).where(eq(loans.id, pick(all).id));
        else {
          const [name, value] = pick(Object.entries(somewhere()));
          await t.deps.db.update(loans).set({ [name]: value }).where(eq(loans.id, pick(all).id));
        }
      }
    }
    await t.deps.db.delete(loans);
    const { settings } = t.context().lending();
    await write(120);
    await assertKept(t, settings.globalScore);
    const globalScore = { greenScore: 0, yellowScore: 0, redScore: 2.5 };
    await t.deps.db.insert(settingsVersions).values({ body: { ...settings, globalScore }, savedAt: 0 });
    await assertKept(t, globalScore);
    await write(40);
    await assertKept(t, globalScore);
    // A document of the first format, without a number of its own.
    const body = JSON.stringify({ ...settings, globalScore: { ...globalScore, redScore: 7.25 } });
    await t.deps.db.run(sql`insert into settings_versions (body, saved_at) values (${body}, 0)`);
    await assertKept(t, { ...globalScore, redScore: 7.25 });
    const yellowAlone = { ...globalScore, redScore: 7.25, yellowScore: 3.99 };
    await t.deps.db.insert(settingsVersions).values({ body: { ...settings, globalScore: yellowAlone }, savedAt: 0 });
    await assertKept(t, yellowAlone);
  }));
