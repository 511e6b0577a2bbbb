/**
 * Many loans at once: status, figures anew, the end of the trash, and the brokers' ranking (loans specification 2.2,
 * 3.9, 4.1, 7.1).
 */
import assert from "node:assert/strict";
import { and, eq } from "drizzle-orm";
import { auditRows, files, loans } from "../../../db/schema/mod.ts";
import type { LoanOutcome } from "../../../lib/domain/loans/outcome.ts";
import { newFileId } from "../../../lib/features/tokens.ts";
import { KEPT_ON_RECORD } from "../../../lib/features/loans/delete_loan.ts";
import { START, type TestAccount, type TestApp, withApp } from "../../support/app.ts";
import { fingerprint } from "../../support/fingerprint.ts";
import { makeLoan, type TestLoan } from "../../support/loans.ts";

const UPDATE = "/api/loans/updatemultipleloans", DELETE = "/api/loans/deletetrash";

interface Scene {
  t: TestApp;
  admin: TestAccount;
  broker: TestAccount;
}

const withPeople = (run: (scene: Scene) => Promise<void>) =>
  withApp(async (t) => {
    const admin = await t.account({ role: 9, name: "Helen Voss" });
    await run({ t, admin, broker: await t.account({ name: "Priya Raman" }) });
  });

const now = async (t: TestApp, id: number): Promise<TestLoan | undefined> =>
  await t.deps.db.select().from(loans).where(eq(loans.id, id)).get();

async function outcomes(answer: Response): Promise<{ outcomes: LoanOutcome[]; done: number; failed: number }> {
  const body = await answer.json();
  assert.equal(answer.status, 200, JSON.stringify(body));
  assert.equal(body.response, true);
  return body.data;
}

Deno.test("a status is set on each loan with its date and its audit row", () =>
  withPeople(async ({ t, admin, broker }) => {
    const some = [await makeLoan(t, { brokerId: broker.id }), await makeLoan(t, { brokerId: broker.id })];
    const answer = await outcomes(await t.post(UPDATE, { loans: some.map((l) => l.id), status: "Funded" }, admin));
    assert.equal(answer.done, 2);
    assert.deepEqual(answer.outcomes, some.map(({ id, clientCode }) => ({ id, clientCode, done: true })));
    for (const { id } of some) {
      const loan = (await now(t, id))!;
      assert.equal(loan.adminComSelect, "Funded");
      assert.equal(loan.dateFunded, "2026-11-20", "decisions: Funded fills dateFunded");
      assert.equal(loan.everFunded, 1);
      const [row] = await t.deps.db.select().from(auditRows)
        .where(and(eq(auditRows.entityId, String(id)), eq(auditRows.action, "loan.update")));
      assert.equal(row.actorName, "Helen Voss");
      assert.equal(JSON.parse(row.before!).adminComSelect, "NA");
    }
  }));

Deno.test("one refused loan leaves the others alone, and each result has its reason", () =>
  withPeople(async ({ t, admin }) => {
    const fine = await makeLoan(t);
    const already = await makeLoan(t, { adminComSelect: "Funded", dateFunded: "2026-01-05" });
    const moved = await makeLoan(t, { adminComSelect: "Declined", declineReason: "Income" });
    // Above the criminal rate (lending rules 8): such a loan cannot be funded.
    const dear = await makeLoan(t, { adminRate: 0.6, adminTerm: "1 year" });
    const sent = { loans: [fine.id, already.id, moved.id, dear.id, 99_999], status: "Funded", from: "NA" };
    const answer = await outcomes(await t.post(UPDATE, sent, admin));
    assert.deepEqual(answer.outcomes.map(({ done }) => done), [true, false, false, false, false]);
    assert.equal(answer.done, 1);
    assert.equal(answer.failed, 4);
    const reasons = answer.outcomes.map(({ reason }) => reason);
    assert.equal(reasons[1], "It is Funded already.");
    assert.equal(reasons[2], "It is Declined by now, so it was left as it is.");
    assert.match(reasons[3]!, /criminal|35/i);
    assert.equal(reasons[4], "This loan does not exist, or you do not have access to it. Reload the page.");
    assert.deepEqual(await now(t, moved.id), moved);
    assert.equal((await now(t, dear.id))!.adminComSelect, "NA");
  }));

