/** The loan figures of accounts, whatever happens to the loans. */
import assert from "node:assert/strict";
import { eq, sql } from "drizzle-orm";
import { inTransaction } from "../../../db/mod.ts";
import { loans } from "../../../db/schema/mod.ts";
import { LOAN_STATUSES } from "../../../lib/domain/loans/status.ts";
import { getAllUsers } from "../../../lib/features/brokers/mod.ts";
import { testWithPeople } from "../../support/brokers.ts";
import { makeLoan } from "../../support/loans.ts";

/** What each account should show, counted from the loans themselves. */
const COUNTED = sql`select a.id,
  (select count(*) from loans l where l.broker_id = a.id and l.admin_com_select <> 'Trash') as "totalLoans",
  (select count(*) from loans l where l.broker_id = a.id and l.admin_com_select in ('NA', 'Funded')) as "activeLoans",
  (select max(timestamp) from loans l where l.broker_id = a.id) as "lastSubmissionAt"
  from accounts a order by a.id`;

/** A fixed sequence of whole numbers below n. */
function numbers() {
  let state = 20_261_120;
  return (n: number) => (state = (state * 48_271) % 2_147_483_647) % n;
}

testWithPeople("an account's loan figures are those of its loans after any changes", async ({ t, broker }) => {
  const { db } = t.deps;
  const people = [broker, await t.account(), await t.account()].map(({ id }) => id);
  const next = numbers();
  const one = <T>(all: readonly T[]): T => all[next(all.length)];
  const made: number[] = [];
  for (let n = 0; n < 120; n++) {
    const id = made.length ? one(made) : 0;
    const does = made.length < 8 ? 0 : next(6);
    if (does === 0) {
      const loan = await makeLoan(t, { brokerId: one([...people, null]), adminComSelect: one(LOAN_STATUSES) });
      made.push(loan.id);
    } else {
      await inTransaction(db, async (tx) => {
        if (does === 5) {
          await tx.delete(loans).where(eq(loans.id, id));
          made.splice(made.indexOf(id), 1);
        } else {
          await tx.update(loans).set({
            ...(does & 1 ? { adminComSelect: one(LOAN_STATUSES) } : {}),
            ...(does & 2 ? { brokerId: one([...people, null]) } : {}),
            ...(does === 4 ? { timestamp: t.now() - next(1e9), adminComSelect: one(LOAN_STATUSES) } : {}),
            updatedAt: t.now(),
          }).where(eq(loans.id, id));
        }
      });
    }
    t.advance(1000);
    const counted = (await getAllUsers(t.context())).accounts.sort((a, b) => a.id - b.id)
      .map(({ id, totalLoans, activeLoans, lastSubmissionAt }) => ({ id, totalLoans, activeLoans, lastSubmissionAt }));
    assert.deepEqual(counted, await db.all(COUNTED), `after step ${n}`);
  }
});

testWithPeople(
  "an account says how many of its loans are in the trash, which its figures leave out",
  async ({ t, admin, broker }) => {
    await makeLoan(t, { brokerId: broker.id });
    const says = async () =>
      (await (await t.get(`/dashboard/viewbroker?id=${broker.id}`, admin)).text()).replaceAll("<!-- -->", "");
    assert.match(await says(), />1 loan</);
    await makeLoan(t, { brokerId: broker.id, adminComSelect: "Trash" });
    assert.match(await says(), />2 loans, 1 in the trash</);
  },
);

testWithPeople("the list shows and sorts by every column", async ({ t, admin }) => {
  const ann = await t.account({ name: "Ann Able", license: "M10000009", lastSignInAt: t.now() - 1000 });
  const bea = await t.account({ name: "Bea Baker", license: "M10000008", lastSignInAt: t.now() });
  await makeLoan(t, { brokerId: bea.id });
  t.advance(3600_000);
  await makeLoan(t, { brokerId: ann.id });
  const names = async (query: string) => {
    const html = await (await t.get(`/dashboard/brokers?q=a${query}&type=broker`, admin)).text();
    return [...html.matchAll(/viewbroker\?id=\d+">([^<]*)</g)].map((m) => m[1]).filter((name) => !/^Person/.test(name));
  };
  assert.deepEqual(await names("&sort=submission&dir=desc"), ["Ann Able", "Bea Baker"]);
  assert.deepEqual(await names("&sort=submission"), ["Bea Baker", "Ann Able"]);
  assert.deepEqual(await names("&sort=signin&dir=desc"), ["Bea Baker", "Ann Able"]);
  assert.deepEqual(await names("&sort=licence"), ["Bea Baker", "Ann Able"]);
  const html = await (await t.get("/dashboard/brokers", admin)).text();
  const heads = [...html.matchAll(/<th[^>]*role="columnheader"[^>]*>(?:<a[^>]*>)?([^<]+)/g)].map((m) => m[1]);
  assert.deepEqual(heads.slice(0, 10), [
    "Name",
    "Type",
    "Brokerage",
    "Licence",
    "Rating",
    "Active",
    "Loans",
    "Last sign-in",
    "Last submission",
    "Status",
  ]);
  const orders = [...html.matchAll(/sort=(\w+)/g)].map((m) => m[1]);
  assert.deepEqual([...new Set(orders)].sort(), [
    "active",
    "brokerage",
    "licence",
    "loans",
    "rating",
    "signin",
    "status",
    "submission",
    "type",
  ], "name is where it starts");
});
