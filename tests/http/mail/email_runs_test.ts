/** The runs on the page of an email. */
import assert from "node:assert/strict";
import { campaignRuns, campaigns } from "../../../db/schema/mod.ts";
import { withApp } from "../../support/app.ts";

Deno.test("the table of runs says where it has the newest alone", () =>
  withApp(async (t) => {
    const staff = await t.account({ role: 9 });
    const run = async (from: number, to: number) => {
      for (let n = from; n <= to; n++) {
        const sent = { campaignId: 1, run: n, subject: "Rates", preview: "", body: "They fell.", startedAt: n };
        await t.deps.db.insert(campaignRuns).values({ ...sent, finishedAt: n });
      }
      await t.deps.db.update(campaigns).set({ runs: to });
      const html = await (await t.get("/dashboard/viewemail?id=1", staff)).text();
      assert.doesNotMatch(html, /<p class="small"><\/p>/);
      return [html.match(/>Email Sent \d+</g)!.length, /The newest \d+ of \d+\./.exec(html)?.[0]];
    };
    await t.deps.db.insert(campaigns).values({ name: "Rates", createdAt: 1 });
    assert.deepEqual(await run(1, 12), [12, undefined]);
    assert.deepEqual(await run(13, 14), [12, "The newest 12 of 14."]);
  }));
