/** What a file collects about a maturity (docs/decisions/pre-authorised-debit.md). */
import assert from "node:assert/strict";
import { eq } from "drizzle-orm";
import { comingPayments } from "../../../db/derived/mod.ts";
import { contracts } from "../../../db/schema/mod.ts";
import { dueByDay } from "../../../lib/features/servicing/book_calendar.ts";
import { getLedger, getTransfers, listDuePayments } from "../../../lib/features/servicing/mod.ts";
import { type TransferScene, transferScene } from "../../support/transfer_scene.ts";

/** Cents paid ahead of the renewal. */
const PAID_AHEAD = 3_014;

transferScene(
  "payments of a renewal that was accepted are collected ahead of it; without one the loan matures",
  async (s) => {
    const { t, admin, loans: [loan, other] } = s, { db } = t.deps;
    await s.until("2027-11-01");
    const { id: _first, ...terms } = (await db.select().from(contracts).where(eq(contracts.loanId, loan.id)).get())!;
    assert.equal(terms.maturity, "2027-11-20");
    const term = { effectiveDate: "2027-11-20", maturity: "2028-11-20" };
    const of = async (day: string) => {
      const { rows, leftOut } = await s.plan(day);
      return [rows.map(({ loanId, cents }) => [loanId, cents]), leftOut.map(({ loanId, why }) => [loanId, why])];
    };
    const matures = "It matures: collect it once it is known whether it is renewed.";
    await db.insert(contracts).values({ ...terms, version: 2, kind: "renewal", stage: "offered", ...term });
    assert.deepEqual(await of("2027-11-20"), [[], [[loan.id, matures], [other.id, matures]]], "an offer is no renewal");
    assert.deepEqual(await of("2027-12-20"), [[], []]);
    await db.insert(contracts).values({ ...terms, version: 3, kind: "renewal", ...term });
    // 100,000 x 10% / 12 on each day, the old maturity's too: its principal is carried on.
    assert.deepEqual(await of("2027-11-20"), [[[loan.id, 83_333]], [[other.id, matures]]]);
    assert.deepEqual(await of("2027-12-20"), [[[loan.id, 83_333]], []]);
    const coming = await db.select().from(comingPayments).where(eq(comingPayments.loanId, loan.id));
    assert.deepEqual([coming[0].day, coming[0].payment, coming[0].principal], ["2027-11-20", 83_333, 0]);
    const { figures } = await getLedger(t.context(admin), { loanId: loan.id });
    assert.deepEqual(figures?.next, { day: "2027-11-20", payment: 83_333 });
    // Sent and posted, the day is paid, and the principal goes on.
    const id = await s.send("2027-11-20");
    await s.until("2027-11-20");
    assert.deepEqual((await s.file(id)).rows.map(({ loanId, cents, problem }) => [loanId, cents, problem]), [
      [loan.id, 83_333, ""],
    ]);
    const [day] = await dueByDay(t.context(admin), "2027-11-20", "2027-11-21");
    assert.deepEqual(
      [day.payments, day.amount, day.principal],
      [2, 83_333 + 10_083_333, 10_000_000],
      "the other matured",
    );
    const { figures: today } = await getLedger(t.context(admin), { loanId: loan.id });
    assert.deepEqual([today?.principal, today?.next], [10_000_000, { day: "2027-12-20", payment: 83_333 }]);
  },
);

/** The first loan renewed from its maturity for `principal`, its payments up to then made. */
async function renewedFor({ t, loans: [loan] }: TransferScene, principal: number): Promise<void> {
  const { db } = t.deps;
  const { id: _first, ...terms } = (await db.select().from(contracts).where(eq(contracts.loanId, loan.id)).get())!;
  const term = { effectiveDate: "2027-11-20", maturity: "2028-11-20" };
  await db.insert(contracts).values({ ...terms, version: 2, kind: "renewal", ...term, principal });
}

