/** What grows old goes at night, and nothing else does (docs/decisions/retention.md). */
import assert from "node:assert/strict";
import { setImmediate } from "node:timers/promises";
import { and, desc, eq, sql } from "drizzle-orm";
import { inTransaction } from "../../../db/mod.ts";
import {
  accounts,
  auditRows,
  contracts,
  fileDeletions,
  files,
  loans,
  news,
  submissionDrafts,
  trackedEmails,
  trackerEvents,
} from "../../../db/schema/mod.ts";
import { dayStartInToronto } from "../../../lib/domain/dates.ts";
import type { KeptKind } from "../../../lib/domain/operations/retention.ts";
import { closedPapers } from "../../../lib/features/files/closed_papers.ts";
import { getRetention, saveRetention } from "../../../lib/features/operations/mod.ts";
import { lastRun, removeExpired } from "../../../lib/features/operations/remove_expired.ts";
import { newFileId } from "../../../lib/features/tokens.ts";
import { retentionOf } from "../../../lib/features/retention.ts";
import { type TestApp, withApp } from "../../support/app.ts";
import { BYTES } from "../../support/files.ts";
import { makeLoan } from "../../support/loans.ts";
import { calibration, longestTurn } from "../../support/turns.ts";

const DAY = 24 * 3600_000;
/** START is 20 November 2026: the first days that stay, by the standards. */
const SINCE = {
  drafts: dayStartInToronto("2026-09-21"),
  news: dayStartInToronto("2026-08-22"),
  addresses: dayStartInToronto("2025-10-20"),
  tracking: dayStartInToronto("2023-11-20"),
  signIns: dayStartInToronto("2023-11-20"),
  papers: dayStartInToronto("2019-01-01"),
};

/** One event at an instant, from a whole address. */
async function addEvent(t: TestApp, created: number): Promise<void> {
  const emailId = (await t.deps.db.select({ id: trackedEmails.id }).from(trackedEmails).get())?.id ??
    (await t.deps.db.insert(trackedEmails).values({ name: "News", createdAt: created })
      .returning({ id: trackedEmails.id }))[0].id;
  const day = new Date(created - 5 * 3600_000).toISOString().slice(0, 10);
  await t.deps.db.insert(trackerEvents)
    .values({ emailId, sentId: 1, email: "a@b.example", type: "open", created, day, ip: "99.1.2.3" });
}

const addAudit = (t: TestApp, at: number, fields: Partial<typeof auditRows.$inferInsert>) =>
  t.deps.db.insert(auditRows).values({
    at,
    action: "loan.update",
    entity: "loan",
    entityId: "1",
    address: "99.1.2.3",
    ...fields,
  });

/** Adds a file of 2016; its id is returned. */
async function addFile(t: TestApp, loanId: number, fields: Partial<typeof files.$inferInsert> = {}): Promise<string> {
  const id = newFileId();
  await t.deps.ports.files.put(id, BYTES.pdf);
  await t.deps.db.insert(files).values({
    id,
    loanId,
    kind: "appraisal",
    name: `${id}.pdf`,
    mediaType: "application/pdf",
    size: BYTES.pdf.length,
    sha256: id,
    uploadedAt: Date.UTC(2016, 0, 1),
    ...fields,
  });
  return id;
}

const due = async (t: TestApp): Promise<Partial<Record<KeptKind, number>>> =>
  Object.fromEntries((await getRetention(t.context())).kinds.map(({ kind, due }) => [kind, due]));

