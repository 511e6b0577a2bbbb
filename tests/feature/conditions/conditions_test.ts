/** Broker conditions: who may do what, what a refusal leaves alone, and that neither side loses the other's work. */
import assert from "node:assert/strict";
import { and, eq } from "drizzle-orm";
import { auditRows, conditions, loans } from "../../../db/schema/mod.ts";
import type { ConditionItem } from "../../../lib/domain/loans/condition_item.ts";
import type { TestAccount, TestApp } from "../../support/app.ts";
import { type LoanScene, loanScene, ONE_OF_EACH } from "../../support/loan_scene.ts";
import type { TestLoan } from "../../support/loans.ts";

const UPDATE = "/api/loans/updatebrokercondition";
const SAVE = "/api/loans/savebrokerconditions";
const LIST = "/api/loans/getbrokerconditions";
const VIEWED = "/api/loans/viewedbrokerconditions";

const scene = loanScene({}, { conditions: ONE_OF_EACH });

const act = (loan: TestLoan, conditionId: number, condtionState = true, conditionText?: string) => ({
  loanId: loan.id,
  conditionId,
  condtionState,
  conditionText,
});

async function stored(t: TestApp, loan: TestLoan, id: number) {
  return await t.deps.db.select().from(conditions).where(and(eq(conditions.loanId, loan.id), eq(conditions.id, id)))
    .get();
}

async function loanNow(t: TestApp, loan: TestLoan): Promise<TestLoan> {
  return (await t.deps.db.select().from(loans).where(eq(loans.id, loan.id)).get())!;
}

async function listFor(s: LoanScene, as: TestAccount): Promise<{ list: ConditionItem[]; updated: number }> {
  const body = await (await s.t.post(LIST, { loanId: s.loan.id }, as)).json();
  return { list: JSON.parse(body.data.brokerConditions), updated: body.data.brokerConditionsUpdated };
}

/** The list as an administrator's page sends it back. */
const asSent = (list: ConditionItem[]) =>
  list.map(({ id, type, title, restriction, optional, note }) => ({ id, type, title, restriction, optional, note }));
const asLoaded = (list: ConditionItem[]) => list.map(({ id, completed }) => ({ id, completed }));

scene("a broker ticks, unticks and writes; counters, flag and audit follow", async ({ t, broker, loan }) => {
  assert.equal((await t.post(UPDATE, act(loan, 31), broker)).status, 200);
  const answer = await t.post(UPDATE, act(loan, 5, true, "  Dana Whitfield, 905-555-0119  "), broker);
  const condition = {
    completed: true,
    text: "Dana Whitfield, 905-555-0119",
    completedBy: "",
    completedAt: t.now(),
    accepted: false,
    returnedAt: null,
    returnReason: "",
  };
  assert.deepEqual(await answer.json(), { response: true, data: { total: 4, done: 2, condition } });
  const written = await stored(t, loan, 5);
  assert.equal(written?.text, "Dana Whitfield, 905-555-0119");
  assert.equal(written?.completed, true);
  assert.equal(written?.completedBy, broker.id);
  assert.ok(written!.brokerUpdatedAt! >= t.now());
  let now = await loanNow(t, loan);
  assert.deepEqual([now.conditionsTotal, now.conditionsDone, now.brokerConditionsUpdated], [4, 2, 1]);
  assert.equal(now.updatedAt, loan.updatedAt, "an administrator's open form is not made stale");
  await t.post(UPDATE, act(loan, 31, false), broker);
  now = await loanNow(t, loan);
  assert.equal(now.conditionsDone, 1);
  assert.equal((await stored(t, loan, 31))?.completedAt, null);
  const rows = await t.deps.db.select().from(auditRows).where(eq(auditRows.entityId, String(loan.id)));
  assert.deepEqual(rows.map((row) => row.action), ["condition.complete", "condition.complete", "condition.reopen"]);
  assert.equal(JSON.parse(rows[1].after!).conditionId, 5);
});

