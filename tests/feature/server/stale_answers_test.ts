/** What every call answers where someone else saved first: who, when, and what is stored by now. */
import assert from "node:assert/strict";
import { desc } from "drizzle-orm";
import { auditRows, conditions } from "../../../db/schema/mod.ts";
import { formOf } from "../../../lib/domain/loans/loan_form.ts";
import { FILE_UPLOAD } from "../../../lib/domain/loans/conditions.ts";
import { withValue } from "../../../lib/domain/settings/paths.ts";
import { type TestAccount, type TestApp, withApp } from "../../support/app.ts";
import { upload } from "../../support/files.ts";
import { LETTER_TERMS, sendLetter, WHOLE } from "../../support/letters.ts";
import { OCTOBER } from "../../support/market.ts";
import { makeLoan } from "../../support/loans.ts";
import { type LoanScene, loanScene } from "../../support/loan_scene.ts";

// deno-lint-ignore no-explicit-any -- answers are read as they come
type Body = Record<string, any>;

const NOON = Date.parse("2026-11-20T17:00:00Z");
const MINUTE = 60_000;

const scene = loanScene({ newLoanAmount: 100_000 }, { conditions: [{ id: 4 }, { id: 5 }] });

const post = async (s: LoanScene, path: string, body: unknown, who = s.admin): Promise<Body> => {
  const response = await s.t.post(path, body, who);
  return { status: response.status, ...await response.json() };
};

/** Fails unless it is a stale answer of Omar Reyes's save a minute after noon; answers what is stored. */
function assertStale(answer: Body, what: string): Body {
  assert.deepEqual([answer.status, answer.response, answer.code, answer.who, answer.at], [
    409,
    false,
    "stale",
    "Omar Reyes",
    NOON + MINUTE,
  ]);
  assert.equal(
    answer.reason,
    `Omar Reyes changed ${what} on 20 Nov 2026, 12:01, after you opened it. ` +
      "Nothing was saved. Look at that change, then save again.",
  );
  return answer.theirs;
}

const other = (t: TestApp) => t.account({ name: "Omar Reyes", role: 99 });

scene("a loan: its columns as they are stored", async (s) => {
  const omar = await other(s.t);
  const { id, updatedAt } = s.loan;
  s.t.advance(MINUTE);
  await post(s, "/api/loans/updateloan", { loanId: id, updatedAt, data: { city: "Guelph" } }, omar);
  const late = await post(s, "/api/loans/updateloan", { loanId: id, updatedAt, data: { comments: "Mine" } });
  const theirs = assertStale(late, "this loan");
  assert.equal(formOf(theirs).city, "Guelph");
  const again = { loanId: id, updatedAt: theirs.updatedAt, data: { comments: "Mine" } };
  assert.equal((await post(s, "/api/loans/updateloan", again)).status, 200);
});

scene("participants: the list", async (s) => {
  const omar = await other(s.t);
  const path = "/api/loans/saveparticipants", loanId = s.loan.id;
  const maple = { name: "Maple Fund", amount: 20_000 };
  s.t.advance(MINUTE);
  await post(s, path, { loanId, participants: [maple], seen: [] }, omar);
  const late = await post(s, path, { loanId, participants: [{ name: "North", amount: 5 }], seen: [] });
  assert.deepEqual(assertStale(late, "the participants"), [maple]);
  assert.equal((await post(s, path, { loanId, participants: [], seen: [maple] })).status, 200);
});

scene("conditions: the list, where both changed one term; else both changes are kept", async (s) => {
  const omar = await other(s.t);
  const path = "/api/loans/savebrokerconditions", loanId = s.loan.id;
  const read = async () =>
    JSON.parse((await post(s, "/api/loans/getbrokerconditions", { loanId })).data.brokerConditions) as Body[];
  const loaded = await read();
  const noted = (note: string, title?: string) =>
    loaded.map((one) => one.id === 4 ? { ...one, note, title: title ?? one.title } : one);
  s.t.advance(MINUTE);
  await post(s, path, { loanId, conditions: noted("Theirs"), loaded }, omar);
  const late = await post(s, path, { loanId, conditions: noted("Mine"), loaded });
  const theirs = assertStale(late, "the conditions");
  assert.deepEqual(theirs.map(({ id, note }: Body) => [id, note]), [[4, "Theirs"], [5, loaded[1].note]]);
  const another = noted(loaded[0].note, "Renamed");
  assert.equal((await post(s, path, { loanId, conditions: another, loaded })).status, 200);
  assert.deepEqual((await read()).slice(0, 1).map(({ title, note }) => [title, note]), [["Renamed", "Theirs"]]);
});

scene("conditions: one that was changed here and deleted there is not silently lost", async (s) => {
  const omar = await other(s.t);
  const path = "/api/loans/savebrokerconditions", loanId = s.loan.id;
  const loaded = JSON.parse((await post(s, "/api/loans/getbrokerconditions", { loanId })).data.brokerConditions);
  s.t.advance(MINUTE);
  await post(s, path, { loanId, conditions: loaded.slice(1), loaded }, omar);
  const mine = loaded.map((one: Body) => one.id === 4 ? { ...one, note: "Mine" } : one);
  const theirs = assertStale(await post(s, path, { loanId, conditions: mine, loaded }), "the conditions");
  assert.deepEqual(theirs.map(({ id }: Body) => id), [5]);
});

