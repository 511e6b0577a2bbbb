/** The lender accepts and returns conditions, and the broker's timeline tells it. */
import assert from "node:assert/strict";
import { and, desc, eq } from "drizzle-orm";
import { accounts, auditRows, conditions, files, loans } from "../../../db/schema/mod.ts";
import type { ConditionItem } from "../../../lib/domain/loans/condition_item.ts";
import type { TimelineEntry } from "../../../lib/domain/loans/timeline.ts";
import { ROLE } from "../../../lib/domain/permissions.ts";
import type { TestAccount } from "../../support/app.ts";
import { upload } from "../../support/files.ts";
import { fingerprint } from "../../support/fingerprint.ts";
import { type LoanScene, loanScene, ONE_OF_EACH } from "../../support/loan_scene.ts";
import { makeLoan } from "../../support/loans.ts";

const REVIEW = "/api/loans/reviewbrokercondition", TIMELINE = "/api/loans/gettimeline";
const ACT = "/api/loans/updatebrokercondition", LIST = "/api/loans/getbrokerconditions";
const REASON = "It names another property. Send the one for Locke Street.";

const scene = loanScene({}, { conditions: ONE_OF_EACH });

const stored = async ({ t, loan }: LoanScene, id: number) =>
  (await t.deps.db.select().from(conditions).where(and(eq(conditions.loanId, loan.id), eq(conditions.id, id))).get())!;
const loanNow = async ({ t, loan }: LoanScene) =>
  (await t.deps.db.select().from(loans).where(eq(loans.id, loan.id)).get())!;

async function seen(s: LoanScene, as: TestAccount, id: number): Promise<ConditionItem> {
  const body = await (await s.t.post(LIST, { loanId: s.loan.id }, as)).json();
  return JSON.parse(body.data.brokerConditions).find((item: ConditionItem) => item.id === id);
}

async function timeline(s: LoanScene, as = s.broker): Promise<TimelineEntry[]> {
  return (await (await s.t.post(TIMELINE, { id: s.loan.id }, as)).json()).data;
}

const answer = (s: LoanScene, conditionText = "Dana") =>
  s.t.post(ACT, { loanId: s.loan.id, conditionId: 5, condtionState: true, conditionText }, s.broker);
const review = (s: LoanScene, body: object, as = s.admin) =>
  s.t.post(REVIEW, { loanId: s.loan.id, conditionId: 5, ...body }, as);

scene("a returned condition is open again, mailed with its reason, and keeps what was sent", async (s) => {
  const { t, broker, admin } = s;
  await answer(s);
  t.advance(60_000);
  const done = await review(s, { accept: false, reason: ` ${REASON} ` });
  assert.deepEqual(await done.json(), { response: true, data: { total: 4, done: 0 } });
  const row = await stored(s, 5);
  assert.deepEqual([row.completed, row.text, row.returnReason, row.returnedAt, row.completedAt], [
    false,
    "Dana",
    REASON,
    t.now(),
    null,
  ]);
  assert.equal((await loanNow(s)).conditionsDone, 0);
  const item = await seen(s, broker, 5);
  assert.deepEqual([item.completed, item.returnReason, item.returnedAt], [false, REASON, t.now()]);
  const [mail] = (await t.mails(broker.email)).filter(({ kind }) => kind === "conditionReturned");
  assert.match(mail.subject, /ILA contact info needs another look/);
  assert.ok(mail.text.includes(REASON) && mail.text.includes(`/dashboard/viewloan/${s.loan.id}`));
  assert.ok(!mail.text.includes("Voss") && !mail.html.includes("Voss"), "no name of the staff");
  assert.match(await (await t.get(`/dashboard/viewloan/${s.loan.id}`, broker)).text(), /It names another property/);
  assert.match(await (await t.get(`/dashboard/viewloan?id=${s.loan.id}`, admin)).text(), /It names another property/);
  const [audited] = await t.deps.db.select().from(auditRows).where(eq(auditRows.action, "condition.return"));
  assert.equal(audited.actorName, "Helen Voss");
  assert.equal(JSON.parse(audited.after!).returnReason, REASON);

  t.advance(60_000);
  await answer(s);
  const again = await stored(s, 5);
  assert.deepEqual([again.completed, again.returnReason, again.returnedAt], [true, "", null]);
  assert.equal((await loanNow(s)).brokerConditionsUpdated, 1, "the flag is up again");
  assert.equal((await seen(s, admin, 5)).updated, true);
});

