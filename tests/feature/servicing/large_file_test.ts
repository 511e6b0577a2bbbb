/** A file of hundreds of debits that the bank rejected, and had after all (docs/decisions/pre-authorised-debit.md). */
import assert from "node:assert/strict";
import { and, eq, gt, sql } from "drizzle-orm";
import { contracts, ledgerRows, loans, transfers } from "../../../db/schema/mod.ts";
import { copyLoans } from "../../support/loans.ts";
import { transferScene } from "../../support/transfer_scene.ts";

transferScene("hundreds of payments are taken back and posted anew while others are answered", async (s) => {
  const { t, loans: [loan, other] } = s, { db } = t.deps;
  const id = await s.send("2026-12-20");
  await s.until("2026-12-20");
  await copyLoans(t, 200, `id = ${loan.id}`, { client_code: "'ALI-' || (1000 + value)" });
  const more = (await db.select({ id: loans.id }).from(loans).where(gt(loans.id, other.id))).map(({ id }) => id);
  const agreed = await db.select().from(contracts).where(eq(contracts.loanId, loan.id)).get();
  const { id: _, ...terms } = agreed!;
  for (let i = 0; i < more.length; i += 10) {
    await db.insert(contracts).values(more.slice(i, i + 10).map((loanId) => ({ ...terms, loanId })));
  }
  await db.run(sql`insert into ledger_rows (loan_id, kind, day, principal, due, paid, key, recorded_at)
    select one.id, kind, day, principal, due, paid, key, recorded_at from loans one, ledger_rows
    where one.id > ${other.id} and loan_id = ${loan.id} order by one.id, ledger_rows.id`);
  await db.run(sql`insert into transfers (file_id, party, loan_id, name, last_digits, reference, cents, row_id)
    select ${id}, 'loan:' || loan_id, loan_id, 'Ann Roy', '543', 'D-' || loan_id, paid, id from ledger_rows
    where loan_id > ${other.id} and kind = 'payment'`);
  await s.call("undotransfers", { id, payments: 202, cents: 202 * 83_333 });
  const reversals = await db.$count(ledgerRows, eq(ledgerRows.kind, "reversal"));
  t.advance(1000);
  await s.call("sendtransfers", { id });
  const posted = await db.$count(
    transfers,
    and(eq(transfers.fileId, id), eq(transfers.problem, ""), gt(transfers.rowId, 0)),
  );
  assert.deepEqual([reversals, posted], [202, 202]);
});

transferScene("payments that were not posted anew say so on the file's page, and are posted again there", async (s) => {
  const { t, loans: [, other] } = s;
  const id = await s.send("2026-12-20");
  await s.until("2026-12-20");
  await s.call("undotransfers", { id, payments: 2, cents: 166_666 });
  await t.deps.db.run(sql.raw(`CREATE TRIGGER full BEFORE INSERT ON ledger_rows WHEN new.loan_id = ${other.id}
    BEGIN SELECT RAISE(ABORT, 'disk full'); END`));
  t.advance(1000);
  await s.call("sendtransfers", { id }, 500);
  await t.deps.db.run(sql.raw("DROP TRIGGER full"));
  const { file, rows } = await s.file(id);
  assert.deepEqual([file.state, file.problems, rows.map(({ rowId }) => rowId)], ["sent", 2, [null, null]]);
  assert.match(await s.page(`/dashboard/transferfile?id=${id}`), /has yet to be posted again/);
  await s.call("postagain", { id: rows[0].id });
  // Undone again before the other was posted, and sent after all once more.
  await s.call("undotransfers", { id, payments: 1, cents: 83_333 });
  t.advance(1000);
  await s.call("sendtransfers", { id });
  assert.deepEqual((await s.file(id)).rows.map(({ undone, problem }) => [undone, problem]), [[null, ""], [null, ""]]);
});