scene("what does not fit is refused and changes nothing", async (s) => {
  const { t, broker, stranger, admin, loan } = s;
  const cases: [string, object, TestAccount | null, number][] = [
    ["signed out", act(loan, 31), null, 401],
    ["somebody else's loan", act(loan, 31), stranger, 404],
    ["a loan that is not there", { ...act(loan, 31), loanId: 999 }, broker, 404],
    ["a condition that is not there", act(loan, 99), broker, 404],
    ["the lender's own condition", act(loan, 4), broker, 403],
    ["a text without text", act(loan, 5), broker, 422],
    ["a blank text", act(loan, 5, true, "   "), broker, 422],
    ["a file condition without a file", act(loan, 11), broker, 422],
    ["no state", { loanId: loan.id, conditionId: 31 }, broker, 422],
    ["a state that is none", { ...act(loan, 31), condtionState: "maybe" }, broker, 422],
    ["a text that is too long", act(loan, 5, true, "x".repeat(2001)), broker, 422],
    ["an id that is none", { ...act(loan, 31), conditionId: "31 or 1=1" }, broker, 422],
  ];
  for (const [what, body, as, status] of cases) {
    const answer = await t.post(UPDATE, body, as);
    assert.equal(answer.status, status, what);
    assert.equal((await answer.json()).response, false, what);
  }
  const foreign = await (await t.post(UPDATE, act(loan, 31), stranger)).json();
  const missing = await (await t.post(UPDATE, { ...act(loan, 31), loanId: 999 }, stranger)).json();
  assert.deepEqual(foreign, missing, "somebody else's loan answers as one that does not exist");
  const now = await loanNow(t, loan);
  assert.deepEqual([now.conditionsDone, now.brokerConditionsUpdated], [0, 0]);
  assert.deepEqual((await listFor(s, admin)).list.map((c) => c.completed), [false, false, false, false]);
});

scene("an administrator completes a restricted one, and the broker's flag stays down", async (s) => {
  const { t, admin, loan } = s;
  const { data } = await (await t.post(UPDATE, act(loan, 4), admin)).json();
  assert.deepEqual([data.condition.completedBy, data.condition.accepted], ["Helen Voss", true]);
  const now = await loanNow(t, loan);
  assert.deepEqual([now.conditionsDone, now.brokerConditionsUpdated], [1, 0]);
  const { list } = await listFor(s, admin);
  assert.equal(list.at(-1)?.id, 4, "completed ones come last (loans specification 4.4)");
  assert.equal(list.at(-1)?.completedBy, "Helen Voss");
});

scene("a broker's list keeps back what is the lender's own", async (s) => {
  const { t, broker, stranger, loan } = s;
  await t.deps.db.update(conditions).set({ restriction: "admin", text: "Call her lawyer first" })
    .where(and(eq(conditions.loanId, loan.id), eq(conditions.id, 5)));
  const answer = await (await t.post(LIST, { loanId: loan.id }, broker)).text();
  assert.ok(!answer.includes("lawyer first"));
  assert.equal((await t.post(LIST, { loanId: loan.id }, stranger)).status, 404);
  assert.equal((await t.post(LIST, { loanId: loan.id }, null)).status, 401);
});

scene("viewing clears the marks that were on the screen, and no later one", async (s) => {
  const { t, broker, admin, loan } = s;
  await t.post(UPDATE, act(loan, 31), broker);
  const seen = await listFor(s, admin);
  assert.equal(seen.updated, 1);
  const until = Math.max(...seen.list.map((c) => c.brokerUpdatedAt));
  t.advance(1000);
  await t.post(UPDATE, act(loan, 5, true, "Dana Whitfield"), broker);
  t.advance(1000);
  const first = await (await t.post(VIEWED, { loanId: loan.id, until }, admin)).json();
  assert.deepEqual(first, { response: true, data: { brokerConditionsUpdated: 1 } });
  assert.deepEqual((await listFor(s, admin)).list.filter((c) => c.updated).map((c) => c.id), [5]);
  await t.post(VIEWED, { loanId: loan.id }, admin);
  const after = await listFor(s, admin);
  assert.equal(after.updated, 0);
  assert.equal(after.list.some((c) => c.updated), false);
  assert.equal((await t.post(VIEWED, { loanId: loan.id }, broker)).status, 403);
  assert.equal((await t.post(VIEWED, { loanId: 999 }, admin)).status, 404);
});