Deno.test("a change of status is undone with the dates it filled in, unless the loan was saved again since", () =>
  withPeople(async ({ t, admin }) => {
    const declined = await makeLoan(t, { adminComSelect: "Declined", declineReason: "Income" });
    const pending = await makeLoan(t), late = await makeLoan(t);
    const ids = [pending.id, late.id];
    await outcomes(await t.post(UPDATE, { loans: ids, status: "Funded", from: "NA" }, admin));
    await outcomes(await t.post(UPDATE, { loans: [declined.id], status: "NA", from: "Declined" }, admin));
    const { updatedAt } = (await now(t, late.id))!;
    const edit = { loanId: late.id, data: { city: "Guelph" }, updatedAt };
    assert.equal((await t.post("/api/loans/updateloan", edit, admin)).status, 200);

    const undone = await outcomes(
      await t.post(UPDATE, { loans: ids, status: "NA", from: "Funded", undo: true }, admin),
    );
    assert.deepEqual(undone.outcomes.map(({ done }) => done), [true, false]);
    assert.match(undone.outcomes[1].reason!, /saved again since/);
    const back = (await now(t, pending.id))!;
    assert.deepEqual([back.adminComSelect, back.dateFunded, back.maturityEmailDate], ["NA", "", ""]);
    assert.equal(back.everFunded, 0, "what was undone counts as if it had never been (lending rules 12)");
    assert.equal((await now(t, late.id))!.dateFunded, "2026-11-20");
    // Back to Declined without asking for the reason that it had.
    await outcomes(
      await t.post(UPDATE, { loans: [declined.id], status: "Declined", from: "NA", undo: true }, admin),
    );
    assert.deepEqual([(await now(t, declined.id))!.adminComSelect, (await now(t, declined.id))!.declineReason], [
      "Declined",
      "Income",
    ]);
  }));

Deno.test("Repaid by mistake and undone, a loan was never funded; one that was once stays so", () =>
  withPeople(async ({ t, admin }) => {
    const never = await makeLoan(t), once = await makeLoan(t, { everFunded: 1 }), ids = [never.id, once.id];
    await outcomes(await t.post(UPDATE, { loans: ids, status: "Repaid", from: "NA" }, admin));
    assert.equal((await now(t, never.id))!.everFunded, 1);
    await outcomes(await t.post(UPDATE, { loans: ids, status: "NA", from: "Repaid", undo: true }, admin));
    assert.deepEqual([(await now(t, never.id))!.everFunded, (await now(t, once.id))!.everFunded], [0, 1]);
    await outcomes(await t.post(UPDATE, { loans: ids, status: "Trash" }, admin));
    const gone = await outcomes(await t.post(DELETE, ids, admin));
    assert.deepEqual(gone.outcomes.map(({ done, reason }) => done || reason), [true, KEPT_ON_RECORD]);
  }));

Deno.test("Declined needs one reason, which each loan gets; going back keeps dates", () =>
  withPeople(async ({ t, admin }) => {
    const loan = await makeLoan(t), other = await makeLoan(t, { adminComSelect: "Repaid", dateRepaid: "2026-02-01" });
    const before = await fingerprint(t);
    const none = await t.post(UPDATE, { loans: [loan.id], status: "Declined" }, admin);
    assert.equal(none.status, 422);
    assert.deepEqual((await none.json()).fields, { declineReason: "Enter the reason." });
    assert.equal(await fingerprint(t), before);
    const ids = [loan.id, other.id];
    await outcomes(await t.post(UPDATE, { loans: ids, status: "Declined", declineReason: "Too much debt" }, admin));
    for (const id of ids) assert.equal((await now(t, id))!.declineReason, "Too much debt");
    await outcomes(await t.post(UPDATE, { loans: ids, status: "NA" }, admin));
    assert.equal((await now(t, other.id))!.dateRepaid, "2026-02-01");
    assert.equal((await now(t, other.id))!.adminComSelect, "NA");
  }));

Deno.test("a list of ids alone recomputes each loan and leaves its status", () =>
  withPeople(async ({ t, admin }) => {
    const loan = await makeLoan(t, { adminComSelect: "Funded", dateFunded: "2026-01-05" });
    await t.deps.db.update(loans).set({ finalScore: 7.77, shownScore: 7.77, monthlyPayments: 1 }).where(
      eq(loans.id, loan.id),
    );
    const answer = await outcomes(await t.post(UPDATE, [loan.id, String(loan.id)], admin));
    assert.equal(answer.outcomes.length, 1, "once, though it was sent twice");
    const after = (await now(t, loan.id))!;
    assert.deepEqual([after.finalScore, after.shownScore, after.monthlyPayments, after.adminComSelect], [
      loan.finalScore,
      loan.shownScore,
      loan.monthlyPayments,
      "Funded",
    ]);
  }));

Deno.test("the trash is emptied for good, except loans once funded or not in it", () =>
  withPeople(async ({ t, admin, broker }) => {
    const gone = await makeLoan(t, { adminComSelect: "Trash", brokerId: broker.id }, { conditions: [{ id: 4 }] });
    const kept = await makeLoan(t, { adminComSelect: "Trash", everFunded: 1 });
    const dated = await makeLoan(t, { adminComSelect: "Trash", dateFunded: "2024-03-01" });
    const pending = await makeLoan(t);
    const bytes = new TextEncoder().encode("%PDF-1.4");
    const fileId = newFileId();
    await t.deps.ports.files.put(fileId, bytes);
    await t.deps.db.insert(files).values({
      id: fileId,
      loanId: gone.id,
      kind: "application",
      name: "a.pdf",
      mediaType: "application/pdf",
      size: bytes.length,
      sha256: "0",
      uploadedAt: START,
    });
    const ids = [gone.id, kept.id, dated.id, pending.id, 99_999];
    const answer = await outcomes(await t.post(DELETE, ids, admin));
    assert.deepEqual(answer.outcomes.map(({ done, reason }) => done || reason), [
      true,
      KEPT_ON_RECORD,
      KEPT_ON_RECORD,
      "It is Pending, not in the trash. Move it there first.",
      "This loan does not exist, or you do not have access to it. Reload the page.",
    ]);
    assert.equal(await now(t, gone.id), undefined);
    assert.equal(await t.deps.ports.files.open(fileId), null, "its bytes are gone too");
    for (const { id } of [kept, dated, pending]) assert.ok(await now(t, id));
    const trail = await t.deps.db.select().from(auditRows).where(eq(auditRows.action, "loan.delete"));
    assert.deepEqual(trail.map(({ entityId }) => entityId), [String(gone.id)]);
  }));