scene("an accepted condition says so to both, once, and a change of the broker's asks for a new answer", async (s) => {
  await answer(s);
  const { brokerUpdatedAt } = await seen(s, s.admin, 5);
  assert.equal((await seen(s, s.admin, 5)).accepted, false);
  for (let twice = 0; twice < 2; twice++) {
    const accepted = await review(s, { accept: true, brokerUpdatedAt });
    assert.deepEqual(await accepted.json(), { response: true, data: { total: 4, done: 1 } });
  }
  const trail = await s.t.deps.db.select().from(auditRows).where(eq(auditRows.action, "condition.accept"));
  assert.equal(trail.length, 1);
  for (const who of [s.broker, s.admin]) assert.equal((await seen(s, who, 5)).accepted, true);
  assert.equal((await s.t.mails()).filter(({ kind }) => kind === "conditionReturned").length, 0);
  const { acceptedAt } = await stored(s, 5);
  s.t.advance(1000);
  await answer(s, "Dana Whitfield");
  assert.equal((await seen(s, s.admin, 5)).accepted, false);
  const rows = s.t.deps.db.select().from(auditRows).where(eq(auditRows.action, "condition.complete"));
  const { before } = (await rows.orderBy(desc(auditRows.id)))[0];
  assert.equal(JSON.parse(before!).acceptedAt, acceptedAt, "the trail keeps what was taken away");
  const late = await review(s, { accept: true, brokerUpdatedAt });
  assert.equal(late.status, 409, "the reviewer saw an older one");
  const stale = await late.json();
  assert.deepEqual([stale.code, stale.who, stale.at], ["stale", "Priya Raman", s.t.now()]);
  assert.match(stale.reason, /^Priya Raman changed this condition on /);
  assert.equal((await seen(s, s.admin, 5)).accepted, false);
});

scene("what a colleague accepted meanwhile is not sent back by who saw it waiting", async (s) => {
  const { t } = s, colleague = await t.account({ name: "Marc Hill", role: ROLE.administrator });
  await answer(s);
  const { brokerUpdatedAt, accepted } = await seen(s, s.admin, 5);
  await review(s, { accept: true, brokerUpdatedAt, accepted }, colleague);
  const late = await review(s, { accept: false, reason: REASON, brokerUpdatedAt, accepted });
  assert.equal(late.status, 409);
  assert.match((await late.json()).reason, /^Marc Hill changed this condition on /);
  assert.equal((await seen(s, s.admin, 5)).accepted, true);
  assert.equal((await t.mails()).filter(({ kind }) => kind === "conditionReturned").length, 0);
  assert.equal((await review(s, { accept: true, brokerUpdatedAt, accepted })).status, 200, "the same decision");
  const known = { accept: false, reason: REASON, brokerUpdatedAt, accepted: true };
  assert.equal((await review(s, known)).status, 200);
});

scene("what the lender completes itself is accepted, and a deleted file takes acceptance away", async (s) => {
  const { t, admin, loan } = s;
  await t.post(ACT, { loanId: loan.id, conditionId: 31, condtionState: true }, admin);
  assert.equal((await stored(s, 31)).acceptedBy, admin.id);
  await t.post(ACT, { loanId: loan.id, conditionId: 31, condtionState: false }, admin);
  assert.equal((await stored(s, 31)).acceptedAt, null);
  const list = (await (await t.post(LIST, { loanId: loan.id }, admin)).json()).data.brokerConditions;
  const sent = JSON.parse(list).map((item: ConditionItem) => ({
    ...item,
    completed: item.id === 31 || item.completed,
  }));
  const loaded = JSON.parse(list).map(({ id, completed }: ConditionItem) => ({ id, completed }));
  await t.post("/api/loans/savebrokerconditions", { loanId: loan.id, conditions: sent, loaded }, admin);
  assert.equal((await stored(s, 31)).acceptedBy, admin.id, "completed by saving the list");

  const sentFile = await upload(t, "/api/loans/uploadotherfile", { loanId: loan.id, conditionId: 11 }, s.broker, {
    name: "binder.pdf",
  });
  const { data } = await sentFile.json();
  await review(s, { accept: true, conditionId: 11 });
  assert.equal((await stored(s, 11)).acceptedBy, admin.id);
  await t.post("/api/loans/deleteotherfile", { id: data.id, loanId: loan.id }, admin);
  assert.deepEqual([(await stored(s, 11)).completed, (await stored(s, 11)).acceptedBy], [false, null]);
  const [{ before }] = await t.deps.db.select().from(auditRows).where(eq(auditRows.action, "file.delete"));
  const { accepted } = JSON.parse(before!);
  assert.deepEqual(accepted, [{ conditionId: 11, acceptedAt: t.now(), acceptedBy: admin.id }], "the trail names it");
});

