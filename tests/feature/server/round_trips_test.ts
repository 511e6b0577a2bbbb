/** Round trips to a libSQL server: what each page costs, counted where they leave the process. */
import assert from "node:assert/strict";
import { eq } from "drizzle-orm";
import { dataVersion, inTransaction, openDatabase, upgrade, withOwnBatch } from "../../../db/mod.ts";
import { campaignRuns, campaigns, loans, settingsVersions, trackedEmails } from "../../../db/schema/mod.ts";
import { makeApp, type TestAccount, type TestApp } from "../../support/app.ts";
import { fillEveryPage } from "../../support/every_page.ts";
import { ONE_OF_EACH } from "../../support/loan_scene.ts";
import { makeLoan } from "../../support/loans.ts";
import { sendTracked } from "../../support/tracking.ts";
import { until } from "../../support/until.ts";
import { hasLibsqlServer, startLibsqlServer } from "../../support/sqld.ts";

/** Runs a test on one or two processes of the portal on one libSQL server. */
function onServer(name: string, processes: 1 | 2, run: (url: string, ...apps: TestApp[]) => Promise<void>): void {
  Deno.test({
    name,
    ignore: !hasLibsqlServer,
    async fn() {
      const { url, stop } = await startLibsqlServer();
      const apps: TestApp[] = [];
      try {
        for (let n = 0; n < processes; n++) apps.push(await makeApp({ DATABASE_URL: url }));
        await run(url, ...apps);
      } finally {
        for (const app of apps) await app.close();
        await stop();
      }
    },
  });
}

/** True for the watch of the settings, which asks by itself each second. */
const isWatch = (sent: string): boolean =>
  sent.includes("config_versions") &&
  !sent.replace(/from (\\?"(settings|config)_versions\\?"|job_leases)/g, "").includes("from ");

/** True for the end of a stream that was idle for long, or failed: no page waits for it. */
const isClose = (sent: string): boolean => sent.endsWith(`"requests":[{"type":"close"}]}`);

/** How often the server is asked while `work` runs. */
async function tripsOf(url: string, work: () => Promise<unknown>): Promise<number> {
  const real = globalThis.fetch;
  let trips = 0;
  globalThis.fetch = async (input, init) => {
    const request = new Request(input, init);
    if (request.url.startsWith(url)) {
      const sent = await request.clone().text();
      if (!isWatch(sent) && !isClose(sent)) trips++;
    }
    return await real(request);
  };
  try {
    await work();
    return trips;
  } finally {
    globalThis.fetch = real;
  }
}

/** How often `work` asks the server after an answer: what is asked side by side is one turn. */
async function turnsOf(url: string, work: () => Promise<unknown>): Promise<number> {
  const real = globalThis.fetch;
  let turns = 0, open = 0;
  globalThis.fetch = async (input, init) => {
    const request = new Request(input, init);
    const sent = request.url.startsWith(url) ? await request.clone().text() : "";
    if (!sent || isWatch(sent) || isClose(sent)) return await real(request);
    if (open++ === 0) turns++;
    try {
      return await real(request);
    } finally {
      open--;
    }
  };
  try {
    await work();
    return turns;
  } finally {
    globalThis.fetch = real;
  }
}

async function show(t: TestApp, path: string, as: TestAccount | null): Promise<string> {
  const answer = await t.get(path, as, { "accept-encoding": "gzip" });
  assert.equal(answer.status, 200, path);
  return await new Response(answer.body!.pipeThrough(new DecompressionStream("gzip"))).text();
}