scene("an administrator adds, edits, orders and deletes", async (s) => {
  const { t, admin, loan } = s;
  const { list } = await listFor(s, admin);
  const [retainer, , binder, custom] = asSent(list);
  const conditionsSent = [
    { ...custom, title: "Confirm the date with your client", optional: true },
    binder,
    retainer,
    { id: 8, type: 2, title: "NOA", restriction: "none", note: "Two years" },
    { id: 25, type: 2, title: "Second lawyer", restriction: "admin" },
  ];
  const answer = await t.post(SAVE, { loanId: loan.id, conditions: conditionsSent, loaded: asLoaded(list) }, admin);
  assert.equal(answer.status, 200);
  const saved = (await listFor(s, admin)).list;
  assert.deepEqual(saved.map((c) => c.id), [31, 11, 4, 8, 25]);
  assert.deepEqual([saved[0].title, saved[0].optional], ["Confirm the date with your client", true]);
  assert.equal(saved[3].type, 1, "a preset keeps its type (loans specification 3.5: NOA is a file)");
  assert.equal(saved[4].restriction, "admin");
  assert.equal((await loanNow(t, loan)).conditionsTotal, 5);
  const again = await t.post(SAVE, { loanId: loan.id, conditions: JSON.stringify(asSent(saved)) }, admin);
  assert.equal(again.status, 200, "the list may come as JSON text");
  assert.deepEqual((await listFor(s, admin)).list, saved);
});

scene("a save of a stale list keeps what the broker completed meanwhile", async (s) => {
  const { t, broker, admin, loan } = s;
  const { list } = await listFor(s, admin);
  await Promise.all([
    t.post(UPDATE, act(loan, 31), broker),
    t.post(SAVE, { loanId: loan.id, conditions: asSent(list).reverse(), loaded: asLoaded(list) }, admin),
    t.post(UPDATE, act(loan, 5, true, "Dana Whitfield"), broker),
  ]);
  assert.deepEqual([(await stored(t, loan, 31))?.completed, (await stored(t, loan, 5))?.text], [
    true,
    "Dana Whitfield",
  ]);
  // Deleted in the stale list, but completed since: it stays. What is still open goes.
  const kept = asSent(list).filter(({ id }) => id === 4);
  await t.post(SAVE, { loanId: loan.id, conditions: kept, loaded: asLoaded(list) }, admin);
  assert.deepEqual((await listFor(s, admin)).list.map((c) => c.id).sort((a, b) => a - b), [4, 5, 31]);
  const now = await loanNow(t, loan);
  assert.deepEqual([now.conditionsTotal, now.conditionsDone], [3, 2]);
  // Known to be completed, it can be deleted.
  const known = (await listFor(s, admin)).list;
  await t.post(SAVE, { loanId: loan.id, conditions: kept, loaded: asLoaded(known) }, admin);
  assert.deepEqual((await listFor(s, admin)).list.map((c) => c.id), [4]);
  const saves = await t.deps.db.select().from(auditRows).where(eq(auditRows.action, "conditions.save"));
  const before = JSON.parse(saves.at(-1)!.before!) as { id: number; text?: string }[];
  assert.equal(before.find(({ id }) => id === 5)?.text, "Dana Whitfield", "the trail keeps what went");
});

scene(
  "a list sent without what was loaded deletes what the lender has seen, and nothing that just came in",
  async (s) => {
    const { t, broker, admin, loan } = s;
    const [retainer] = asSent((await listFor(s, admin)).list).filter(({ id }) => id === 4);
    await t.post(UPDATE, act(loan, 31), broker);
    await t.post(VIEWED, { loanId: loan.id }, admin);
    t.advance(1000);
    await t.post(UPDATE, act(loan, 5, true, "Dana Whitfield"), broker);
    assert.equal((await t.post(SAVE, { loanId: loan.id, conditions: [retainer] }, admin)).status, 200);
    assert.deepEqual((await listFor(s, admin)).list.map(({ id }) => id).toSorted(), [4, 5]);
  },
);

scene("completion changes in a save where the administrator changed it, and only there", async (s) => {
  const { t, broker, admin, loan } = s;
  const { list } = await listFor(s, admin);
  await t.post(UPDATE, act(loan, 31), broker);
  const sent = asSent(list).map((c) => ({ ...c, completed: c.id === 4 }));
  await t.post(SAVE, { loanId: loan.id, conditions: sent, loaded: asLoaded(list) }, admin);
  assert.deepEqual([(await stored(t, loan, 4))?.completedBy, (await stored(t, loan, 31))?.completed], [admin.id, true]);
  await t.post(SAVE, { loanId: loan.id, conditions: asSent(list).map((c) => ({ ...c, completed: false })) }, admin);
  assert.equal((await stored(t, loan, 31))?.completed, true, "without what was loaded, no state is believed");
});