scene("only the lender reviews, only what is completed and the broker's, and a refusal changes nothing", async (s) => {
  const { t, broker, stranger, admin, loan } = s;
  await answer(s);
  await t.post(ACT, { loanId: loan.id, conditionId: 4, condtionState: true }, admin);
  assert.equal((await stored(s, 4)).completed, true, "the lender's own one is done");
  const before = await fingerprint(t);
  for (const who of [broker, stranger]) assert.equal((await review(s, { accept: true }, who)).status, 403);
  assert.equal((await t.post(REVIEW, { loanId: loan.id, conditionId: 5, accept: true }, null)).status, 401);
  const wrong: [object, number][] = [
    [{ accept: false }, 422],
    [{ accept: false, reason: "   " }, 422],
    [{ accept: false, reason: "x".repeat(501) }, 422],
    [{ accept: false, reason: "a\u0000b" }, 422],
    [{ accept: "perhaps" }, 422],
    [{}, 422],
    [{ accept: true, conditionId: 11 }, 409],
    [{ accept: false, reason: "x", conditionId: 11 }, 409],
    [{ accept: true, conditionId: 4 }, 409],
    [{ accept: false, reason: "x", conditionId: 4 }, 409],
    [{ accept: true, conditionId: 77 }, 404],
    [{ accept: true, loanId: 9999 }, 404],
  ];
  for (const [body, status] of wrong) {
    const refused = await review(s, body, admin);
    assert.equal(refused.status, status, JSON.stringify(body));
    assert.equal((await refused.json()).response, false);
  }
  assert.equal(await fingerprint(t), before);
});

scene("a loan without a broker, or whose broker is shut out, is returned without a mail", async (s) => {
  const { t, broker, loan } = s;
  await answer(s);
  await t.deps.db.update(accounts).set({ status: 0 }).where(eq(accounts.id, broker.id));
  assert.equal((await review(s, { accept: false, reason: REASON })).status, 200);
  await t.deps.db.update(conditions).set({ completed: true }).where(eq(conditions.id, 5));
  await t.deps.db.update(loans).set({ brokerId: null }).where(eq(loans.id, loan.id));
  assert.equal((await review(s, { accept: false, reason: REASON })).status, 200);
  assert.equal((await t.mails()).filter(({ kind }) => kind === "conditionReturned").length, 0);
});

scene("the timeline tells a loan's way from the trail, to its own broker alone", async (s) => {
  const { t, broker, stranger, admin, loan } = s;
  const step = () => t.advance(3600_000);
  step();
  await answer(s);
  step();
  await review(s, { accept: false, reason: REASON });
  step();
  await answer(s);
  step();
  await review(s, { accept: true });
  step();
  for (const [id, uploadedBy] of [["by-lender", admin.id], ["by-broker", broker.id]] as const) {
    const file = { kind: "commitment" as const, name: "c.pdf", mediaType: "application/pdf", size: 1, sha256: "0" };
    await t.deps.db.insert(files).values({ id, loanId: loan.id, ...file, uploadedBy, uploadedAt: t.now() });
  }
  step();
  const save = (adminComSelect: string) =>
    t.post("/api/loans/updateloan", { loanId: loan.id, data: { adminComSelect } }, admin);
  await save("Trash");
  step();
  await save("NA");
  const texts = (await timeline(s)).map(({ state, text }) => `${state} ${text}`);
  assert.deepEqual(texts, [
    "next Planned closing",
    "next Non-refundable retainer",
    "now Waiting for your documents",
    "past Commitment sent",
    "past ILA contact info accepted",
    "past ILA contact info answered",
    "past ILA contact info sent back",
    "past ILA contact info answered",
    "past Submitted",
  ]);
  // What is to come is put to the broker.
  assert.deepEqual(await timeline(s, admin), (await timeline(s)).filter(({ state }) => state === "past"));
  assert.equal((await t.post(TIMELINE, { id: loan.id }, stranger)).status, 404);
  assert.equal((await t.post(TIMELINE, { id: loan.id }, null)).status, 401);
  const html = await (await t.get(`/dashboard/viewloan/${loan.id}`, broker)).text();
  const shown = html.slice(html.indexOf('id="timeline-title"'));
  assert.match(shown, /ILA contact info sent back/);
  assert.doesNotMatch(shown, /Helen|Voss|Trash|finalScore|shownScore/);
  await save("Funded");
  const [now] = await timeline(s);
  assert.deepEqual(now, { state: "now", text: "Funded", day: "2026-11-20" });
});

