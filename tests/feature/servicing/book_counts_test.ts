/** The counts of a book of thousands of loans, as its pages say them. */
import assert from "node:assert/strict";
import { sql } from "drizzle-orm";
import { withApp } from "../../support/app.ts";
import { copyLoans } from "../../support/loans.ts";
import { openTransferScene, TRANSFER_ENV } from "../../support/transfer_scene.ts";

Deno.test("thousands of loans and payments have their commas", () =>
  withApp(async (t) => {
    const { admin, loans: [loan, other] } = await openTransferScene(t), { db } = t.deps;
    await copyLoans(t, 1200, `id = ${loan.id}`, { client_code: "'ALI-' || (1000 + value)" });
    await db.run(sql`insert into loan_books
      select id, 10000000, 83333, 0, 0, '2026-11-01', '2026-11-01', 83333, '', 0, '2026-12-01', '2027-01-01'
      from loans where id > ${other.id}`);
    await db.run(sql`insert into coming_payments
      select id, '2026-12-01', 83333, 0, 0 from loans where id > ${other.id}`);
    const page = async (path: string) => {
      const text = await (await t.get(`/dashboard/${path}`, admin)).text();
      return text.replace(/<[^>]+>/g, " ").replace(/\s+/g, " ");
    };
    assert.match(await page("servicing"), /1,200 of 1,202 loans 1 to 29 days: 1,200/);
    assert.match(
      await page("servicing?view=loans"),
      /1,202 loans Due in 30 days: 1,202 .* 1,202 loans Loans in servicing/,
    );
    assert.match(await page("servicing?view=calendar&month=2026-12"), /1,202 payments, 1,200 loans mature/);
    assert.match(await page("transfers?kind=debit&day=2026-12-01"), /Left out 1,200/);
  }, TRANSFER_ENV));
