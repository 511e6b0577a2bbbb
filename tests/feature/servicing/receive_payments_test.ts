/** Payments due on a day are marked as received together, each once, and taken back by reversals (lending rules 14). */
import assert from "node:assert/strict";
import { eq } from "drizzle-orm";
import { auditRows, contracts, ledgerRows } from "../../../db/schema/mod.ts";
import { dateInToronto } from "../../../lib/domain/dates.ts";
import { listDuePayments } from "../../../lib/features/servicing/mod.ts";
import { WHOLE } from "../../support/letters.ts";
import { type LoanScene, loanScene } from "../../support/loan_scene.ts";
import { makeLoan } from "../../support/loans.ts";

const DAY_MS = 24 * 3600_000;
const scene = loanScene({ ...WHOLE });

async function call({ t, admin }: LoanScene, name: string, body: object, status = 200) {
  const answer = await t.post(`/api/loans/${name}`, body, admin);
  const said = await answer.json();
  assert.equal(answer.status, status, JSON.stringify(said));
  return said;
}
const due = ({ t, admin }: LoanScene, day: string) => listDuePayments(t.context(admin), day);
const paymentsOf = ({ t }: LoanScene, loanId: number) =>
  t.deps.db.select().from(ledgerRows).where(eq(ledgerRows.loanId, loanId))
    .then((rows) => rows.filter(({ kind }) => kind === "payment").map(({ day, paid }) => [day, paid]));

async function twoLoans(s: LoanScene, day: string) {
  const other = await makeLoan(s.t, { ...WHOLE, lastName: "Zimmer" });
  for (const loanId of [s.loan.id, other.id]) {
    await call(s, "updateloan", { loanId, data: { adminComSelect: "Funded", dateFunded: "2026-11-20" } });
  }
  while (dateInToronto(s.t.now()) < day) s.t.advance(DAY_MS);
  await s.t.signInAgain(s.admin);
  return other;
}
const chosen = (rows: { dueId: number; left: number }[]) => rows.map(({ dueId, left }) => ({ dueId, cents: left }));

scene("a day's payments are marked once, with exceptions, in arrears too, and an audit row each", async (s) => {
  const { t, loan } = s;
  const other = await twoLoans(s, "2027-01-21");
  const first = await due(s, "");
  assert.deepEqual([first.day, first.rows.map(({ left, arrears }) => [left, arrears])], [
    "2027-01-20",
    [[83_333, 83_333], [83_333, 83_333]],
  ]);
  const its = first.rows.filter(({ loanId }) => loanId === loan.id);
  const sent = { day: "2027-01-20", dues: chosen(its) };
  const { data } = await call(s, "receivepayments", sent);
  assert.deepEqual([data.payments, data.cents, data.already, data.skipped], [1, 83_333, 0, []]);
  const again = await call(s, "receivepayments", sent);
  assert.deepEqual([again.data.payments, again.data.already], [0, 1]);
  assert.deepEqual([await paymentsOf(s, loan.id), await paymentsOf(s, other.id)], [[["2027-01-20", 83_333]], []]);
  // The money covered December; January was marked anyway and is not offered again.
  const { rows } = await due(s, "2027-01-20");
  assert.deepEqual(rows.map(({ loanId, receipt }) => [loanId, receipt?.paid]), [[other.id, undefined], [
    loan.id,
    83_333,
  ]]);
  const december = await due(s, "2026-12-20");
  assert.deepEqual(december.rows.map(({ loanId, left }) => [loanId, left]), [[other.id, 83_333], [loan.id, 0]]);
  const trail = await t.deps.db.select().from(auditRows).where(eq(auditRows.action, "ledger.record"));
  assert.deepEqual(trail.map(({ entityId, actorName }) => [entityId, actorName]), [[String(loan.id), "Helen Voss"]]);
  const stored = await t.deps.db.select().from(ledgerRows).where(eq(ledgerRows.loanId, loan.id));
  const by = new Map(stored.map(({ kind, recordedBy, recordedByName }) => [kind, [recordedBy, recordedByName]]));
  assert.deepEqual([by.get("payment"), by.get("due")], [[s.admin.id, "Helen Voss"], [null, ""]]);
  // Both at once, as two people would.
  const both = { day: "2027-01-20", dues: chosen(rows.filter(({ loanId }) => loanId === other.id)) };
  const answers = await Promise.all([call(s, "receivepayments", both), call(s, "receivepayments", both)]);
  assert.deepEqual(answers.map(({ data }) => data.payments).toSorted(), [0, 1]);
  assert.deepEqual(await paymentsOf(s, other.id), [["2027-01-20", 83_333]]);
});

scene("a day gone by has its own unpaid part and the arrears before it, whatever fell due since", async (s) => {
  const { loan } = s;
  const other = await twoLoans(s, "2027-03-21");
  const half = { loanId: loan.id, requestId: "one-and-a-half", kind: "payment", day: "2027-03-21", amount: 1_250 };
  await call(s, "recordledger", half);
  const of = async (day: string) =>
    (await due(s, day)).rows.map(({ loanId, left, arrears }) => [loanId, left, arrears]);
  // 1,250.00 covers December and 416.67 of January.
  assert.deepEqual(await of("2026-12-20"), [[other.id, 83_333, 0], [loan.id, 0, 0]]);
  assert.deepEqual(await of("2027-01-20"), [[loan.id, 41_666, 0], [other.id, 83_333, 83_333]]);
  assert.deepEqual(await of("2027-02-20"), [[loan.id, 83_333, 41_666], [other.id, 83_333, 166_666]]);
  assert.deepEqual(await of("2027-03-20"), [[loan.id, 83_333, 124_999], [other.id, 83_333, 249_999]]);
});