onServer(
  "pages cost two round trips from their first visit, a kept page the session's",
  1,
  async (url, t) => {
    const [admin, broker] = [await t.account({ role: 9 }), await t.account()];
    const loan = await makeLoan(t, { brokerId: broker.id, adminComSelect: "Funded" }, { conditions: ONE_OF_EACH });
    await makeLoan(t, { brokerId: broker.id });
    // What looks for work by itself asks, too.
    await t.deps.mailWorker.stop();
    await t.deps.events.stop();
    let visit = 0;
    const told: [path: string, trips: number, most: number][] = [];
    /** The most of some visits of addresses that nothing was kept of. */
    const mostOf = async (path: string, as: TestAccount | null) => {
      const addresses = Array.from({ length: 4 }, () => `${path}${path.includes("?") ? "&" : "?"}visit=${++visit}`);
      const trips: number[] = [];
      for (const address of addresses) trips.push(await tripsOf(url, () => show(t, address, as)));
      return Math.max(...trips);
    };
    for (
      const [path, as, most] of [
        ["/", null, 0],
        ["/", admin, 1],
        ["/dashboard/loans?status=Repaid", admin, 2],
        ["/dashboard/loans?status=Funded&q=a", admin, 2],
        ["/dashboard/brokers", admin, 2],
        ["/dashboard/overview", admin, 2],
        ["/dashboard/overview?view=exposure", admin, 2],
        ["/dashboard/submitloan", broker, 2],
        [`/dashboard/viewloan?id=${loan.id}`, admin, 2],
        [`/dashboard/viewloan?id=${loan.id}&sort=client`, admin, 2],
        [`/dashboard/viewloan/${loan.id}`, broker, 2],
      ] as const
    ) told.push([path, await mostOf(path, as), most]);
    assert.deepEqual(told.map(([path, trips]) => [path, trips]), told.map(([path, , most]) => [path, most]));
    await show(t, "/dashboard/loans", admin);
    const kept: number[] = [];
    for (let n = 0; n < 4; n++) kept.push(await tripsOf(url, () => show(t, "/dashboard/loans", admin)));
    assert.equal(Math.max(...kept), 1, "kept until something is written");
  },
);

onServer("every page costs two round trips at most", 1, async (url, t) => {
  const { people, addresses } = await fillEveryPage(t);
  await t.deps.mailWorker.stop();
  await t.deps.events.stop();
  let visit = 0;
  const over: [path: string, trips: number][] = [];
  for (const [, who, address] of addresses) {
    const visits: number[] = [];
    // The first finds out what is kept of loans and addresses.
    for (let n = 0; n < 3; n++) {
      const to = `${address}${address.includes("?") ? "&" : "?"}visit=${++visit}`;
      visits.push(await tripsOf(url, async () => void await (await t.get(to, people[who])).body?.cancel()));
    }
    const trips = Math.max(...visits.slice(1));
    if (trips > 2) over.push([address, trips]);
  }
  assert.deepEqual(over, []);
});

onServer("more runs of campaigns cost the list of emails and the email's page no more in turn", 1, async (url, t) => {
  const owner = await t.account({ role: 99 }), ann = await t.account({ name: "Ann Lee" });
  await t.deps.mailWorker.stop();
  await t.deps.events.stop();
  const { db } = t.deps, at = t.now();
  await db.insert(campaigns).values({ name: "Rates", subject: "Rates", runs: 1, lastRan: at, createdAt: at });
  const texts = { subject: "Rates", preview: "", body: "Hi", startedAt: at, finishedAt: at };
  const run = async (number: number) => {
    await db.insert(campaignRuns).values({ ...texts, campaignId: 1, run: number });
    await db.update(campaigns).set({ runs: number });
    await sendTracked(t, { sentId: number }, [ann]);
    await db.update(trackedEmails).set({ campaignId: 1 });
  };
  const turns = async (path: string) => {
    await show(t, path, owner);
    await db.update(campaigns).set({ preview: String(Math.random()) });
    return await turnsOf(url, () => show(t, path, owner));
  };
  for (const number of [1, 2, 3, 4, 5, 6]) await run(number);
  const list = await turns("/dashboard/emails"), one = await turns("/dashboard/viewemail?id=1");
  assert.deepEqual([list, one], [2, 2]);
});

