/** The list of campaigns: its order, by its address, and what its tabs and pages keep of it. */
import assert from "node:assert/strict";
import { campaigns } from "../../../db/schema/mod.ts";
import { instantInToronto } from "../../../lib/domain/dates.ts";
import { withApp } from "../../support/app.ts";

Deno.test("the list of emails sorts by its headings without script, and its tabs and search keep the order", () =>
  withApp(async (t) => {
    const me = await t.account({ role: 9 });
    await t.deps.db.insert(campaigns).values([
      { name: "Beta", lastRan: 2, lastRecipients: 5, runs: 1, createdAt: 1 },
      { name: "alpha", lastRan: 1, lastRecipients: 9, runs: 1, createdAt: 2 },
      { name: "Gamma", createdAt: 3 },
    ]);
    const list = async (query: string) => {
      const html = await (await t.get(`/dashboard/emails${query}`, me)).text();
      return {
        html,
        names: [...html.matchAll(/viewemail\?id=\d+">([^<]+)</g)].map(([, name]) => name),
        sorted: [...html.matchAll(/aria-sort="(\w+)"><a href="([^"]+)">([^<]+)</g)]
          .map(([, order, href, label]) => [order, href, label]),
      };
    };
    const first = await list("");
    assert.deepEqual(first.names, ["Beta", "alpha", "Gamma"]);
    assert.deepEqual(first.sorted, [["descending", "/dashboard/emails?dir=asc", "Last Sent"]]);
    assert.ok(first.html.includes('href="/dashboard/emails?sort=name&amp;dir=asc"'), "a heading sorts by it");
    const named = await list("?sort=name&dir=asc");
    assert.deepEqual(named.names, ["alpha", "Beta", "Gamma"]);
    assert.deepEqual(named.sorted, [["ascending", "/dashboard/emails?sort=name", "Name"]]);
    assert.ok(named.html.includes('href="/dashboard/emails?show=done&amp;sort=name&amp;dir=asc"'), "a tab keeps it");
    assert.match(named.html, /<select name="sort"[^]*?<option value="name-asc" selected/, "so does a search");
    assert.deepEqual((await list("?sort=brokers")).names, ["alpha", "Beta", "Gamma"]);
  }));

Deno.test("an email lists its next runs as they will be: an hour that spring skips moves one run alone", () =>
  withApp(async (t) => {
    const me = await t.account({ role: 9 });
    const every = { type: "interval", everyDays: 7, monthDay: null, createdAt: 1 } as const;
    await t.deps.db.insert(campaigns).values([
      { name: "Before", ...every, sendAt: instantInToronto("2027-03-07", "02:30"), sendTime: null },
      { name: "That day", ...every, sendAt: instantInToronto("2027-03-14", "02:30"), sendTime: "02:30" },
    ]);
    const runs = async (id: number) =>
      /Runs every week: ([^<]+)\./.exec(await (await t.get(`/dashboard/viewemail?id=${id}`, me)).text())?.[1];
    assert.equal(await runs(1), "7 Mar 2027, 02:30; 14 Mar 2027, 03:30; 21 Mar 2027, 02:30");
    assert.equal(await runs(2), "14 Mar 2027, 03:30; 21 Mar 2027, 02:30; 28 Mar 2027, 02:30");
  }));
