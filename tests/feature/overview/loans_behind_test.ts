/** Every figure of the overview leads to the very loans that it counts, in each view, period, status and measure. */
import assert from "node:assert/strict";
import { inArray, sql } from "drizzle-orm";
import { loans } from "../../../db/schema/mod.ts";
import { dateInToronto } from "../../../lib/domain/dates.ts";
import { monthsOf, OVERVIEW_STATUSES, type Period } from "../../../lib/domain/lending/overview.ts";
import { fundedAmount } from "../../../lib/domain/lending/portfolio.ts";
import { type LoansBehind, loansBehind, statusesOf } from "../../../lib/features/overview/mod.ts";
import {
  BEHIND_SIZE,
  behindQuery,
  limitsStatus,
  MEASURES,
  OVERVIEW_VIEWS,
  type OverviewView,
} from "../../../lib/schemas/overview.ts";
import { type TestApp, withApp } from "../../support/app.ts";
import { plansOf } from "../../support/plans_of.ts";
import { unusualLoans } from "../../support/unusual_loans.ts";

/** Figures that are no loans of their own: shares, limits, days, and sums of ledgers. */
const NOT_COUNTED = /of=(?:days|ledger|weightedLtv)/;

async function behindAddress(t: TestApp, address: string, page = 1): Promise<LoansBehind> {
  const query = { ...behindQuery.parse(new URL(address, "http://localhost")), page };
  const months = monthsOf(query.period, dateInToronto(t.now()));
  return await loansBehind(t.context(), { months, statuses: statusesOf(query.status) }, query);
}

/** What the table of an address holds, page by page, worked out from the loans' own rows. */
async function listed(t: TestApp, address: string, { pages }: LoansBehind): Promise<{ loans: number; amount: number }> {
  const ids: number[] = [];
  for (let page = 1; page <= pages; page++) {
    ids.push(...(await behindAddress(t, address, page)).rows.map(({ id }) => id));
  }
  assert.equal(new Set(ids).size, ids.length, `${address}: a loan twice`);
  const rows = await t.deps.db.select().from(loans).where(inArray(loans.id, ids));
  return { loans: rows.length, amount: rows.reduce((sum, row) => sum + fundedAmount(row), 0) };
}

const figures = (html: string) =>
  [...html.matchAll(/data-value="(\d+(?:\.\d+)?)"/g)].map(([, value]) => Number(value)).filter((value) => value > 0);

const statusesIn = (view: OverviewView, period: Period) =>
  !limitsStatus(view) ? ["Funded"] : period === "all" ? ["all", ...OVERVIEW_STATUSES] : ["all", "Repaid"];

Deno.test("every figure links to its loans, and no other table has figures", () =>
  withApp(async (t) => {
    await unusualLoans(t);
    const admin = await t.account({ role: 9 });
    const known = new Map<string, Promise<{ loans: number; amount: number }>>();
    const behind = (address: string) => {
      if (!known.has(address)) {
        known.set(
          address,
          behindAddress(t, address).then(async (found) => {
            const counted = { loans: found.loans, amount: found.amount };
            assert.deepEqual(await listed(t, address, found), counted, address);
            return counted;
          }),
        );
      }
      return known.get(address)!;
    };
    let rows = 0;
    for (const view of OVERVIEW_VIEWS) {
      for (const period of ["all", "year", "3"] as const) {
        for (const status of statusesIn(view, period)) {
          // Dollars differ from loans in their figures alone: once is enough.
          for (const by of period === "all" ? MEASURES : MEASURES.slice(0, 1)) {
            const where = `view=${view}&period=${period}&status=${status}&by=${by}`;
            const html = (await (await t.get(`/dashboard/overview?${where}`, admin)).text()).replaceAll("&amp;", "&");
            for (const [row] of html.matchAll(/<tr><th scope="row">.*?<\/tr>/g)) {
              if (/>Limit</.test(row) || figures(row).length === 0) continue;
              const [, lead] = row.match(/<th scope="row">.*?<a href="(\/dashboard\/overview\/loans[^"]*)"/) ?? [];
              if (lead) {
                const found = await behind(lead);
                if (!NOT_COUNTED.test(lead)) {
                  const shown = figures(row), wanted = by === "count" ? found.loans : found.amount;
                  assert.ok(shown.includes(wanted) || wanted === 0, `${where}: ${row} leads to ${wanted}`);
                }
              } else {
                for (const [cell, value] of row.matchAll(/<td[^>]* data-value="(\d+)">.*?<\/td>/g)) {
                  if (Number(value) === 0) continue;
                  const [, own] = cell.match(/<a href="([^"]+)"/) ?? [];
                  assert.ok(own, `${where}: ${row} has a figure without loans`);
                  const found = await behind(own);
                  assert.equal(/\$/.test(cell) ? found.amount : found.loans, Number(value), `${where}: ${cell}`);
                }
              }
              rows++;
            }
            for (const [, lead, count] of html.matchAll(/<a href="([^"]+)">([\d,]+) loans?(?:<|,)/g)) {
              assert.equal((await behind(lead)).loans, Number(count.replaceAll(",", "")), `${where}: ${lead}`);
            }
          }
        }
      }
    }
    assert.ok(rows > 500, `${rows} rows were looked at`);
  }));

