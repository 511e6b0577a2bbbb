/** The nightly run: once, in short turns, and what it says of a night that was cut (docs/decisions/retention.md). */
import assert from "node:assert/strict";
import { setImmediate } from "node:timers/promises";
import { desc, eq, sql } from "drizzle-orm";
import { auditRows, loans, news, portalSettings, submissionDrafts, trackerEvents } from "../../../db/schema/mod.ts";
import { closedPapers } from "../../../lib/features/files/closed_papers.ts";
import { operationsJobs } from "../../../lib/features/operations/jobs.ts";
import { saveRetention } from "../../../lib/features/operations/mod.ts";
import { lastRun, removeExpired } from "../../../lib/features/operations/remove_expired.ts";
import { retentionOf } from "../../../lib/features/retention.ts";
import { withApp } from "../../support/app.ts";
import { makeRequest } from "../../support/brokers.ts";
import { makeLoan } from "../../support/loans.ts";
import { longestTurn } from "../../support/turns.ts";
import { addEvent, addFile, DAY, SINCE } from "../../support/retention.ts";

Deno.test("it runs once a night from three in Toronto on, and continues where a turn ended", () =>
  withApp(async (t) => {
    const broker = await t.account();
    const at = SINCE.news - DAY;
    await t.deps.db.insert(news).values(
      Array.from({ length: 50 }, (_, i) => ({
        accountId: broker.id,
        key: `k${i}`,
        kind: "loanSubmitted" as const,
        data: "{}",
        at,
        mailing: "none" as const,
      })),
    );
    const runs = async () => await t.deps.db.select().from(auditRows).where(eq(auditRows.action, "retention.run"));
    const ctx = t.context();
    await removeExpired({ ...ctx, now: Date.UTC(2026, 10, 20, 7, 59) });
    assert.equal(await lastRun(t.deps.db), null, "before three nothing runs");
    await removeExpired(ctx, { turnMs: -1 });
    assert.equal((await runs()).length, 0, "the turn's time was over");
    await Promise.all([removeExpired(ctx), removeExpired(ctx)]);
    const last = await lastRun(t.deps.db);
    assert.deepEqual([last!.removed.news, last!.day], [50, "2026-11-20"], "two processes remove each once");
    const done = (await runs()).length;
    await removeExpired(ctx);
    assert.equal((await runs()).length, done, "once a night");
    t.advance(DAY);
    await removeExpired(t.context());
    assert.equal((await runs()).length, done + 1);
    assert.deepEqual((await lastRun(t.deps.db))!.removed.news ?? 0, 0);
  }));

Deno.test("a portal that never ran waits for the next night, so that owners can choose periods before", () =>
  withApp(async (t) => {
    const { id: accountId } = await t.account({ role: 99 });
    const old = {
      accountId,
      kind: "loanSubmitted" as const,
      data: "{}",
      at: SINCE.news - DAY,
      mailing: "none" as const,
    };
    await t.deps.db.insert(news).values({ ...old, key: "old" });
    const { run } = operationsJobs.find(({ name }) => name === "retention")!;
    const at = async (utc: number) => {
      await run({ ...t.context(), now: utc }, () => false);
      return [await t.deps.db.$count(news), (await lastRun(t.deps.db))?.day];
    };
    assert.deepEqual(await at(Date.UTC(2026, 10, 20, 17)), [1, undefined]);
    assert.deepEqual(await at(Date.UTC(2026, 10, 20, 17, 5)), [1, undefined]);
    assert.deepEqual(await at(Date.UTC(2026, 10, 21, 7, 59)), [1, undefined]);
    assert.deepEqual(await at(Date.UTC(2026, 10, 21, 8)), [0, "2026-11-21"]);
  }));

Deno.test("a night that does not finish logs what it removed, by the periods it began with, before the next begins", () =>
  withApp(async (t) => {
    const { id: accountId } = await t.account({ role: 99 });
    const item = {
      accountId,
      kind: "loanSubmitted" as const,
      data: "{}",
      at: SINCE.news - 9 * DAY,
      mailing: "none" as const,
    };
    await t.deps.db.insert(news).values(Array.from({ length: 400 }, (_, i) => ({ ...item, key: `k${i}` })));
    const clock = performance.now;
    let asked = 0;
    performance.now = () => asked++;
    try {
      await removeExpired(t.context(), { turnMs: 60 });
    } finally {
      performance.now = clock;
    }
    const first = (await lastRun(t.deps.db))!.removed.news!;
    assert.ok(first > 0 && first < 400, `${first} went in the first turn`);
    await saveRetention(t.context(), { ...await retentionOf(t.deps.db, t.deps.ports.site), news: 91 });
    t.advance(DAY);
    await removeExpired(t.context());
    const rows = await t.deps.db.select().from(auditRows).where(eq(auditRows.action, "retention.run"));
    assert.deepEqual(
      rows.map(({ after }) => JSON.parse(after!)).map(({ day, finished, periods, removed }) => [
        day,
        finished,
        periods.news,
        removed.news,
      ]),
      [["2026-11-20", false, 90, first], ["2026-11-21", true, 91, 400 - first]],
    );
  }));