scene("the timeline is the same once an account of the lender's staff is gone", async (s) => {
  const { t, admin, loan } = s, owner = await t.account({ role: ROLE.owner });
  const file = { kind: "commitment" as const, name: "c.pdf", mediaType: "application/pdf", size: 1, sha256: "0" };
  const uploaded = { uploadedBy: admin.id, uploadedAt: t.now() };
  await t.deps.db.insert(files).values({ id: "commitment", loanId: loan.id, ...file, ...uploaded });
  // As a save of the list does, which leaves no row of each condition in the trail.
  const done = { completed: true, completedAt: t.now(), acceptedAt: t.now() };
  await t.deps.db.update(conditions).set({ ...done, completedBy: admin.id, acceptedBy: admin.id })
    .where(and(eq(conditions.loanId, loan.id), eq(conditions.id, 31)));
  const before = await timeline(s), texts = before.map(({ text }) => text);
  assert.ok(texts.includes("Commitment sent"));
  assert.ok(texts.includes("Confirm the closing date completed by the lender"));
  assert.equal((await t.post("/api/auth/deleteAccount", { id: admin.id }, owner)).status, 200);
  assert.deepEqual(await timeline(s), before);
});

scene("the timeline of a list that the lender saves tells how many conditions came", async (s) => {
  const { t, admin, broker } = s;
  const bare = await makeLoan(t, { brokerId: broker.id });
  const save = (ids: number[]) =>
    t.post("/api/loans/savebrokerconditions", {
      loanId: bare.id,
      conditions: ids.map((id) => ({ id, type: 1, title: `Condition ${id}`, restriction: "none" })),
    }, admin);
  t.advance(1000);
  await save([11, 12]);
  t.advance(1000);
  await save([11, 12, 13]);
  t.advance(1000);
  await save([11, 12]);
  const list = await timeline({ ...s, loan: bare });
  assert.deepEqual(list.filter(({ state }) => state === "past").map(({ text, note }) => [text, note]), [
    ["Conditions added", "1 condition"],
    ["Conditions set", "2 conditions"],
    ["Submitted", undefined],
  ]);
});

scene("what waits to be accepted is the lender's first group, with Accept and Return as words", async (s) => {
  await answer(s);
  const block = async () => {
    const html = (await (await s.t.get(`/dashboard/viewloan?id=${s.loan.id}`, s.admin)).text()).replace(
      /<!--.*?-->/g,
      "",
    );
    return html.slice(html.indexOf('id="conditions-title"'));
  };
  const groups = (html: string) => [...html.matchAll(/<h3 class="subheading">([^<]*, \d+)</g)].map((m) => m[1]);
  const waiting = await block();
  assert.deepEqual(groups(waiting), ["To accept, 1", "To do, 3"]);
  const row = /data-condition="5".*?<\/li>/s.exec(waiting)![0].replace(
    /<span class="visually-hidden">.*?<\/span>/g,
    "",
  );
  assert.deepEqual([...row.matchAll(/<button[^>]*>(?:<svg.*?<\/svg>)?([^<]*)/g)].map((m) => m[1]), [
    "Accept",
    "Return",
    "Edit",
  ]);
  assert.match(waiting, /<button[^>]*>Custom condition<\/button>/, "without the presets' dialog");
  await review(s, { accept: true });
  assert.deepEqual(groups(await block()), ["To do, 3", "Completed, 1"]);
});
