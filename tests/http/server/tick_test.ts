/**
 * The tick: for the token's holder it does what waits, each job once, from any number of callers; for everybody else
 * there is nothing.
 */
import assert from "node:assert/strict";
import { eq } from "drizzle-orm";
import { jobLeases, mails } from "../../../db/schema/mod.ts";
import { type InstalledJob, longestWaiting } from "../../../lib/server/jobs.ts";
import { createTick } from "../../../lib/server/tick.ts";
import { until } from "../../support/until.ts";
import { type TestApp, withApp } from "../../support/app.ts";

const TOKEN = "0123456789abcdef01234567";
const bearer = (token: string) => ({ authorization: `Bearer ${token}` });

Deno.test("a tick needs the token, of owners too, and is off without a token in the environment", async () => {
  await withApp(async (t) => {
    const owner = await t.account({ role: 99 });
    for (const headers of [{}, bearer(""), bearer(TOKEN.slice(1)), { authorization: TOKEN }]) {
      const answer = await t.post("/internal/tick", {}, owner, headers);
      assert.deepEqual([answer.status, await answer.text()], [404, "Not found"]);
    }
    assert.notEqual((await t.get("/internal/tick", null, bearer(TOKEN))).status, 200, "a link cannot do it");
    // A scheduler is no browser: it says nothing of where it comes from.
    const answer = await t.app.request("/internal/tick", { method: "POST", headers: bearer(TOKEN) });
    assert.equal(answer.status, 200);
    assert.equal(answer.headers.get("cache-control"), "no-store");
  }, { TICK_TOKEN: TOKEN });
  await withApp(async (t) => {
    for (const token of [TOKEN, "undefined", ""]) {
      assert.equal((await t.post("/internal/tick", {}, null, bearer(token))).status, 404);
    }
  });
});

Deno.test("of concurrent ticks each job runs in one, and each again when it is due", () =>
  withApp(async (t) => {
    const { jobs, events, mailWorker, db, clock, log, turns } = t.deps;
    // A round's usual time would end on a busy machine before its last job began.
    const tick = createTick({ jobs, events, mailWorker, deps: { db, clock, log, turns } }, { mostMs: 1e9 });
    const names = t.deps.jobs.map(({ name }) => name).sort();
    const both = await Promise.all([tick(), tick()]);
    assert.deepEqual([...both[0].ran, ...both[1].ran].sort(), names);
    assert.deepEqual((await tick()).ran, []);
    t.advance(61_000);
    const later = (await tick()).ran;
    const expected = t.deps.jobs.filter(({ everyMs }) => everyMs <= 60_000).map(({ name }) => name);
    assert.deepEqual(later, expected);
    assert.ok(later.length > 0 && later.length < names.length);
  }));

Deno.test("queued mail leaves in a tick, and a failing job is named and delays nothing", () =>
  withApp(async (t) => {
    const { db, clock, log, turns, events, mailWorker } = t.deps;
    await db.insert(mails).values({
      idempotencyKey: "one",
      kind: "device",
      to: "a@example.com",
      subject: "",
      html: "",
      text: "",
      dueAt: t.now(),
      createdAt: t.now(),
    });
    let late = 0;
    const jobs = [
      { name: "breaks", everyMs: 5000, run: () => Promise.reject(new Error("no room")) },
      { name: "works", everyMs: 5000, run: () => Promise.resolve(late++) },
    ];
    const parts = { jobs, events, mailWorker, deps: { db, clock, log, turns } };
    assert.deepEqual(await createTick(parts)(), {
      ran: ["works"],
      failed: ["breaks"],
      events: 0,
      mails: 1,
      more: false,
    });
    assert.equal((await db.select().from(mails).where(eq(mails.idempotencyKey, "one")).get())!.status, "kept");
    assert.match(t.logged(), /"job failed","job":"breaks"/);
    t.advance(6000);
    assert.deepEqual((await createTick(parts, { mostMs: 0 })()).ran, [], "no time: the next tick begins them");
    assert.equal(late, 1);
    let begun = 0;
    const counts = { ...events, drain: () => Promise.resolve(++begun) };
    const none = await createTick({ ...parts, events: counts, mailWorker: counts }, { mostMs: 0 })();
    assert.deepEqual([begun, none.mails, none.more], [0, 0, true], "no mail is begun that might be cut off");
  }));

/** The parts of a tick with these jobs alone. */
const partsOf = ({ deps: { db, clock, log, turns, events, mailWorker } }: TestApp, jobs: InstalledJob[]) => ({
  jobs,
  events,
  mailWorker,
  deps: { db, clock, log, turns },
});

Deno.test("a long job ends after its part of a tick, continues in the next one, and the others have their turns", () =>
  withApp(async (t) => {
    let ms = 0, slices = 0, left = 8;
    const long = (mustStop?: () => boolean) => {
      while (left > 0 && !mustStop!()) {
        left--;
        slices++;
        ms += 1000;
      }
      return Promise.resolve();
    };
    const short = () => Promise.resolve();
    const jobs = [{ name: "long", everyMs: 86_400_000, run: long }, { name: "short", everyMs: 86_400_000, run: short }];
    const tick = createTick(partsOf(t, jobs), { now: () => ms });
    const first = await tick();
    assert.deepEqual(
      [first.ran, first.more, slices],
      [["long", "short"], true, 6],
      "five of twenty seconds and a slice",
    );
    const second = await tick();
    assert.deepEqual([second.ran, second.more, slices], [["long"], false, 8]);
    assert.deepEqual((await tick()).ran, [], "what is done waits for its period");
  }));

Deno.test("a tick answers beside a hanging job, which is not started again meanwhile, and the others run", () =>
  withApp(async (t) => {
    const hangs = Promise.withResolvers<void>();
    let begun = 0, others = 0;
    const tick = createTick(
      partsOf(t, [
        { name: "hangs", everyMs: 5000, run: () => (begun++, hangs.promise) },
        { name: "other", everyMs: 5000, run: () => Promise.resolve(others++) },
      ]),
      { mostMs: 100 },
    );
    const again = async () => {
      t.advance(6000);
      return await tick();
    };
    try {
      await until("the job to begin", async () => (await again(), begun > 0));
      assert.equal((await again()).more, true);
      await until("the other one", async () => (await again(), others > 1));
      assert.equal(begun, 1);
    } finally {
      hangs.resolve();
    }
    await until("its next turn", async () => (await again()).ran.includes("hangs"));
    assert.equal(begun, 2);
  }));

Deno.test("jobs run in the order in which they became due", () =>
  withApp(async (t) => {
    const named = (name: string): InstalledJob => ({ name, everyMs: 1, run: () => Promise.resolve() });
    await t.deps.db.insert(jobLeases).values([["a", 30], ["b", 10], ["c", 20]].map(([name, until]) => ({
      name: String(name),
      holder: "",
      until: Number(until),
    })));
    const order = await longestWaiting(t.deps.db, ["a", "b", "c", "new"].map(named));
    assert.deepEqual(order.map(({ name }) => name), ["new", "b", "c", "a"]);
  }));