const REVIEW = "/api/loans/reviewbrokercondition";
const complete = (s: LoanScene, conditionText = "Dana") =>
  post(s, "/api/loans/updatebrokercondition", {
    loanId: s.loan.id,
    conditionId: 5,
    condtionState: true,
    conditionText,
  }, s.broker);

/** What someone else does after the broker completed condition 5, which the reviewer has seen. */
const MEANWHILE: [string, (s: LoanScene, omar: TestAccount) => Promise<unknown>][] = [
  [
    "sent it back",
    (s, omar) => post(s, REVIEW, { loanId: s.loan.id, conditionId: 5, accept: false, reason: "Which Dana?" }, omar),
  ],
  ["saved the list without it completed", async (s, omar) => {
    const loanId = s.loan.id;
    const { data } = await post(s, "/api/loans/getbrokerconditions", { loanId }, omar);
    const loaded: Body[] = JSON.parse(data.brokerConditions);
    const conditions = loaded.map((one) => ({ ...one, completed: false }));
    await post(s, "/api/loans/savebrokerconditions", { loanId, conditions, loaded }, omar);
  }],
];

for (const [what, act] of MEANWHILE) {
  scene(`a review of a condition: the list, where someone else ${what}`, async (s) => {
    const omar = await other(s.t);
    await complete(s);
    s.t.advance(MINUTE);
    await act(s, omar);
    const theirs = assertStale(
      await post(s, REVIEW, { loanId: s.loan.id, conditionId: 5, accept: true, brokerUpdatedAt: NOON }),
      "this condition",
    );
    assert.deepEqual(theirs.map(({ id, completed }: Body) => [id, completed]), [[4, false], [5, false]]);
  });
}

scene("a review of a condition whose file was deleted, or that the broker changed, names who did it", async (s) => {
  const { t, loan } = s, loanId = loan.id;
  const omar = await other(t);
  await t.deps.db.insert(conditions).values({ loanId, id: 11, type: FILE_UPLOAD, title: "Binder", position: 3 });
  const sent = await upload(t, "/api/loans/uploadotherfile", { loanId, conditionId: 11 }, s.broker, { name: "b.pdf" });
  const { data } = await sent.json();
  await complete(s);
  t.advance(MINUTE);
  await post(s, "/api/loans/deleteotherfile", { id: data.id, loanId }, omar);
  assertStale(await post(s, REVIEW, { loanId, conditionId: 11, accept: true }), "this condition");
  await complete(s, "Dana Whitfield");
  const seen = { loanId, conditionId: 5, accept: true, brokerUpdatedAt: NOON };
  const late = await post(s, REVIEW, seen);
  assert.deepEqual([late.code, late.who, late.at], ["stale", "Priya Raman", NOON + MINUTE]);
  assert.equal((await post(s, REVIEW, { ...seen, brokerUpdatedAt: late.at })).status, 200);
});

/** The broker's account as its form has it. */
async function openedAccount(s: LoanScene): Promise<Body> {
  const { data } = await post(s, "/api/auth/getUser", { id: s.broker.id });
  const { id, name, email, username, license, updatedAt } = data;
  return { id, name, email, username, license, updatedAt };
}

scene("an account: its fields, and no secret", async (s) => {
  const omar = await other(s.t);
  const path = "/api/auth/updateAccount", sent = await openedAccount(s);
  s.t.advance(MINUTE);
  assert.equal((await post(s, path, { ...sent, phone: "416-555-0100" }, omar)).status, 200);
  const theirs = assertStale(await post(s, path, { ...sent, notes: "Mine" }), "this account");
  assert.equal(theirs.phone, "416-555-0100");
  assert.deepEqual(Object.keys(theirs).filter((key) => /pass|hash|key/i.test(key)), []);
});

scene("an account: who saved it, not who asked for a new password since", async (s) => {
  const omar = await other(s.t);
  const path = "/api/auth/updateAccount", sent = await openedAccount(s), { id, email } = sent;
  s.t.advance(MINUTE);
  assert.equal((await post(s, path, { ...sent, phone: "416-555-0100" }, omar)).status, 200);
  s.t.advance(MINUTE);
  assert.equal((await s.t.post("/api/auth/recoverAccount", { email })).status, 200);
  const [newest] = await s.t.deps.db.select().from(auditRows).orderBy(desc(auditRows.id)).limit(1);
  assert.deepEqual([newest.action, newest.entityId], ["account.recover", String(id)]);
  assertStale(await post(s, path, { ...sent, notes: "Mine" }), "this account");
});

