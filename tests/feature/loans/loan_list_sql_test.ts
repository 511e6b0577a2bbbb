/** The lists' statements on a file and on a libSQL server: their totals, their search, deep pages. */
import assert from "node:assert/strict";
import type { Client } from "@libsql/client";
import { eq, inArray, type SQL, sql } from "drizzle-orm";
import { countFound, listLoans, readTallies, summariseLoans } from "../../../lib/features/loans/mod.ts";
import { type Context, type Db, migrate } from "../../../db/mod.ts";
import { accounts, loans } from "../../../db/schema/mod.ts";
import { positionOf } from "../../../lib/domain/lending/ltv.ts";
import type { PortfolioSummary } from "../../../lib/domain/lending/portfolio.ts";
import { LOAN_STATUSES, type LoanStatus } from "../../../lib/domain/loans/status.ts";
import { type ListFilter, searchQueryOf } from "../../../lib/features/loans/list_loans.ts";
import { type FilterKind, orderOf, pageOfIds } from "../../../lib/features/loans/page_of_loans.ts";
import { SORTS } from "../../../lib/schemas/loans/list.ts";
import { seedLoans } from "../../bench/seed_loans.ts";
import { backends, withDatabase } from "../../support/backends.ts";
import { query } from "../../support/loan_list.ts";
import { expectedSummary } from "../../support/overview.ts";

const NOW = Date.UTC(2026, 10, 20, 17);
const TODAY = "2026-11-20";
const COUNT = 3000, PAGE = 20;
const LENDING = {
  settings: { globalScore: { greenScore: 0, yellowScore: 3, redScore: 5 } },
  settingsVersionId: 1,
  configVersionId: 1,
};
/** Every way to narrow a list, with the values of its placeholders. */
const KINDS: readonly FilterKind[] = [
  "q",
  "type",
  "broker",
  "risk",
  "type broker",
  "broker risk",
  "type broker risk",
  "q risk",
];
const searched = (q: string): ListFilter => ({ q, type: "", broker: 0, risk: "", earlier: "" });
const VALUES = {
  status: "NA",
  match: searchQueryOf(searched("ham")),
  type: "second",
  broker: 1,
  scoreFrom: 3,
  scoreTo: 5,
  limit: PAGE,
};

const indexed = (text: string): string[] => text.toLowerCase().split(/[^\p{L}\p{N}]+/u);

async function fill(db: Db, client: Client): Promise<Context> {
  await migrate(client);
  for (const n of [1, 2]) {
    await db.insert(accounts).values({
      name: `Broker ${n}`,
      email: `b${n}@example.com`,
      emailKey: `b${n}@example.com`,
      username: `broker${n}`,
      usernameKey: `broker${n}`,
      passwordHash: "",
      createdAt: NOW,
      updatedAt: NOW,
    });
  }
  await seedLoans(client, COUNT, [1, 2], NOW);
  return { db, now: NOW, actor: { id: 9, role: 9, name: "" }, lending: () => LENDING } as unknown as Context;
}

/** Equal to 12 digits: tallies and loops add in different orders. */
function assertSummary(actual: PortfolioSummary, expected: PortfolioSummary): void {
  const rounded = (s: PortfolioSummary) =>
    Object.fromEntries(Object.entries(s).map(([k, v]) => [k, v === null ? null : Number(v.toPrecision(12))]));
  assert.deepEqual(rounded(actual), rounded(expected));
}

