/** The ranking of brokers in the overview of tracking, and what stands beside names in tracking's lists. */
import assert from "node:assert/strict";
import type { Context } from "../../../db/mod.ts";
import { rankedReaders } from "../../../lib/features/tracking/mod.ts";
import { OVERVIEW_ORDERS } from "../../../lib/schemas/tracking.ts";
import { type TestApp, withApp } from "../../support/app.ts";
import { record, sendTracked } from "../../support/tracking.ts";

/** The context with a database that says it is a server's: its statements run on the file. */
function asServer(t: TestApp): Context {
  const ctx = t.context(),
    $client = new Proxy(ctx.db.$client, {
      get: (client, name) => name === "protocol" ? "http" : Reflect.get(client, name, client),
    });
  const db = new Proxy(ctx.db, {
    get: (db, name) => name === "$client" ? $client : Reflect.get(db, name, db),
  });
  return { ...ctx, db };
}

Deno.test("brokers are ranked alike on a file and on a server, by every figure and on every page", () =>
  withApp(async (t) => {
    const names = ["anna", "Bob", "Érin", "bob", "Zoe", "Ann", ...Array.from({ length: 50 }, (_, i) => `Broker ${i}`)];
    const brokers = [];
    for (const [i, name] of names.entries()) {
      brokers.push(await t.account({ role: 0, name, rating: i % 2 ? "elite" : undefined }));
    }
    const sent = await sendTracked(t, {}, brokers);
    const hits = brokers.flatMap(({ email }, i) => {
      const { pixel, links, trap } = sent.get(email)!;
      if (i % 7 === 6) return [{ path: trap }];
      return [
        { path: pixel },
        ...i % 3 ? [{ path: pixel, from: "99.231.10.8" }] : [],
        ...i % 4 ? [] : [{ path: links[0] }],
      ];
    });
    await record(t, ...hits);
    for (const by of OVERVIEW_ORDERS) {
      for (const machines of [false, true]) {
        for (const page of [1, 2, 9]) {
          const asked = { range: 10, by, machines, page };
          const onFile = await rankedReaders(t.context(), asked), onServer = await rankedReaders(asServer(t), asked);
          const told = ({ rows, ...rest }: typeof onFile) => ({
            ...rest,
            rows: rows.map((
              { id, name, hot, opens, clicks, email, rating },
            ) => [id, name, hot, opens, clicks, email, rating]),
          });
          assert.deepEqual(told(onServer), told(onFile), `${by}, ${machines}, page ${page}`);
          assert.ok(onFile.rows.length > 0);
        }
      }
    }
  }));

Deno.test("a tracking row says who opened last; the ranking has each broker's rating below the name", () =>
  withApp(async (t) => {
    const ann = await t.account({ role: 0, name: "Ann Lee", rating: "elite" });
    const mail = (await sendTracked(t, {}, [ann])).get(ann.email)!;
    await record(t, { path: mail.pixel });
    const me = await t.account({ role: 9 });
    const page = async (path: string) => (await (await t.get(path, me)).text()).replaceAll("<!-- -->", "");
    const [, rows] = (await page("/dashboard/tracking")).split("<tbody");
    assert.match(rows, /Weekly rates[\s\S]*Ann Lee[\s\S]* by Ann Lee/);
    const ranking = (await page("/dashboard/tracking/overview")).split('id="brokers-title"')[1];
    assert.match(ranking, /Ann Lee[\s\S]*?Elite/);
  }));