Deno.test("a continued run keeps its periods, and a kind that fails delays no other", () =>
  withApp(async (t) => {
    const { id: accountId } = await t.account({ role: 99 });
    const one = { accountId, kind: "loanSubmitted" as const, data: "{}", mailing: "none" as const };
    await t.deps.db.insert(news).values([{ ...one, key: "old", at: SINCE.news - 1 }, {
      ...one,
      key: "young",
      at: SINCE.news + 1,
    }]);
    await t.deps.db.insert(submissionDrafts)
      .values({ accountId, uploadId: "u", entries: "{}", createdAt: 0, updatedAt: SINCE.drafts - 1 });
    await t.deps.db.$client.execute(
      "create trigger away before delete on submission_drafts begin select raise(abort, 'away'); end",
    );
    await assert.rejects(removeExpired(t.context()));
    assert.deepEqual((await lastRun(t.deps.db))!.removed, { news: 1 });
    await saveRetention(t.context(), { ...await retentionOf(t.deps.db, t.deps.ports.site), news: 30 });
    await t.deps.db.$client.execute("drop trigger away");
    await removeExpired(t.context());
    const { removed, finishedAt } = (await lastRun(t.deps.db))!;
    assert.deepEqual([removed, finishedAt !== null], [{ news: 1, drafts: 1 }, true]);
    assert.deepEqual((await t.deps.db.select().from(news)).map(({ key }) => key), ["young"]);
  }));

Deno.test("a run that an earlier version began goes on with the standard of a kind that it did not know", () =>
  withApp(async (t) => {
    await makeRequest(t, { createdAt: SINCE.requests - 1 });
    await makeRequest(t, { createdAt: SINCE.requests, email: "b@x.example", username: "later" });
    await removeExpired(t.context(), { turnMs: -1 });
    const { requests: _, ...periods } = (await lastRun(t.deps.db))!.periods;
    const value = JSON.stringify({ ...await lastRun(t.deps.db), periods });
    await t.deps.db.update(portalSettings).set({ value }).where(eq(portalSettings.name, "retentionRun"));
    await removeExpired(t.context());
    assert.deepEqual((await lastRun(t.deps.db))!.removed, { requests: 1 });
  }));

Deno.test("thousands of opens are deleted in short turns, found by indexes", () =>
  withApp(async (t) => {
    await addEvent(t, SINCE.tracking - 1);
    const [{ id }] = await t.deps.db.select({ id: trackerEvents.id }).from(trackerEvents);
    await t.deps.db.run(sql`insert into tracker_events (email_id, sent_id, email, type, created, day, ip)
      select email_id, n % 7, 'p' || (n % 300) || '@b.example', 'open', created - n, day, '99.1.' || (n % 250) || '.3'
      from tracker_events, (with recursive c(n) as (select 1 union all select n + 1 from c where n < 3000)
        select n from c) where id = ${id}`);
    const ratio = await longestTurn(() => removeExpired(t.context(), { turnMs: 300_000 }));
    assert.equal((await t.deps.db.select().from(trackerEvents)).length, 0);
    // 50 ms where the calibration loop takes 12.
    assert.ok(ratio < 4, `a turn of ${ratio.toFixed(1)} times the calibration loop`);
    for (
      const [what, index] of [
        [
          "select id from audit_rows where at < 1 and instr('session device', entity) > 0 order by at",
          "audit_rows_sign_ins",
        ],
        [
          "select id from audit_rows where at < 1 and address <> '' and instr(address, '/') = 0 order by at",
          "audit_rows_addresses",
        ],
        ["select id from loans where +admin_com_select = 'Repaid' and date_repaid < '2019'", "loans_repaid"],
        ["select id from loans where +admin_com_select = 'Declined' and updated_at < 1", "loans_declined"],
        ["select id from loans where +admin_com_select = 'Trash' and updated_at < 1", "loans_trashed"],
      ]
    ) {
      const { rows } = await t.deps.db.$client.execute(`explain query plan ${what}`);
      assert.match(String(rows[0].detail), new RegExp(`USING (COVERING )?INDEX ${index}`), what);
    }
  }));

Deno.test("closed loans without files are checked in short turns", () =>
  withApp(async (t) => {
    const broker = await t.account();
    const made = await makeLoan(t, {
      brokerId: broker.id,
      maturityEmailDate: "2018-06-01",
      adminComSelect: "Declined",
    });
    const { id: _id, ...row } = (await t.deps.db.select().from(loans).where(eq(loans.id, made.id)).get())!;
    const old = { ...row, updatedAt: Date.UTC(2016, 0, 1), tmpUploadId: null };
    for (let i = 0; i < 10; i++) await t.deps.db.insert(loans).values(Array.from({ length: 100 }, () => old));
    const last = (await t.deps.db.select({ id: loans.id }).from(loans).orderBy(desc(loans.id)).limit(1))[0].id;
    const file = await addFile(t, last);
    let turns = 0, running = true;
    const watch = (async () => {
      for (; running; turns++) await setImmediate();
    })();
    assert.deepEqual(await closedPapers.find(t.deps.db, SINCE.papers, 10), [file]);
    running = false;
    await watch;
    assert.ok(turns >= 5, `${turns} turns for 1,000 loans`);
  }));