scene("a region's report: who imported it, who removed it", async (s) => {
  const omar = await other(s.t);
  const report = { region: "Toronto", month: "2026-10", ...OCTOBER };
  const save = (seen: object | null) => post(s, "/api/loans/savemarketreport", { ...report, homesSold: 620, seen });
  assert.equal((await post(s, "/api/loans/savemarketreport", { ...report, seen: null })).status, 200);
  s.t.advance(MINUTE);
  const csv = "Region,Month,Homes sold\nToronto,2026-10,640\n";
  const imported = await post(s, "/api/loans/importmarketreports", { text: csv, leaveOut: 0 }, omar);
  assert.equal(imported.data.replaced, 1);
  const theirs = assertStale(await save(OCTOBER), "the report of Toronto");
  assert.equal(theirs.homesSold, 640);
  await post(s, "/api/loans/removemarketreport", { region: "Toronto", month: "2026-10" }, omar);
  assert.equal(assertStale(await save({ ...OCTOBER, homesSold: 640 }), "the report of Toronto"), null);
});

scene("a person's own details: those alone, and only where one of them was changed", async (s) => {
  const omar = await other(s.t);
  const path = "/api/auth/updateSettings", id = s.broker.id;
  const { data } = await post(s, "/api/auth/getUser", { id });
  const { name, phone, brokerage, brokerageLicense, email, username, license } = data;
  const seen = { name, phone, brokerage, brokerageLicense };
  const account = { id, name, email, username, license };
  s.t.advance(MINUTE);
  assert.equal((await post(s, "/api/auth/updateAccount", { ...account, brokerage: "Northgate" }, omar)).status, 200);
  s.t.advance(MINUTE);
  assert.equal((await post(s, "/api/auth/updateAccount", { ...account, notes: "Slow to answer" })).status, 200);
  const mine = { ...seen, phone: "416-555-0100" };
  const theirs = assertStale(await post(s, path, { ...mine, seen }, s.broker), "your account");
  assert.deepEqual(theirs, { ...seen, brokerage: "Northgate" });
  const both = { ...mine, brokerage: "Northgate" };
  assert.equal((await post(s, path, { ...both, seen: theirs }, s.broker)).status, 200);
  s.t.advance(MINUTE);
  assert.equal((await post(s, "/api/auth/updateAccount", { ...account, rating: "red" })).status, 200);
  assert.equal((await post(s, path, { ...both, phone: "", seen: both }, s.broker)).status, 200, "not theirs to know");
  assert.equal((await post(s, path, mine, s.broker)).status, 200, "an older client compares nothing");
});

for (const [what, kind] of [["the settings", "settings"], ["the application form", "config"]] as const) {
  scene(`${what}: the version in force with its document`, async (s) => {
    const omar = await other(s.t);
    const save = `/api/loans/save${kind}`;
    const { data: { body } } = await (await s.t.get(`/api/loans/newestsettings?kind=${kind}`, omar)).json();
    const change = (value: number | string) =>
      withValue(body, kind === "settings" ? "maxLtv.limit" : "loanInfo.title", value);
    s.t.advance(MINUTE);
    await post(s, save, { ...change(kind === "settings" ? 75 : "Theirs"), basedOn: 1 }, omar);
    const mine = { ...change(kind === "settings" ? 70 : "Mine"), basedOn: 1 };
    const theirs = assertStale(await post(s, save, mine), what);
    assert.deepEqual([theirs.id, theirs.savedBy], [2, "Omar Reyes"]);
    assert.deepEqual(theirs.body, change(kind === "settings" ? 75 : "Theirs"));
    const restore = await post(s, "/api/loans/restoresettings", { kind, id: 1, basedOn: 1 });
    assert.deepEqual(assertStale(restore, what), theirs);
  });
}

Deno.test("a letter: its terms, sections and revision, and the loan's facts of now", () =>
  withApp(async (t) => {
    const omar = await other(t), admin = await t.account({ role: 9 });
    const loan = await makeLoan(t, WHOLE);
    t.advance(MINUTE);
    assert.equal((await sendLetter(t, "save", loan, omar)).status, 200);
    const late = await sendLetter(t, "save", loan, admin, { terms: { ...LETTER_TERMS, retainer: 501 } });
    const theirs = assertStale({ status: late.status, ...await late.json() }, "this letter");
    assert.deepEqual([theirs.revision, theirs.updatedAt, theirs.facts.loanId], [1, loan.updatedAt, loan.id]);
    assert.ok(Array.isArray(theirs.sections) && "retainer" in theirs.terms);
  }));

scene("one's own save in another window is told as that, to nobody else", async (s) => {
  const omar = await other(s.t);
  const { id, updatedAt } = s.loan;
  s.t.advance(MINUTE);
  await post(s, "/api/loans/updateloan", { loanId: id, updatedAt, data: { city: "Guelph" } }, omar);
  const late = { loanId: id, updatedAt, data: { comments: "Mine" } };
  const own = await post(s, "/api/loans/updateloan", late, omar);
  assert.deepEqual([own.status, own.code, own.who], [409, "stale", "Your other window"]);
  assert.equal(
    own.reason,
    "You changed this loan in another window on 20 Nov 2026, 12:01, after you opened it. " +
      "Nothing was saved. Look at that change, then save again.",
  );
  assert.equal(formOf(own.theirs).city, "Guelph");
  assertStale(await post(s, "/api/loans/updateloan", late), "this loan");
});
