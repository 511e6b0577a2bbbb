/** What grows old goes at night, and nothing else does (docs/decisions/retention.md). */
import assert from "node:assert/strict";
import { and, asc, eq, like } from "drizzle-orm";
import { inTransaction } from "../../../db/mod.ts";
import {
  accountRequests,
  accounts,
  auditRows,
  contracts,
  devices,
  fileDeletions,
  files,
  loans,
  news,
  sessions,
  submissionDrafts,
  trackerEvents,
} from "../../../db/schema/mod.ts";
import { getRetention, saveRetention } from "../../../lib/features/operations/mod.ts";
import { removeExpired } from "../../../lib/features/operations/remove_expired.ts";
import { retentionOf } from "../../../lib/features/retention.ts";
import { withApp } from "../../support/app.ts";
import { makeRequest } from "../../support/brokers.ts";
import { makeLoan } from "../../support/loans.ts";
import { addAudit, addEvent, addFile, DAY, due, SINCE } from "../../support/retention.ts";

Deno.test("each kind is deleted after its last moment in Toronto; the report names it before and after", () =>
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
      await makeRequest(t, { email: `r${i}@x.example`, username: `asks${i}`, createdAt: SINCE.requests + by });
      await addEvent(t, SINCE.tracking + by);
      await addEvent(t, SINCE.addresses + by);
      await addAudit(t, SINCE.signIns + by, { action: "session.start", entity: "session" });
      await addAudit(t, SINCE.signIns + by, { address: "" });
      await addAudit(t, SINCE.addresses + by, {});
    }
    await addAudit(t, t.now(), { address: "" });
    const before = await due(t);
    // Of three events and three rows of the trail.
    assert.deepEqual(before, {
      drafts: 1,
      requests: 1,
      news: 1,
      addresses: 6,
      tracking: 1,
      signIns: 1,
      papers: 0,
    });
    await removeExpired(t.context());
    const { kinds, last } = await getRetention(t.context());
    assert.deepEqual(last!.removed, { drafts: 1, requests: 1, news: 1, addresses: 6, tracking: 1, signIns: 1 });
    assert.ok(kinds.every(({ due }) => due === 0));
    assert.deepEqual((await t.deps.db.select().from(submissionDrafts)).map(({ updatedAt }) => updatedAt), [
      SINCE.drafts,
    ]);
    assert.deepEqual((await t.deps.db.select().from(news)).map(({ at }) => at), [SINCE.news]);
    assert.deepEqual((await t.deps.db.select().from(accountRequests)).map((row) => row.createdAt), [SINCE.requests]);
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

Deno.test("saved browsers and sessions stay, and their old addresses are cut to the network", () =>
  withApp(async (t) => {
    const { id: accountId } = await t.account();
    for (const [i, createdAt] of [SINCE.addresses - 1, SINCE.addresses].entries()) {
      const row = { id: `old${i}`, accountId, address: "99.1.2.3", createdAt, expiresAt: t.now() + DAY };
      await t.deps.db.insert(devices).values({ ...row, lastUsedAt: t.now() });
      await t.deps.db.insert(sessions).values(row);
    }
    assert.equal((await due(t)).addresses, 2);
    await removeExpired(t.context());
    assert.equal((await getRetention(t.context())).last!.removed.addresses, 2);
    for (const table of [devices, sessions]) {
      const rows = await t.deps.db.select({ id: table.id, address: table.address }).from(table)
        .where(like(table.id, "old%")).orderBy(asc(table.id));
      assert.deepEqual(rows, [{ id: "old0", address: "99.1.2.0/24" }, { id: "old1", address: "99.1.2.3" }]);
    }
  }));