scene("without a day it opens on the last one with a payment that counts", async (s) => {
  await twoLoans(s, "2027-01-21");
  const { day, rows } = await due(s, "");
  assert.equal(day, "2027-01-20");
  for (const { loanId, dueId: rowId } of rows) await call(s, "reverseledger", { loanId, rowId, note: "In error" });
  const then = await due(s, "");
  assert.deepEqual([then.day, then.rows.length], ["2026-12-20", 2]);
});

scene("what changed meanwhile is left out with the reason, and so is a day that cannot be", async (s) => {
  const { loan } = s;
  await twoLoans(s, "2026-12-21");
  const { rows } = await due(s, "2026-12-20");
  const dues = chosen(rows.filter(({ loanId }) => loanId === loan.id));
  const tomorrow = await call(s, "receivepayments", { day: "2026-12-22", dues }, 422);
  assert.equal(tomorrow.fields.day, "Choose today or an earlier day.");
  const early = await call(s, "receivepayments", { day: "2026-11-01", dues });
  assert.match(early.data.skipped[0].reason, /begins on 20 November 2026/);
  await call(s, "recordledger", {
    loanId: loan.id,
    requestId: "part-of-it",
    kind: "payment",
    day: "2026-12-20",
    amount: 100,
  });
  const { data } = await call(s, "receivepayments", { day: "2026-12-20", dues });
  assert.deepEqual([data.payments, data.skipped.length], [0, 1]);
  assert.match(data.skipped[0].reason, /changed meanwhile\. Check it, then mark it again/);
  assert.equal((await due(s, "2026-12-20")).rows.find(({ loanId }) => loanId === loan.id)!.left, 73_333);
});

scene("receipts are taken back by reversals, and can be marked anew", async (s) => {
  const { loan, t, admin } = s;
  await twoLoans(s, "2026-12-21");
  const sent = { day: "2026-12-21", dues: chosen((await due(s, "2026-12-20")).rows) };
  assert.equal((await call(s, "receivepayments", sent)).data.payments, 2);
  const rowIds = (await due(s, "2026-12-20")).rows.map(({ receipt }) => receipt!.rowId);
  assert.equal((await call(s, "undoreceived", { rowIds }, 422)).fields.note, "Enter the reason.");
  const back = await call(s, "undoreceived", { rowIds, note: "Wrong day" });
  assert.deepEqual([back.data.payments, back.data.cents, back.data.skipped], [2, 166_666, []]);
  assert.deepEqual(await call(s, "undoreceived", { rowIds, note: "Wrong day" }), back, "sent again");
  const again = await call(s, "undoreceived", { rowIds, note: "Another" });
  assert.deepEqual(again.data.skipped.map(({ reason }: { reason: string }) => /reversed already/.test(reason)), [
    true,
    true,
  ]);
  const { rows } = await due(s, "2026-12-20");
  assert.deepEqual(rows.map(({ left, receipt }) => [left, receipt]), [[83_333, null], [83_333, null]]);
  assert.equal((await call(s, "receivepayments", { ...sent, day: "2026-12-20" })).data.payments, 2);
  assert.deepEqual(await paymentsOf(s, loan.id), [["2026-12-21", 83_333], ["2026-12-20", 83_333]]);
  const page = await (await t.get("/dashboard/duepayments", admin)).text();
  assert.match(page, /Received 20 Dec 2026/);
  const calendar = await (await t.get("/dashboard/servicing?view=calendar", admin)).text();
  assert.match(calendar, /href="\/dashboard\/duepayments\?day=2026-12-20"/);
});

scene(
  "at a renewed maturity its payment alone is offered; a ledger begun after one has its principal last",
  async (s) => {
    const { loan, t } = s, { db } = t.deps;
    const other = await twoLoans(s, "2026-11-21");
    // Ten payments ahead: October's is unpaid, and the one of the maturity.
    const ahead = { kind: "payment", day: "2026-11-21", amount: 8_333.3 };
    await call(s, "recordledger", { loanId: loan.id, requestId: "ten-payments", ...ahead });
    const [advance] = await db.select().from(ledgerRows).where(eq(ledgerRows.loanId, other.id));
    await call(s, "reverseledger", { loanId: other.id, rowId: advance.id, note: "Begun later" });
    while (dateInToronto(t.now()) < "2027-11-26") t.advance(DAY_MS);
    await t.signInAgain(s.admin);
    await call(s, "beginledger", { loanId: other.id, day: "2027-11-25", principal: 100_000 });
    const last = await due(s, "2027-11-20");
    assert.deepEqual(last.rows.map(({ left, arrears, isLast }) => [left, arrears, isLast]), [[
      10_083_333,
      83_333,
      true,
    ]]);
    const { id: _first, ...terms } = (await db.select().from(contracts).where(eq(contracts.loanId, loan.id)).get())!;
    const term = { effectiveDate: "2027-11-20", maturity: "2028-11-20" };
    await db.insert(contracts).values({ ...terms, version: 2, kind: "renewal", ...term });
    const { rows } = await due(s, "2027-11-20");
    assert.deepEqual(rows.map(({ due, left, arrears, isLast }) => [due, left, arrears, isLast]), [
      [83_333, 83_333, 83_333, false],
    ]);
    const gone = { dueId: 999_999, cents: 1 };
    const { data } = await call(s, "receivepayments", { day: "2027-11-20", dues: [...chosen(rows), gone] });
    assert.deepEqual([data.payments, data.cents, data.skipped.length], [1, 83_333, 1]);
    assert.match(data.skipped[0].reason, /is no longer there\. Reload/);
    const begun = await due(s, "2027-11-25");
    assert.deepEqual(begun.rows.map(({ loanId, isLast }) => [loanId, isLast]), [[other.id, true]]);
  },
);
