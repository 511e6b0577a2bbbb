/**
 * What a crash in the middle leaves: nothing of the act, and each payment due posted once afterwards (lending rules
 * 14).
 */
import assert from "node:assert/strict";
import { asc, eq, sql } from "drizzle-orm";
import { auditRows, bankRows, ledgerRows } from "../../../db/schema/mod.ts";
import { dateInToronto } from "../../../lib/domain/dates.ts";
import { postDuePayments } from "../../../lib/features/servicing/jobs.ts";
import { listDuePayments } from "../../../lib/features/servicing/mod.ts";
import { WHOLE } from "../../support/letters.ts";
import { type LoanScene, loanScene } from "../../support/loan_scene.ts";

const DAY_MS = 24 * 3600_000;
const scene = loanScene({ ...WHOLE });
const kinds = ({ t }: LoanScene) =>
  t.deps.db.select({ kind: ledgerRows.kind }).from(ledgerRows).orderBy(asc(ledgerRows.id))
    .then((rows) => rows.map(({ kind }) => kind));
const audited = async ({ t }: LoanScene, action: "ledger.post" | "ledger.record") =>
  (await t.deps.db.select().from(auditRows).where(eq(auditRows.action, action))).length;
const send = async ({ t, admin }: LoanScene, name: string, body: object) => {
  const answer = await t.post(`/api/loans/${name}`, body, admin);
  await answer.body?.cancel();
  return answer.status;
};

/** The process ends as it writes into the table `into`, where `when` holds. */
const breaksAt = ({ t }: LoanScene, into: string, when: string) =>
  t.deps.db.run(sql.raw(`CREATE TRIGGER crash BEFORE INSERT ON ${into} WHEN ${when}
    BEGIN SELECT RAISE(ABORT, 'gone'); END`));
const mended = ({ t }: LoanScene) => t.deps.db.run(sql.raw("DROP TRIGGER crash"));

scene(
  "between posting and paying, by hand, in bulk and from the bank, nothing stays and all is posted once",
  async (s) => {
    const { t, loan, admin } = s;
    const funded = { loanId: loan.id, data: { adminComSelect: "Funded", dateFunded: "2026-11-20" } };
    assert.equal(await send(s, "updateloan", funded), 200);
    while (dateInToronto(t.now()) < "2027-01-22") t.advance(DAY_MS);
    await t.signInAgain(admin);
    // Recording a payment posts December and January first; the job has not come yet.
    const byHand = { loanId: loan.id, requestId: "by-hand-one", kind: "payment", day: "2027-01-21", amount: 833.33 };
    await breaksAt(s, "ledger_rows", "new.kind = 'payment'");
    assert.equal(await send(s, "recordledger", byHand), 500);
    assert.deepEqual(await kinds(s), ["advance"]);
    assert.equal(await audited(s, "ledger.post"), 0);
    await mended(s);
    // The job dies as it notes what it posted.
    await breaksAt(s, "audit_rows", "new.action = 'ledger.post'");
    await assert.rejects(() => postDuePayments(t.context()));
    assert.deepEqual(await kinds(s), ["advance"]);
    await mended(s);
    // And as it writes the book, after it posted.
    await breaksAt(s, "loan_books", "1");
    await assert.rejects(() => postDuePayments(t.context()));
    assert.deepEqual(await kinds(s), ["advance"]);
    await mended(s);
    const posted = ["advance", "due", "due", "arrears"];
    await Promise.all([postDuePayments(t.context()), send(s, "recordledger", byHand), postDuePayments(t.context())]);
    assert.deepEqual(await kinds(s), [...posted, "payment"]);
    assert.deepEqual([await audited(s, "ledger.post"), await audited(s, "ledger.record")], [1, 1]);

    const { rows } = await listDuePayments(t.context(admin), "2027-01-20");
    const inBulk = { day: "2027-01-21", dues: rows.map(({ dueId, left }) => ({ dueId, cents: left })) };
    const line = `2027-01-21,${loan.clientCode},5.00`;
    const bank = { text: `Date,Description,Amount\n${line}`, rows: [{ line: 2, clientCode: loan.clientCode }] };
    await breaksAt(s, "audit_rows", "new.action = 'ledger.record'");
    assert.deepEqual([await send(s, "receivepayments", inBulk), await send(s, "takebank", bank)], [500, 500]);
    assert.deepEqual([await kinds(s), await t.deps.db.$count(bankRows)], [[...posted, "payment"], 0]);
    await mended(s);
    for (let time = 0; time < 2; time++) {
      assert.deepEqual([await send(s, "receivepayments", inBulk), await send(s, "takebank", bank)], [200, 200]);
    }
    assert.deepEqual(await kinds(s), [...posted, "payment", "payment", "payment"]);
  },
);