Deno.test("only the lender may, at most 500 at once, and malformed input changes nothing", () =>
  withPeople(async ({ t, admin, broker }) => {
    const loan = await makeLoan(t, { brokerId: broker.id }), trash = await makeLoan(t, { adminComSelect: "Trash" });
    const before = await fingerprint(t);
    for (const as of [broker, null]) {
      const status = as ? 403 : 401;
      assert.equal((await t.post(UPDATE, { loans: [loan.id], status: "Funded" }, as)).status, status);
      assert.equal((await t.post(DELETE, [trash.id], as)).status, status);
      assert.equal((await t.get("/api/loans/getbrokerrankings", as)).status, status);
    }
    const many = Array.from({ length: 501 }, (_, n) => n + 1);
    const confirmed = many.map((id) => ({ id, open: [], offerId: null }));
    const bodies = [[UPDATE, many], [UPDATE, { loans: many, status: "Trash" }], [DELETE, many], [UPDATE, {
      loans: [loan.id],
      status: "Funded",
      confirmed,
    }]] as const;
    for (const [path, body] of bodies) {
      const answer = await t.post(path, body, admin);
      assert.equal(answer.status, 422);
      assert.match((await answer.json()).reason, /At most 500 loans at once/);
    }
    const wrong = [
      [],
      {},
      { loans: [] },
      { loans: "1" },
      [1.5],
      [-1],
      ["1;drop"],
      [{}],
      [null],
      {
        loans: [loan.id],
        status: "Gone",
      },
      { loans: [loan.id], status: "Funded", from: "x" },
      "x",
      7,
      { loans: { length: 1, 0: loan.id } },
    ];
    for (const body of wrong) {
      const answer = await t.post(UPDATE, body, admin);
      assert.ok([400, 422].includes(answer.status), `${JSON.stringify(body)}: ${answer.status}`);
      await answer.body?.cancel();
    }
    for (const body of [[], {}, [1.5], { loans: [trash.id] }, null]) {
      const answer = await t.post(DELETE, body, admin);
      assert.ok([400, 422].includes(answer.status), `${JSON.stringify(body)}: ${answer.status}`);
      await answer.body?.cancel();
    }
    assert.equal(await fingerprint(t), before);
    const most = await outcomes(await t.post(DELETE, many.slice(0, 500).map((n) => n + 100_000), admin));
    assert.equal(most.failed, 500);
  }));

Deno.test("the ranking adds up each broker's loans by status (loans specification 3.9), trash and losses aside", () =>
  withPeople(async ({ t, admin, broker }) => {
    const other = await t.account({ name: "Amara Osei" });
    await t.account({ name: "No Loans" });
    const add = (
      brokerId: number | null,
      adminComSelect: TestLoan["adminComSelect"],
      newLoanAmount: number,
      fsfcLoan?: number,
    ) =>
      t.deps.db.insert(loans).values({
        brokerId,
        adminComSelect,
        newLoanAmount,
        fsfcLoan,
        timestamp: START,
        updatedAt: START,
      });
    await add(broker.id, "NA", 100_000);
    await add(broker.id, "Funded", 200_000, 180_000);
    await add(broker.id, "Repaid", 50_000);
    await add(broker.id, "Declined", 70_000);
    await add(broker.id, "Trash", 1_000_000);
    await add(broker.id, "Loss", 1_000_000);
    await add(other.id, "Declined", 900_000);
    await add(null, "Funded", 500_000);
    const body = await (await t.get("/api/loans/getbrokerrankings", admin)).json();
    assert.equal(body.response, true);
    assert.deepEqual(body.data, [{
      name: "Priya Raman",
      total: 4,
      funded: 1,
      repaid: 1,
      pending: 1,
      declined: 1,
      totalAmount: 400_000,
      amountFunded: 180_000,
      amountRepaid: 50_000,
      amountPending: 100_000,
      amountDeclined: 70_000,
    }, {
      name: "Amara Osei",
      total: 1,
      funded: 0,
      repaid: 0,
      pending: 0,
      declined: 1,
      totalAmount: 900_000,
      amountFunded: 0,
      amountRepaid: 0,
      amountPending: 0,
      amountDeclined: 900_000,
    }]);
  }));
