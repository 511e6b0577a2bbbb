/** A region's page with reports of more months than its history walks. */
import assert from "node:assert/strict";
import { regionReports } from "../../../db/schema/mod.ts";
import { addMonths, dateInToronto } from "../../../lib/domain/dates.ts";
import { withApp } from "../../support/app.ts";

Deno.test("a history that leaves out older months says how many it shows", () =>
  withApp(async (t) => {
    const admin = await t.account({ role: 9 }), today = dateInToronto(t.now());
    const report = (ago: number) => {
      const date = addMonths(`${today.slice(0, 7)}-01`, -ago);
      return { region: "Toronto", month: date.slice(0, 7), date, newListings: 100, homesSold: 50 };
    };
    const history = async () =>
      /id="walk-title">.*?<p[^>]*>(.*?)<span/s.exec(
        (await (await t.get("/dashboard/maploans/settings?name=Toronto", admin)).text()).replaceAll("<!-- -->", ""),
      )?.[1].trim();
    await t.deps.db.insert(regionReports).values(Array.from({ length: 60 }, (_, ago) => report(ago)));
    assert.equal(await history(), "The month’s market rating");
    await t.deps.db.insert(regionReports).values(report(60));
    assert.equal(await history(), "The market rating of the last 60 months");
  }));
