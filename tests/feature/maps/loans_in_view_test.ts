/** The rows beside the map: the first of a view in each order, found on the way that counts it where that can be. */
import assert from "node:assert/strict";
import type { InValue } from "@libsql/client";
import { drizzle } from "drizzle-orm/libsql";
import * as schema from "../../../db/schema/mod.ts";
import { listLoansInView } from "../../../lib/features/maps/mod.ts";
import { fundedAmount } from "../../../lib/domain/lending/portfolio.ts";
import type { Extent } from "../../../lib/domain/maps/extent.ts";
import { loanMapQuery, MAP_ORDERS } from "../../../lib/schemas/maps/loan_map.ts";
import { makeApp } from "../../support/app.ts";
import { planOf } from "../../support/plans_of.ts";

const { loans } = schema;
const t = await makeApp();
const admin = await t.account({ role: 9 });
Deno.test.afterAll(() => t.close());

const LOANS = 3_000, ROWS = 80;
/** Two cities; the first has a fifth of the loans, and none of the dearest thousand. */
const CHEAP: Extent = [-83.2, 42.2, -82.8, 42.4], DEAR: Extent = [-79.5, 43.6, -79.2, 43.8];
const ALL: Extent = [-95, 41, -74, 57];
const rows = Array.from({ length: LOANS }, (_, n) => {
  const isCheap = n % 5 === 0, [longitude, latitude] = isCheap ? [-83, 42.3] : [-79.38, 43.65];
  return {
    clientCode: `L-${n}`,
    latitude,
    longitude,
    placePrecision: "address" as const,
    adminComSelect: n % 3 === 0 ? "Funded" as const : "NA" as const,
    firstOrSecond: n % 2 === 0 ? "First" : "Second",
    // Some amounts are the same; of each tenth loan another amount was funded than was asked for.
    newLoanAmount: isCheap ? 50_000 + n : 200_000 + ((n * 7_919) % 2_000) * 100,
    fsfcLoan: n % 10 === 1 ? 900_000 - n : null,
    shownScore: n % 9,
    timestamp: t.now(),
    updatedAt: t.now(),
  };
});
for (let from = 0; from < LOANS; from += 300) await t.deps.db.insert(loans).values(rows.slice(from, from + 300));

const input = (extent: Extent, change = {}) => ({ ...loanMapQuery.defaults, ...change, extent });

Deno.test("rows of a view are its first in every order, whatever loans and filters there are", async () => {
  const all = await t.deps.db.select().from(loans);
  const byId = (a: { id: number }, b: { id: number }) => b.id - a.id;
  const orders: Record<(typeof MAP_ORDERS)[number], typeof byId> = {
    amount: (a, b) => amountOf(b) - amountOf(a) || byId(a, b),
    score: (a, b) => scoreOf(b) - scoreOf(a) || byId(a, b),
    new: byId,
  };
  const byKey = new Map(all.map((loan) => [loan.id, loan]));
  const amountOf = ({ id }: { id: number }) => fundedAmount(byKey.get(id)!);
  const scoreOf = ({ id }: { id: number }) => byKey.get(id)!.shownScore;
  for (const extent of [ALL, DEAR, CHEAP]) {
    for (const change of [{}, { status: "Funded" }, { type: "second" }, { size: "0" }, { size: "4" }] as const) {
      for (const order of MAP_ORDERS) {
        const view = await listLoansInView(t.context(admin), input(extent, { ...change, order }));
        const [west, , east] = extent;
        const expected = all.filter((loan) => {
          if (loan.longitude! < west || loan.longitude! > east) return false;
          if ("status" in change && loan.adminComSelect !== change.status) return false;
          if ("type" in change && loan.firstOrSecond !== "Second") return false;
          if (!("size" in change)) return true;
          return change.size === "0" ? fundedAmount(loan) < 50_000 : fundedAmount(loan) > 500_000;
        }).toSorted(orders[order]);
        const what = JSON.stringify([extent, change, order]);
        assert.equal(view.loans, expected.length, what);
        assert.deepEqual(view.rows.map(({ id }) => id), expected.slice(0, ROWS).map(({ id }) => id), what);
      }
    }
  }
});

Deno.test("the largest loans are found by the query that counts a view; where too few are in it, by a second one", async () => {
  const asked: { sql: string; args: InValue[] }[] = [];
  const logger = { logQuery: (sql: string, params: unknown[]) => void asked.push({ sql, args: params as InValue[] }) };
  const { $client: client } = t.deps.db;
  const watched = {
    ...t.context(admin),
    db: Object.assign(drizzle(client, { schema, logger }), { $client: client }),
  };
  const plansOf = async (extent: Extent, order: (typeof MAP_ORDERS)[number]) => {
    asked.length = 0;
    await listLoansInView(watched, input(extent, { order }));
    return await Promise.all(asked.map((one) => planOf(client, one)));
  };
  const walks = (plans: string[]) => plans.filter((plan) => plan.includes("COVERING INDEX loans_map")).length;
  const [count, rows] = await plansOf(ALL, "amount");
  assert.equal(walks([count, rows]), 1);
  assert.match(count, /SEARCH loans USING INDEX loans_by_amount \(admin_com_select=\?\)/);
  assert.equal(walks(await plansOf(DEAR, "amount")), 1);
  assert.equal(walks(await plansOf(CHEAP, "amount")), 2);
  assert.equal(walks(await plansOf(ALL, "score")), 2);
});