transferScene("interest that a renewal carries on is in its principal, and is not collected besides", async (s) => {
  const { t, admin, loans: [loan] } = s, { db } = t.deps;
  await s.until("2026-11-21");
  // Eleven payments, and 30.14 beyond.
  const ahead = { kind: "payment", day: "2026-11-21", amount: 9_196.77 };
  await s.call("recordledger", { loanId: loan.id, requestId: "eleven-payments", ...ahead });
  await s.until("2027-11-01");
  await renewedFor(s, 100_833.33);
  const coming = async () => (await db.select().from(comingPayments).where(eq(comingPayments.loanId, loan.id)))[0];
  assert.deepEqual((await s.plan("2027-11-20")).rows, []);
  const { day, payment, principal } = await coming();
  assert.deepEqual([day, payment, principal], ["2027-11-20", PAID_AHEAD, 0], "what was paid ahead pays it");
  await s.until("2027-11-20");
  assert.deepEqual((await s.plan("2027-11-20")).rows, []);
  const { figures } = await getLedger(t.context(admin), { loanId: loan.id });
  assert.deepEqual([figures?.principal, figures?.credit], [10_083_333 - PAID_AHEAD, 0]);
  const { rows } = await listDuePayments(t.context(admin), "2027-11-20");
  const own = rows.find(({ loanId }) => loanId === loan.id);
  assert.deepEqual([own?.due, own?.left], [PAID_AHEAD, 0]);
  const [all] = await dueByDay(t.context(admin), "2027-11-20", "2027-11-21");
  assert.deepEqual([all.amount, all.principal], [PAID_AHEAD + 10_083_333, 10_000_000], "the other matured");
});

transferScene(
  "principal that a renewal does not carry on is left to the borrower; the interest is collected",
  async (s) => {
    const { t, admin, loans: [loan, other] } = s;
    await s.until("2027-11-01");
    await renewedFor(s, 60_000);
    const of = async (day: string, arrears = false) => {
      const { rows, leftOut } = await getTransfers(t.context(admin), { kind: "debit", day, month: "", arrears });
      const own = <T extends { loanId: number | null }>(all: T[]) => all.filter(({ loanId }) => loanId === loan.id);
      return [own(rows).map(({ cents }) => cents), own(leftOut).map(({ cents, why }) => [cents, why])];
    };
    const left = [4_000_000, "Principal that the renewal does not carry on: it is no payment of every month."];
    assert.deepEqual(await of("2027-11-20"), [[83_333], [left]]);
    await s.until("2027-11-20");
    assert.deepEqual(await of("2027-11-20"), [[83_333], [left]]);
    const { rows } = await listDuePayments(t.context(admin), "2027-11-20");
    assert.deepEqual(rows.map(({ loanId, left, isLast }) => [loanId, left, isLast]).sort(), [
      [loan.id, 4_083_333, true],
      [other.id, 10_083_333, true],
    ]);
    // 60,000 x 10% / 12 on the next day; twelve payments of the old term are in arrears.
    assert.deepEqual(await of("2027-12-20"), [[50_000], []]);
    assert.deepEqual(await of("2027-12-20", true), [[50_000 + 12 * 83_333], [left]]);
    const paid = { kind: "payment", day: "2027-11-20", amount: 11 * 833.33 + 40_000 };
    await s.call("recordledger", { loanId: loan.id, requestId: "paid-by-wire", ...paid });
    assert.deepEqual(await of("2027-12-20", true), [[50_000], [[83_333, left[1]]]]);
  },
);

transferScene(
  "of a loan that matured months ago its arrears are collected, and its last payment says when",
  async (s) => {
    const { t, admin, loans: [loan] } = s;
    await s.until("2028-02-10");
    const of = async (arrears: boolean) => {
      const ask = { kind: "debit", day: "2028-02-14", month: "", arrears } as const;
      const { rows, leftOut } = await getTransfers(t.context(admin), ask);
      const own = <T extends { loanId: number | null }>(all: T[]) => all.filter(({ loanId }) => loanId === loan.id);
      return [own(rows).map(({ cents }) => cents), own(leftOut).map(({ cents, why }) => [cents, why])];
    };
    assert.deepEqual(await of(false), [[], []], "nothing falls due on the day");
    const last = [10_083_333, "It matured on 20 Nov 2027: a renewal carries this on, or a payout pays it."];
    assert.deepEqual(await of(true), [[11 * 83_333], [last]]);
  },
);