for (const backend of backends) {
  Deno.test({
    name: `${backend.name}: totals are the domain's (lending rules 9)`,
    ignore: backend.ignore,
    fn: () =>
      withDatabase(backend, {}, async ({ db, client }) => {
        const ctx = await fill(db, client);
        await db.insert(loans).values([
          // No day of funding, an unusual spelling, and a repaid loan without its day: known to be left out of the
          // days.
          { adminComSelect: "Funded", firstOrSecond: " 1st", newLoanAmount: 90_000, timestamp: NOW, updatedAt: NOW },
          {
            adminComSelect: "Funded",
            firstOrSecond: "Second Bridge",
            newLoanAmount: 70_000,
            dateFunded: "2026-01-31",
            shownScore: 7.25,
            timestamp: NOW,
            updatedAt: NOW,
          },
          {
            adminComSelect: "Repaid",
            firstOrSecond: "",
            newLoanAmount: 50_000,
            dateFunded: "2026-01-01",
            timestamp: NOW,
            updatedAt: NOW,
          },
        ]);
        for (const status of ["Funded", "Repaid"] as const) {
          const all = await db.select().from(loans).where(eq(loans.adminComSelect, status));
          assert.ok(all.length > 500);
          assertSummary(await summariseLoans(ctx, status), expectedSummary(all, TODAY));
        }
        await db.delete(loans);
        assertSummary(await summariseLoans(ctx, "Funded"), expectedSummary([], TODAY));
      }),
  });

  Deno.test({
    name: `${backend.name}: tallies and search follow every change`,
    ignore: backend.ignore,
    fn: () =>
      withDatabase(backend, {}, async ({ db, client }) => {
        const ctx = await fill(db, client);
        const before = await readTallies(ctx);
        for (const status of LOAN_STATUSES) {
          const all = await db.select().from(loans).where(eq(loans.adminComSelect, status));
          assert.equal(before[status].loans, all.length, status);
          assert.equal(before[status].requestedAmount, all.reduce((sum, loan) => sum + loan.newLoanAmount, 0), status);
        }
        const [first] = await listLoans(ctx, query());
        await db.update(loans).set({ adminComSelect: "Loss", newLoanAmount: 1, city: "Sault Ste. Marie" })
          .where(eq(loans.id, first.id));
        const after = await readTallies(ctx);
        assert.equal(after.NA.loans, before.NA.loans - 1);
        assert.equal(after.NA.requestedAmount, before.NA.requestedAmount - first.newLoanAmount);
        assert.equal(after.Loss.requestedAmount, before.Loss.requestedAmount + 1);
        assert.deepEqual(after.Repaid, before.Repaid);
        assert.deepEqual(await countFound(ctx, query({ q: "sault marie" })), {
          NA: 0,
          Funded: 0,
          Repaid: 0,
          Declined: 0,
          Loss: 1,
          Trash: 0,
        });
        await db.delete(loans).where(eq(loans.id, first.id));
        assert.equal((await countFound(ctx, query({ q: "sault marie" }))).Loss, 0);
        assert.equal((await readTallies(ctx)).Loss.loans, before.Loss.loans);
      }),
  });

  Deno.test({
    name: `${backend.name}: each status of a search is counted, by type and broker too`,
    ignore: backend.ignore,
    fn: () =>
      withDatabase(backend, {}, async ({ db, client }) => {
        const ctx = await fill(db, client);
        const all = await db.select().from(loans);
        const expected = (filter: ListFilter, status: LoanStatus) =>
          all.filter((loan) =>
            loan.adminComSelect === status &&
            [loan.clientCode, loan.firstName, loan.lastName, loan.coApplicant, loan.address, loan.city]
              .some((text) => indexed(text).some((word) => word.startsWith(filter.q))) &&
            (filter.type === "" || positionOf(loan.firstOrSecond) === filter.type) &&
            (filter.broker === 0 || loan.brokerId === filter.broker)
          ).length;
        for (
          const filter of [
            searched("ham"),
            { ...searched("ham"), type: "second" as const },
            { ...searched("mar"), broker: 2 },
            { ...searched("mar"), type: "first" as const, broker: 1 },
          ]
        ) {
          const counted = await countFound(ctx, filter);
          assert.ok(counted.NA > 2, JSON.stringify(filter));
          for (const status of LOAN_STATUSES) {
            assert.equal(counted[status], expected(filter, status), `${JSON.stringify(filter)} ${status}`);
          }
          const rows = await listLoans(ctx, { ...query({ ...filter }), size: COUNT });
          assert.equal(rows.length, counted.NA, JSON.stringify(filter));
        }
      }),
  });

  Deno.test({
    name: `${backend.name}: pages of a search and of a list follow one another without gaps, to the last`,
    ignore: backend.ignore,
    fn: () =>
      withDatabase(backend, {}, async ({ db, client }) => {
        const ctx = await fill(db, client);
        for (const changes of [{}, { q: "marie eve" }, { q: "ham", sort: "amount" as const }]) {
          const ids: number[] = [];
          for (let page = 1;; page++) {
            const rows = await listLoans(ctx, query({ ...changes, page }));
            if (!rows.length) break;
            ids.push(...rows.map((row) => row.id));
          }
          const expected = changes.q ? (await countFound(ctx, query(changes))).NA : (await readTallies(ctx)).NA.loans;
          assert.ok(expected > 30);
          assert.equal(ids.length, expected);
          assert.equal(new Set(ids).size, expected);
        }
      }),
  });

  Deno.test({
    name: `${backend.name}: the rows of a page are in its order, whatever the filter`,
    ignore: backend.ignore,
    fn: () =>
      withDatabase(backend, {}, async ({ db, client }) => {
        const ctx = await fill(db, client);
        for (const narrowed of [{}, { q: "ham" }, { type: "second" as const }, { q: "ham", type: "second" as const }]) {
          for (const sort of SORTS) {
            for (const order of ["asc", "desc"] as const) {
              const rows = await listLoans(ctx, { ...query({ ...narrowed, sort, order, page: 2 }), size: PAGE });
              const ids = rows.map(({ id }) => id);
              const sorted = await db.select({ id: loans.id }).from(loans).where(inArray(loans.id, ids))
                .orderBy(...orderOf(sort, order));
              assert.equal(ids.length, PAGE);
              assert.deepEqual(ids, sorted.map(({ id }) => id), `${JSON.stringify(narrowed)} ${sort} ${order}`);
            }
          }
        }
      }),
  });

  Deno.test({
    name: `${backend.name}: a narrowed list has the same pages whether its loans are looked up or met in order`,
    ignore: backend.ignore,
    fn: () =>
      withDatabase(backend, {}, async ({ db, client }) => {
        await fill(db, client);
        for (const kind of KINDS) {
          for (const sort of SORTS) {
            for (const order of ["asc", "desc"] as const) {
              if (kind === "q" && sort === "new") continue;
              const pagesOf = async (few: SQL) => {
                const ids: number[] = [];
                const part = pageOfIds(db, sort, order, kind, few);
                // As the list's rows are joined: they keep the order.
                const page = db.select({ id: loans.id }).from(part).crossJoin(loans).where(eq(loans.id, part.id))
                  .prepare();
                for (const offset of [0, PAGE, 2 * PAGE]) {
                  ids.push(...(await page.all({ ...VALUES, offset })).map(({ id }) => id));
                }
                return ids;
              };
              const lookedUp = await pagesOf(sql.raw(`${COUNT}`));
              assert.ok(lookedUp.length > 2, kind);
              assert.deepEqual(await pagesOf(sql`0`), lookedUp, `${kind} ${sort} ${order}`);
            }
          }
        }
      }),
  });
}