onServer(
  "what one process keeps of a page goes with a write of the other, at its next visit",
  2,
  async (_url, a, b) => {
    const admin = await a.account({ role: 9 });
    await makeLoan(a, { lastName: "Before" });
    for (const t of [a, b]) assert.match(await show(t, "/dashboard/loans", admin), /Before/);
    const loan = await makeLoan(b, { lastName: "Besides" });
    for (const t of [a, b]) assert.match(await show(t, "/dashboard/loans", admin), /Besides/);
    await inTransaction(
      b.deps.db,
      (tx) => tx.update(loans).set({ lastName: "Within" }).where(eq(loans.lastName, "Besides")),
    );
    for (const t of [a, b]) assert.match(await show(t, "/dashboard/loans", admin), /Within/);
    const detail = `/dashboard/viewloan?id=${loan.id}`;
    for (const t of [a, b]) assert.match(await show(t, detail, admin), /Within/);
    await a.deps.db.update(loans).set({ lastName: "Last" }).where(eq(loans.lastName, "Within"));
    for (const t of [b, a]) assert.match(await show(t, detail, admin), /Last/, "a loan's page");
    const settings = structuredClone(a.deps.ports.lending().settings);
    settings.maxLtv.limit = 77;
    await a.deps.db.insert(settingsVersions).values({ body: settings, savedAt: a.now() });
    await until(
      "the other process to notice the settings",
      () => Promise.resolve(b.deps.ports.lending().settings.maxLtv.limit === 77),
    );
    assert.match(await show(b, "/dashboard/settings?panel=general", admin), /value="77"/, "the settings' own page");
  },
);

onServer("reads of one turn are one round trip, and one that fails fails alone", 1, async (url, t) => {
  const { $client } = t.deps.db;
  await t.deps.mailWorker.stop();
  await t.deps.events.stop();
  const trips = await tripsOf(url, async () => {
    const answers = await Promise.all([1, 2, 3].map((n) => $client.execute(`select ${n} as n`)));
    assert.deepEqual(answers.map(({ rows }) => rows[0].n), [1, 2, 3]);
  });
  assert.equal(trips, 1);
  const [good, bad, other] = await Promise.allSettled([
    $client.execute("select 1"),
    $client.execute("select * from nothing_there"),
    $client.execute("select 3"),
  ]);
  assert.deepEqual([good.status, bad.status, other.status], ["fulfilled", "rejected", "fulfilled"]);
});

onServer("requests of one turn send their reads apart", 1, async (url, t) => {
  await t.deps.mailWorker.stop();
  await t.deps.events.stop();
  const admin = await t.account({ role: 9 });
  const visit = () => show(t, "/dashboard/loans", admin);
  // The page is kept: only the session is read.
  for (let n = 0; n < 3; n++) await visit();
  assert.equal(await tripsOf(url, () => Promise.all([visit(), visit()])), 2);
});

/** Keeps a server busy for longer than the reader of the next test waits. */
const SLOW =
  "with recursive n(i) as (select 1 union all select i + 1 from n where i < 30000000) select count(*) from n";

onServer("a slow read of one request fails nobody else's of that turn", 1, async (url) => {
  const { client, close } = await openDatabase({ url, responseTimeoutMs: 1500 });
  try {
    const outcomes = await Promise.allSettled(
      [SLOW, "select 1", "select id from accounts limit 1"].map((sql) => withOwnBatch(() => client.execute(sql))),
    );
    assert.deepEqual(outcomes.map(({ status }) => status), ["rejected", "fulfilled", "fulfilled"]);
  } finally {
    close();
  }
});

onServer("a database put back, a rebuild and a lost row never give a version of before", 1, async (url) => {
  const { client, db, close } = await openDatabase({ url });
  const other = await openDatabase({ url });
  try {
    await upgrade(client, url);
    const seen = async () => {
      await client.execute("select 1");
      return dataVersion(db);
    };
    const write = (n: number) =>
      client.execute(`insert into job_leases (name, holder, until) values ('any', '', ${n})
        on conflict do update set until = ${n}`);
    await write(0);
    const first = await seen();
    const [{ holder, until }] = (await other.client.execute(
      "select holder, until from job_leases where name = 'data-version'",
    )).rows;
    const versions = new Set([first]);
    for (let n = 1; n <= 3; n++) versions.add((await write(n), await seen()));
    assert.equal(versions.size, 4);
    await other.client.execute({
      sql: "update job_leases set holder = ?, until = ? where name = 'data-version'",
      args: [holder, until],
    });
    assert.equal(await seen(), first, "as the data is");
    for (let n = 4; n <= 8; n++) versions.add((await write(n), await seen()));
    await upgrade(other.client, url);
    versions.add(await seen());
    assert.equal(versions.size, 10, [...versions].join());
    await other.client.execute("delete from job_leases where name = 'data-version'");
    assert.equal(await seen(), null);
  } finally {
    close();
    other.close();
  }
});