scene("two administrators: neither's addition is lost, and a deletion stays", async (s) => {
  const { t, admin, loan } = s;
  const other = await t.account({ role: 99 });
  const { list } = await listFor(s, admin);
  const loaded = asLoaded(list);
  const extra = (title: string) => ({ id: 25, type: 0, title, restriction: "none" });
  await t.post(SAVE, { loanId: loan.id, conditions: [...asSent(list), extra("First")], loaded }, admin);
  const without11 = asSent(list).filter(({ id }) => id !== 11);
  await t.post(SAVE, { loanId: loan.id, conditions: [...without11, extra("Second")], loaded }, other);
  await t.post(SAVE, { loanId: loan.id, conditions: asSent(list), loaded }, admin);
  const titles = (await listFor(s, admin)).list.map((c) => `${c.id} ${c.title}`);
  assert.deepEqual(titles.filter((title) => /First|Second/.test(title)), ["25 First", "26 Second"]);
  assert.ok(!titles.some((title) => title.startsWith("11 ")));
});

scene("two administrators: what one wrote on a condition stays when the other saves an older list", async (s) => {
  const { t, admin, loan } = s;
  const other = await t.account({ role: 99 });
  const { list } = await listFor(s, admin);
  const sent = asSent(list);
  const loaded = sent.map((c) => ({ ...c, completed: false }));
  const change = (id: number, terms: object) => sent.map((c) => c.id === id ? { ...c, ...terms } : c);
  await t.post(
    SAVE,
    { loanId: loan.id, conditions: change(11, { title: "Binder naming us", optional: true }), loaded },
    admin,
  );
  const late = change(11, { note: "Until the 4th" });
  assert.equal((await t.post(SAVE, { loanId: loan.id, conditions: late, loaded }, other)).status, 200);
  const saved = (await listFor(s, admin)).list.find((c) => c.id === 11)!;
  assert.deepEqual([saved.title, saved.optional, saved.note], ["Binder naming us", true, "Until the 4th"]);
});

scene("two administrators: an order that one made stays when the other saves an older list", async (s) => {
  const { t, admin, loan } = s;
  const other = await t.account({ role: 99 });
  const sent = asSent((await listFor(s, admin)).list);
  const loaded = sent.map((c) => ({ ...c, completed: false }));
  const ids = async () => (await listFor(s, admin)).list.map(({ id }) => id);
  const before = await ids();
  const turned = before.toReversed();
  await t.post(SAVE, { loanId: loan.id, conditions: sent.toReversed(), loaded }, admin);
  assert.deepEqual(await ids(), turned);
  const noted = sent.map((c) => ({ ...c, note: "Until the 4th" }));
  const added = { id: 21, type: 2, title: "Well water test", restriction: "none", optional: false, note: "" };
  const answer = await t.post(SAVE, { loanId: loan.id, conditions: [added, ...noted.slice(1)], loaded }, other);
  assert.equal(answer.status, 200);
  assert.deepEqual(await ids(), [21, ...turned.filter((id) => id !== before[0])], "one went, one came, none moved");
  const moved = [...sent.slice(2), ...sent.slice(1, 2)];
  await t.post(SAVE, { loanId: loan.id, conditions: moved, loaded }, other);
  assert.deepEqual((await ids()).slice(0, 3), moved.map(({ id }) => id), "who moves decides");
});

scene("lists that are not valid are refused and change nothing", async (s) => {
  const { t, broker, admin, loan } = s;
  const before = (await listFor(s, admin)).list;
  const one = asSent(before)[0];
  const many = Array.from({ length: 81 }, (_, i) => ({ ...one, id: 100 + i }));
  const cases: [string, unknown, TestAccount | null, number][] = [
    ["a broker", [one], broker, 403],
    ["signed out", [one], null, 401],
    ["no title", [{ ...one, title: " " }], admin, 422],
    ["a type that is none", [{ ...one, type: 3 }], admin, 422],
    ["the same id twice", [one, one], admin, 422],
    ["too many", many, admin, 422],
    ["no list", "not json", admin, 422],
    ["a title with control characters", [{ ...one, title: "a\u0000b" }], admin, 422],
  ];
  for (const [what, list, as, status] of cases) {
    assert.equal((await t.post(SAVE, { loanId: loan.id, conditions: list }, as)).status, status, what);
  }
  assert.equal((await t.post(SAVE, { loanId: 999, conditions: [one] }, admin)).status, 404);
  assert.deepEqual((await listFor(s, admin)).list, before);
});