Deno.test("the list is sorted, paged and described; a figure that no longer exists says so", () =>
  withApp(async (t) => {
    await unusualLoans(t);
    const admin = await t.account({ role: 9 });
    const all = await behindAddress(t, "/dashboard/overview/loans?status=all&order=amount");
    assert.equal(all.rows.length, BEHIND_SIZE);
    assert.ok(all.pages > 1);
    assert.deepEqual(all.rows, all.rows.toSorted((a, b) => b.amount - a.amount || b.id - a.id));
    assert.equal((await behindAddress(t, "/dashboard/overview/loans?status=all", 999)).page, all.pages);
    const page = async (query: string) =>
      (await (await t.get(`/dashboard/overview/loans?${query}`, admin)).text()).replaceAll("&amp;", "&");
    const html = await page("of=credit&is=550+to+650&period=12&by=amount");
    assert.match(html, /<h1[^>]*>Funded loans, credit score 550 to 650, 12 months<\/h1>/);
    assert.match(html, /href="\/dashboard\/overview\?period=12&by=amount"/, "the way back keeps period and measure");
    assert.match(await page("of=city&is=Atlantis"), /No loan is behind this figure any more/);
    assert.match(await page("of=city&is=%27%22%3E<script>&month=2026-1&status=none"), /No loan is behind/);
    for (const month of ["2026-13", "9999-12", "0000-00", "0202-05"]) {
      assert.match(await page(`view=history&status=all&of=all&month=${month}`), /<h1[^>]*>(All l|L)oans/, month);
    }
    const [zoe] = await t.deps.db.all<{ id: number }>(sql`select id from accounts where name = ${"Zoë"}`);
    assert.match(await page(`view=brokers&status=all&of=broker&is=${zoe.id}`), /<h1[^>]*>Loans, by Zoë<\/h1>/);
  }));

Deno.test("loans with a ledger are asked for theirs, without going through all ledgers", () =>
  withApp(async (t) => {
    const query = behindQuery.parse(new URL("/dashboard/overview/loans?of=ledger", "http://localhost"));
    const filter = { months: monthsOf(query.period, dateInToronto(t.now())), statuses: statusesOf(query.status) };
    const asked = await plansOf(t, (ctx) => loansBehind(ctx, filter, query));
    const plans = asked.filter(({ text }) => text.includes("ledger_rows")).map(({ plan }) => plan);
    assert.equal(plans.length, 2);
    for (const plan of plans) {
      assert.match(plan, /SEARCH r USING INDEX ledger_rows_key/);
      assert.doesNotMatch(plan, /SCAN (r|ledger_rows)\b/);
    }
  }));