Deno.test("each kind goes from the last moment before its day in Toronto on; the report names it before and after", () =>
  withApp(async (t) => {
    const people = [await t.account(), await t.account()];
    for (const [i, by] of [-1, 0].entries()) {
      const accountId = people[i].id;
      await t.deps.db.insert(submissionDrafts).values({
        accountId,
        uploadId: `u${i}`,
        entries: "{}",
        createdAt: 0,
        updatedAt: SINCE.drafts + by,
      });
      await t.deps.db.insert(news).values({
        accountId,
        key: "k",
        kind: "loanSubmitted",
        data: "{}",
        at: SINCE.news + by,
        mailing: "none",
      });
      await addEvent(t, SINCE.tracking + by);
      await addEvent(t, SINCE.addresses + by);
      await addAudit(t, SINCE.signIns + by, { action: "session.start", entity: "session" });
      await addAudit(t, SINCE.signIns + by, { address: "" });
      await addAudit(t, SINCE.addresses + by, {});
    }
    await addAudit(t, t.now(), { address: "" });
    const before = await due(t);
    // Of three events and three rows of the trail.
    assert.deepEqual(before, { drafts: 1, news: 1, addresses: 6, tracking: 1, signIns: 1, papers: 0 });
    await removeExpired(t.context());
    const { kinds, last } = await getRetention(t.context());
    assert.deepEqual(last!.removed, { drafts: 1, news: 1, addresses: 6, tracking: 1, signIns: 1 });
    assert.ok(kinds.every(({ due }) => due === 0));
    assert.deepEqual((await t.deps.db.select().from(submissionDrafts)).map(({ updatedAt }) => updatedAt), [
      SINCE.drafts,
    ]);
    assert.deepEqual((await t.deps.db.select().from(news)).map(({ at }) => at), [SINCE.news]);
    const opens = (await t.deps.db.select().from(trackerEvents)).map(({ created, ip }) => [created, ip]);
    assert.deepEqual(opens, [[SINCE.addresses - 1, "99.1.2.0/24"], [SINCE.tracking, "99.1.2.0/24"], [
      SINCE.addresses,
      "99.1.2.3",
    ]]);
    const trail = await t.deps.db.select().from(auditRows);
    assert.deepEqual(trail.filter(({ entity }) => entity === "session").map(({ at }) => at), [SINCE.signIns]);
    assert.equal(trail.filter(({ entity }) => entity === "loan").length, 5, "no act goes");
    const [run] = trail.filter(({ action }) => action === "retention.run");
    assert.deepEqual([run.actorName, JSON.parse(run.after!).removed], ["The portal", last!.removed]);
  }));

Deno.test("files of closed loans go with their bytes; letters, running terms, losses and younger files stay", () =>
  withApp(async (t) => {
    const broker = await t.account();
    const long = Date.UTC(2016, 0, 1);
    const loan = async (fields: Partial<typeof loans.$inferInsert>) => {
      const made = await makeLoan(t, { brokerId: broker.id, maturityEmailDate: "2018-06-01", ...fields });
      await t.deps.db.update(loans).set({ updatedAt: fields.updatedAt ?? long }).where(eq(loans.id, made.id));
      return { id: made.id, file: await addFile(t, made.id) };
    };
    const repaid = await loan({ adminComSelect: "Repaid", dateFunded: "2017-01-01", dateRepaid: "2018-12-31" });
    const declined = await loan({ adminComSelect: "Declined", updatedAt: SINCE.papers - 1 });
    const stay = [
      await loan({ adminComSelect: "Repaid", dateFunded: "2017-01-01", dateRepaid: "2019-01-01" }),
      await loan({ adminComSelect: "Repaid", dateRepaid: "2018-12-31", maturityEmailDate: "2019-01-01" }),
      await loan({ adminComSelect: "Repaid", dateRepaid: "" }),
      await loan({ adminComSelect: "Declined", updatedAt: SINCE.papers }),
      await loan({ adminComSelect: "Loss", dateFunded: "2015-01-01" }),
      await loan({ adminComSelect: "Funded", dateFunded: "2015-01-01" }),
      await loan({ adminComSelect: "Trash" }),
    ];
    const runs = await loan({ adminComSelect: "Repaid", dateRepaid: "2018-12-31" });
    await t.deps.db.insert(contracts).values({
      loanId: runs.id,
      version: 1,
      stage: "agreed",
      source: "letter",
      kind: "commitment",
      effectiveDate: "2017-01-01",
      principal: 1,
      position: "First",
      rate: 0.1,
      structure: "Interest only",
      compounding: "monthly",
      firstPayment: "2017-02-01",
      payment: 1,
      maturity: "2019-01-01",
      recordedAt: long,
    } as never);
    const letter = await addFile(t, repaid.id, { kind: "commitment" });
    const late = await addFile(t, repaid.id, { uploadedAt: SINCE.papers });
    await addFile(t, repaid.id, { deletedAt: long });
    assert.equal((await due(t)).papers, 3);
    await removeExpired(t.context());
    const left = (await t.deps.db.select().from(files)).map(({ id }) => id).toSorted();
    assert.deepEqual(left, [...[...stay, runs].map(({ file }) => file), late, letter].toSorted());
    assert.equal((await t.deps.db.select().from(loans)).length, stay.length + 3, "no loan goes");
    const rows = await t.deps.db.select().from(auditRows).where(eq(auditRows.action, "loan.papers"));
    assert.deepEqual(rows.map(({ entityId, before }) => [entityId, JSON.parse(before!).files.length]), [
      [String(repaid.id), 2],
      [String(declined.id), 1],
    ]);
    assert.equal((await t.deps.db.select().from(fileDeletions)).length, 3);
    t.advance(60_000);
    await t.runJobs();
    assert.equal(await t.deps.ports.files.open(repaid.file), null);
    await (await t.deps.ports.files.open(letter))!.cancel();
  }));

