/** What a file collects about a maturity (docs/decisions/pre-authorised-debit.md). */
import assert from "node:assert/strict";
import { eq } from "drizzle-orm";
import { comingPayments } from "../../../db/derived/mod.ts";
import { contracts } from "../../../db/schema/mod.ts";
import { dueByDay } from "../../../lib/features/servicing/book_calendar.ts";
import { getLedger } from "../../../lib/features/servicing/mod.ts";
import { transferScene } from "../../support/transfer_scene.ts";

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
