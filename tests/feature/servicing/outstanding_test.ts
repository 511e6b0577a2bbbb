/** What funded loans owe together: by the book, and by the ledgers' rows where the book is behind. */
import assert from "node:assert/strict";
import { eq, sql } from "drizzle-orm";
import { loanBooks } from "../../../db/derived/mod.ts";
import { migrate } from "../../../db/mod.ts";
import { ledgerRows } from "../../../db/schema/mod.ts";
import { dateInToronto } from "../../../lib/domain/dates.ts";
import { ALL_MONTHS } from "../../../lib/domain/lending/overview.ts";
import { getBook, outstandingBalance } from "../../../lib/features/servicing/mod.ts";
import { outstandingQuery } from "../../../lib/features/servicing/outstanding.ts";
import { bookQuery } from "../../../lib/schemas/servicing/book.ts";
import { backends, withDatabase } from "../../support/backends.ts";
import { WHOLE } from "../../support/letters.ts";
import { loanScene } from "../../support/loan_scene.ts";
import { makeLoan } from "../../support/loans.ts";
import { planOf } from "../../support/plans_of.ts";

const DAY_MS = 24 * 3600_000;
const scene = loanScene({ ...WHOLE });

scene("what is outstanding is alike by the book and by the ledgers' rows", async ({ t, admin, loan }) => {
  const other = await makeLoan(t, { ...WHOLE, lastName: "Zimmer" });
  const call = async (name: string, body: object) => {
    assert.equal((await t.post(`/api/loans/${name}`, body, admin)).status, 200, name);
  };
  for (const { id } of [loan, other]) {
    await call("updateloan", { loanId: id, data: { adminComSelect: "Funded", dateFunded: "2026-11-20" } });
  }
  const { db } = t.deps, owed = () => outstandingBalance(t.context(), ALL_MONTHS);
  for (const day of ["2026-11-21", "2026-12-20", "2027-01-25"]) {
    while (dateInToronto(t.now()) < day) t.advance(DAY_MS);
    await t.signInAgain(admin);
    if (day === "2027-01-25") {
      // More than was due: the book has it as credit.
      const payment = { loanId: loan.id, requestId: "outstanding-1", kind: "payment", day, amount: 2_345.67 };
      await call("recordledger", payment);
    }
    const book = await getBook(t.context(admin), bookQuery.parse({}));
    assert.equal(book.summary.stale, 0);
    const byBook = await owed();
    assert.deepEqual([byBook.loans, byBook.withLedger], [2, 2]);
    const kept = await db.select().from(loanBooks);
    await db.delete(loanBooks);
    assert.deepEqual(await owed(), byBook, day);
    await db.insert(loanBooks).values(kept.slice(0, 1));
    assert.deepEqual(await owed(), byBook, `${day}, one of them in the book`);
    await db.insert(loanBooks).values(kept.slice(1));
  }
});

scene("a ledger whose beginning was reversed is none: its loan is not among those whose sums these are", async (s) => {
  const { t, admin, loan } = s;
  const call = async (name: string, body: object) => {
    assert.equal((await t.post(`/api/loans/${name}`, body, admin)).status, 200, name);
  };
  await call("updateloan", { loanId: loan.id, data: { adminComSelect: "Funded", dateFunded: "2026-11-20" } });
  const owed = () => outstandingBalance(t.context(), ALL_MONTHS);
  assert.deepEqual(await owed(), { loans: 1, withLedger: 1, funded: 100_000, balance: 100_000 });
  const { id: rowId } = (await t.deps.db.select().from(ledgerRows).get())!;
  await call("reverseledger", { loanId: loan.id, rowId, note: "It was never advanced" });
  assert.deepEqual(await owed(), { loans: 1, withLedger: 0, funded: 0, balance: 0 });
  const behind = await (await t.get("/dashboard/overview/loans?of=ledger&status=Funded", admin)).text();
  assert.match(behind, /No loan is behind this figure any more/);
});

scene("an entry of the book counts until its day to be computed again", async ({ t, admin, loan }) => {
  const data = { adminComSelect: "Funded", dateFunded: "2026-11-20" };
  assert.equal((await t.post("/api/loans/updateloan", { loanId: loan.id, data }, admin)).status, 200);
  await getBook(t.context(admin), bookQuery.parse({}));
  const balance = async () => (await outstandingBalance(t.context(), ALL_MONTHS)).balance;
  const before = await balance(),
    change = (set: object) => t.deps.db.update(loanBooks).set(set).where(eq(loanBooks.loanId, loan.id));
  await change({ principal: sql`${loanBooks.principal} + 100` });
  assert.equal(await balance(), before + 1, "its rows are not read");
  await change({ renewOn: dateInToronto(t.now()) });
  assert.equal(await balance(), before);
});

for (const backend of backends) {
  Deno.test({
    name: `${backend.name}: ledgers that the book has are not read row by row`,
    ignore: backend.ignore,
    fn: () =>
      withDatabase(backend, {}, async ({ db, client }) => {
        await migrate(client);
        const query = outstandingQuery(db, ALL_MONTHS, "2026-11-20").toSQL();
        const plan = await planOf(client, { sql: query.sql, args: query.params as string[] });
        assert.match(plan, /SEARCH ledger_rows USING COVERING INDEX ledger_rows_key/);
        assert.doesNotMatch(plan, /SCAN (ledger_rows|loans|loan_books)/);
      }),
  });
}