Deno.test("it runs once a night from three in Toronto on, and goes on where a turn ended", () =>
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
    await removeExpired(ctx, -1);
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

Deno.test("a night that does not finish says what it removed, by the periods it began with, before the next begins", () =>
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
      await removeExpired(t.context(), 20);
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

Deno.test("a run that goes on keeps its periods, and a kind that fails keeps no other back", () =>
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

Deno.test("thousands of opens go in short turns, found by indexes", () =>
  withApp(async (t) => {
    await addEvent(t, SINCE.tracking - 1);
    const [{ id }] = await t.deps.db.select({ id: trackerEvents.id }).from(trackerEvents);
    await t.deps.db.run(sql`insert into tracker_events (email_id, sent_id, email, type, created, day, ip)
      select email_id, n % 7, 'p' || (n % 300) || '@b.example', 'open', created - n, day, '99.1.' || (n % 250) || '.3'
      from tracker_events, (with recursive c(n) as (select 1 union all select n + 1 from c where n < 3000)
        select n from c) where id = ${id}`);
    const ratio = await longestTurn(() => removeExpired(t.context(), 300_000)) / calibration();
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
      ]
    ) {
      const { rows } = await t.deps.db.$client.execute(`explain query plan ${what}`);
      assert.match(String(rows[0].detail), new RegExp(`USING (COVERING )?INDEX ${index}`), what);
    }
  }));

Deno.test("closed loans without files are looked through in short turns", () =>
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

Deno.test("owners choose periods, see what others would remove, and longer drafts keep their files", () =>
  withApp(async (t) => {
    const owner = await t.account({ role: 99 });
    await t.deps.db.insert(submissionDrafts).values({
      accountId: owner.id,
      uploadId: "u",
      entries: "{}",
      createdAt: 0,
      updatedAt: SINCE.drafts + 10 * DAY,
    });
    const page = async (query = "") => await (await t.get(`/dashboard/retention${query}`, owner)).text();
    assert.match(await page("?drafts=45"), /Only tried: with these periods the next run would remove 1 draft\./);
    assert.match(await page("?drafts=1"), /Enter whole days from 30 to 365\./);
    assert.deepEqual(await retentionOf(t.deps.db, t.deps.ports.site), {
      drafts: 60,
      news: 90,
      addresses: 13,
      tracking: 36,
      signIns: 36,
      papers: 7,
    });
    const chosen = { drafts: 45, news: 90, addresses: 13, tracking: 36, signIns: 36, papers: 6 };
    const sent = Object.fromEntries(Object.entries(chosen).map(([kind, value]) => [kind, String(value)]));
    const saved = await t.postForm("/api/loans/saveretention", sent, owner);
    assert.deepEqual([saved.status, saved.headers.get("location")], [303, "/dashboard/retention"]);
    assert.deepEqual(await retentionOf(t.deps.db, t.deps.ports.site), chosen);
    assert.equal((await t.deps.db.select().from(submissionDrafts)).length, 1, "nothing goes by saving");
    const [row] = await t.deps.db.select().from(auditRows).where(eq(auditRows.action, "retention.save"));
    assert.deepEqual([JSON.parse(row.before!), JSON.parse(row.after!)], [{ drafts: 60, papers: 7 }, {
      drafts: 45,
      papers: 6,
    }]);
    const refused = await t.postForm("/api/loans/saveretention", { ...sent, papers: "5" }, owner);
    assert.equal(refused.status, 422);
    assert.match(await refused.text(), /Enter whole years from 6 to 30\./);
    const status = await (await t.get("/dashboard/status", owner)).text();
    assert.match(status, /Nothing was removed yet; the first run is after 03:00\./);
    await removeExpired(t.context());
    assert.match(await (await t.get("/dashboard/status", owner)).text(), /removed 1 draft\./);
    await inTransaction(t.deps.db, (tx) => tx.update(accounts).set({ role: 9 }).where(and(eq(accounts.id, owner.id))));
    assert.equal((await t.post("/api/loans/saveretention", chosen, owner)).status, 403);
    await saveRetention(t.context(), { ...chosen, drafts: 90 });
  }));
