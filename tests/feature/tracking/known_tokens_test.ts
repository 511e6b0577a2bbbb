/** A link's token is read once, for where it leads; what was erased since takes nobody else's click along. */
import assert from "node:assert/strict";
import { eq } from "drizzle-orm";
import { drizzle } from "drizzle-orm/libsql";
import * as schema from "../../../db/schema/mod.ts";
import { followLink } from "../../../lib/features/tracking/mod.ts";
import { recordHits } from "../../../lib/features/tracking/record_hits.ts";
import { type TestApp, withApp } from "../../support/app.ts";
import { CHROME, HOME, sendTracked } from "../../support/tracking.ts";

const { accounts, trackedEmails, trackerEvents } = schema;

/** A click as the route hands it on: with what its token stands for. */
async function clicked(ctx: ReturnType<TestApp["context"]>, t: TestApp, path: string) {
  const token = path.split("/").at(-1)!, known = await followLink(ctx, token);
  assert.ok(known);
  return { token, at: t.now(), method: "GET", userAgent: CHROME, address: HOME, known };
}

Deno.test("the token of a click is read once", () =>
  withApp(async (t) => {
    const mail = (await sendTracked(t, {}, [{ name: "Ann", email: "ann@b.example" }])).get("ann@b.example")!;
    const asked: string[] = [], { $client } = t.deps.db;
    const logger = { logQuery: (sql: string) => void asked.push(sql) };
    const ctx = { ...t.context(), db: Object.assign(drizzle($client, { schema, logger }), { $client }) };
    const hit = await clicked(ctx, t, mail.links[0]);
    assert.equal(hit.known.link, "https://lender.example/a");
    await recordHits(ctx, [hit]);
    assert.equal(asked.filter((sql) => sql.includes("tracker_tokens")).length, 1, asked.join("\n"));
    const [event] = await t.deps.db.select().from(trackerEvents);
    assert.deepEqual([event.type, event.email, event.link], ["link", "ann@b.example", hit.known.link]);
  }));

Deno.test("a click on an erased account or mail does not fail other clicks of its batch", () =>
  withApp(async (t) => {
    const ann = await t.account({ name: "Ann Lee" }), bob = await t.account({ name: "Bob Roy" });
    const sent = await sendTracked(t, {}, [ann, bob]), gone = await sendTracked(t, { name: "Old rates" }, [bob]);
    const ctx = t.context();
    const clicks = await Promise.all(
      [sent.get(ann.email)!, sent.get(bob.email)!, gone.get(bob.email)!].map(({ links }) => clicked(ctx, t, links[0])),
    );
    await t.deps.db.delete(trackedEmails).where(eq(trackedEmails.name, "Old rates"));
    await t.deps.db.delete(accounts).where(eq(accounts.id, ann.id));
    await recordHits(ctx, clicks);
    const events = await t.deps.db.select().from(trackerEvents).orderBy(trackerEvents.email);
    assert.deepEqual(
      events.map(({ email, accountId }) => [email, accountId]).toSorted(),
      [[ann.email, null], [bob.email, bob.id]].toSorted(),
    );
  }));