Deno.test("files of closed loans are deleted with their bytes; letters, running terms, losses and newer files stay", () =>
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
      await loan({ adminComSelect: "Trash", updatedAt: SINCE.papers }),
    ];
    // Lent before it was declined or deleted: it may still be owed.
    for (const adminComSelect of ["Declined", "Trash"] as const) {
      stay.push(
        await loan({ adminComSelect, everFunded: 1 }),
        await loan({ adminComSelect, dateFunded: "2015-01-01" }),
        await loan({ adminComSelect, everFunded: 1, dateFunded: "2017-01-01", dateRepaid: "2019-01-01" }),
        await loan({ adminComSelect, everFunded: 1, dateRepaid: "2018-12-31", maturityEmailDate: "2019-01-01" }),
      );
    }
    const lent = { everFunded: 1, dateFunded: "2017-01-01", dateRepaid: "2018-12-31" };
    const givenUp = [
      await loan({ adminComSelect: "Trash", updatedAt: SINCE.papers - 1 }),
      await loan({ adminComSelect: "Trash", ...lent }),
      await loan({ adminComSelect: "Declined", ...lent }),
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
    assert.equal((await due(t)).papers, 6);
    await removeExpired(t.context());
    const left = (await t.deps.db.select().from(files)).map(({ id }) => id).toSorted();
    assert.deepEqual(left, [...[...stay, runs].map(({ file }) => file), late, letter].toSorted());
    assert.equal((await t.deps.db.select().from(loans)).length, stay.length + 6, "no loan goes");
    const rows = await t.deps.db.select().from(auditRows).where(eq(auditRows.action, "loan.papers"));
    assert.deepEqual(rows.map(({ entityId, before }) => [entityId, JSON.parse(before!).files.length]), [
      [String(repaid.id), 2],
      [String(declined.id), 1],
      ...givenUp.map(({ id }) => [String(id), 1]),
    ]);
    assert.equal((await t.deps.db.select().from(fileDeletions)).length, 6);
    t.advance(60_000);
    await t.runJobs();
    assert.equal(await t.deps.ports.files.open(repaid.file), null);
    await (await t.deps.ports.files.open(letter))!.cancel();
  }));

Deno.test("periods that another owner saved meanwhile are kept, and the form merges both changes", () =>
  withApp(async (t) => {
    const owner = await t.account({ role: 99 }), omar = await t.account({ name: "Omar Reyes", role: 99 });
    const seenIn = (html: string) => html.match(/name="seen" value="([^"]*)"/)?.[1].replaceAll("&quot;", '"') ?? "";
    const shown = {
      drafts: "60",
      requests: "180",
      news: "90",
      addresses: "13",
      tracking: "36",
      signIns: "36",
      papers: "7",
    };
    const seen = seenIn(await (await t.get("/dashboard/retention", owner)).text());
    const mine = { ...shown, drafts: "45", seen };
    t.advance(60_000);
    assert.equal((await t.postForm("/api/loans/saveretention", { ...shown, papers: "10" }, omar)).status, 303);
    const both = (html: string) =>
      ["drafts", "papers"].map((kind) => html.match(new RegExp(`id="keep-${kind}"[^>]* value="(\\d+)"`))?.[1]);
    const late = await t.postForm("/api/loans/saveretention", mine, owner), again = await late.text();
    assert.equal(late.status, 409);
    assert.match(again, /Omar Reyes changed how long things are kept on 20 Nov 2026, 12:01, after you opened it\./);
    assert.deepEqual(both(again), ["45", "10"]);
    const tried = await (await t.get(`/dashboard/retention?${new URLSearchParams(mine)}`, owner)).text();
    assert.deepEqual(both(tried), ["45", "10"], "what is only tried has theirs too");
    const whole = { ...mine, papers: "10", seen: seenIn(tried) };
    assert.equal((await t.postForm("/api/loans/saveretention", whole, owner)).status, 303);
    const { drafts, papers } = await retentionOf(t.deps.db, t.deps.ports.site);
    assert.deepEqual([drafts, papers], [45, 10]);
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
    for (const wrong of ["1", "many", ""]) {
      assert.match(await page(`?drafts=${wrong}`), /Enter whole days from 30 to 365\./, wrong);
    }
    assert.deepEqual(await retentionOf(t.deps.db, t.deps.ports.site), {
      drafts: 60,
      requests: 180,
      news: 90,
      addresses: 13,
      tracking: 36,
      signIns: 36,
      papers: 7,
    });
    const chosen = { drafts: 45, requests: 180, news: 90, addresses: 13, tracking: 36, signIns: 36, papers: 6 };
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
