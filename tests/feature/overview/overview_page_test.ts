/** The overview's page: who sees it, what its address may say, where its figures lead, and how its statements run. */
import assert from "node:assert/strict";
import { eq } from "drizzle-orm";
import { migrate } from "../../../db/mod.ts";
import { accounts, ledgerRows, loans } from "../../../db/schema/mod.ts";
import { ALL_MONTHS } from "../../../lib/domain/lending/overview.ts";
import { type Group, talliesQuery } from "../../../lib/features/overview/tallies.ts";
import { outstandingBalance } from "../../../lib/features/servicing/mod.ts";
import { type TestApp, withApp } from "../../support/app.ts";
import { backends, withDatabase } from "../../support/backends.ts";
import { makeLoan } from "../../support/loans.ts";
import { planOf } from "../../support/plans_of.ts";

const PATH = "/dashboard/overview";

const appTest = (name: string, run: (t: TestApp) => Promise<void>) => Deno.test(name, () => withApp(run));

appTest("administrators and owners see it; brokers, unknown roles and visitors do not", async (t) => {
  for (const role of [9, 99]) {
    const answer = await t.get(PATH, await t.account({ role }));
    assert.equal(answer.status, 200);
    assert.match(await answer.text(), /No funded loans yet/);
  }
  for (const role of [0, 7]) {
    const answer = await t.get(PATH, await t.account({ role }));
    assert.notEqual(answer.status, 200, String(role));
  }
  const signedOut = await t.get(PATH);
  assert.equal(signedOut.status, 302);
  assert.match(signedOut.headers.get("location")!, /^\/login/);
  const call = "/api/loans/getbrokerrankings";
  assert.equal((await t.get(call)).status, 401);
  assert.equal((await t.get(call, await t.account({ role: 0 }))).status, 403);
});

appTest("printed, it says whose figures these are, of which day, and how they were chosen", async (t) => {
  const admin = await t.account({ role: 9 });
  for (
    const [query, said] of [
      ["", /<h2>Overview: Risk Details<\/h2><p>[^<]* \d{4}\. All time, Funded, Loans<\/p>/],
      [
        "?view=exposure&period=6&status=all&by=amount",
        /Exposure Details<\/h2><p>[^<]*\. 6 months, All statuses, Dollars</,
      ],
      ["?view=history&period=year", /History Analytics<\/h2><p>[^<]*\. This year, Loans</],
    ] as const
  ) {
    const html = await (await t.get(PATH + query, admin)).text();
    assert.ok(html.includes(`<header class="paper"><p>${t.deps.ports.site.lender.name}</p>`), query);
    assert.match(html, said);
  }
});

appTest("every view shows its charts; hostile addresses show the usual one, unescaped nowhere", async (t) => {
  const admin = await t.account({ role: 9 });
  const broker = await t.account({ name: "<img src=x onerror=alert(1)>" });
  await makeLoan(t, {
    brokerId: broker.id,
    adminComSelect: "Funded",
    dateFunded: "2026-10-01",
    city: '"><script>alert(1)</script>',
  });
  const views = {
    risk: ["Risk bands", "Risk rating", "Credit score", "LTV", "Weighted average LTV"],
    exposure: [
      "Position",
      "Status",
      "Loan size",
      "Use of proceeds",
      "Cities",
      "Regions",
      "Property type",
      "Days funded",
    ],
    history: ["Month by month", "Submitted by month", "Funded by month", "Repaid by month", "Declined by month"],
    brokers: ["Top brokers", "Loans by status", "Ranking"],
  };
  for (const [view, titles] of Object.entries(views)) {
    // Loans specification 2.7, whatever the status.
    const opened = await (await t.get(`${PATH}?view=${view}`, admin)).text();
    assert.match(opened, /class="donut"/, `${view} has a pie`);
    assert.match(opened, /class="(bars|column-plot|ranking)/, `${view} has bars`);
    for (const by of ["count", "amount"]) {
      const html = await (await t.get(`${PATH}?view=${view}&by=${by}&status=all`, admin)).text();
      for (const title of titles) assert.match(html, new RegExp(`<h2[^>]*>${title}</h2>`), `${view}: ${title}`);
      assert.doesNotMatch(html, /<script>alert|<img src=x|NaN|undefined|\[object/);
    }
  }
  const hostile = await t.get(
    `${PATH}?view=%27%3B--&period=${"9".repeat(5000)}&status=%3Cb%3E&by[]=1&x=<script>`,
    admin,
  );
  assert.equal(hostile.status, 200);
  assert.match(await hostile.text(), /<h2[^>]*>Risk bands<\/h2>/);
});

appTest("it opens on the funded book, and says so where there is none yet", async (t) => {
  const admin = await t.account({ role: 9 });
  for (let n = 0; n < 3; n++) await makeLoan(t, {});
  const html = async (query: string) => await (await t.get(`${PATH}${query}`, admin)).text();
  assert.match(await html(""), /No funded loans yet.*This is the funded book\. Other loans are under All\./);
  await makeLoan(t, { adminComSelect: "Funded", dateFunded: "2026-10-01", newLoanAmount: 123_000 });
  assert.match(await html(""), />1 loan, \$123,000<.*aria-current="true">Funded</);
  assert.match(await html("?status=all"), />4 loans, /);
  // Another view has no status: it is not emptied by this one's.
  assert.match(await html("?view=brokers&status=Declined"), /No loans yet/);
  assert.match(await html("?view=brokers&period=3"), /Choose another period\.</, "it has no status to choose");
  assert.match(await html("?period=3&status=Repaid"), /Choose another period or status\.</);
});

appTest("parts of a whole are rings, classes of many steps are bars", async (t) => {
  const admin = await t.account({ role: 9 });
  await makeLoan(t, { adminComSelect: "Funded", dateFunded: "2026-10-01" });
  const rings = async (query: string) => {
    const html = await (await t.get(`${PATH}?view=${query}`, admin)).text();
    return [...html.matchAll(/<svg[^>]*aria-label="([\w ]+): [^"]*%/g)].map(([, title]) => title);
  };
  assert.deepEqual(await rings("risk"), ["Risk bands"]);
  assert.deepEqual(await rings("exposure"), ["Position"]);
  assert.deepEqual(await rings("exposure&status=all"), ["Position", "Status"]);
});

appTest("history is drawn on the server, names its lines, and says what it leaves out", async (t) => {
  const admin = await t.account({ role: 9 });
  for (const dateFunded of ["2026-10-01", "2026-09-01", "1926-10-01"]) {
    await makeLoan(t, { adminComSelect: "Funded", dateFunded });
  }
  const html = (await (await t.get(`${PATH}?view=history`, admin)).text()).replaceAll("&amp;", "&");
  assert.match(html, /3 months, as of/, "September to November: one wrong year does not stretch the axis");
  for (const name of ["Submitted", "Funded", "Repaid", "Declined"]) {
    assert.match(html, new RegExp(`class="line-end">.*?>${name}</text>`), name);
  }
  const [, left] = html.match(/class="small left-out">.*?<a href="([^"]+)">1 loan funded in Oct 1926</)!;
  assert.match(await (await t.get(left, admin)).text(), /Funded and repaid loans, funded in October 1926/);
});

appTest("a cached page is never out of date", async (t) => {
  const admin = await t.account({ role: 9 });
  const broker = await t.account({ name: "Priya" });
  const page = async () => {
    const answer = await t.get(`${PATH}?view=brokers`, admin, { "accept-encoding": "gzip" });
    return await new Response(answer.body!.pipeThrough(new DecompressionStream("gzip"))).text();
  };
  assert.match(await page(), /No loans yet/);
  await makeLoan(t, { brokerId: broker.id });
  assert.match(await page(), /1 broker,/);
  await t.deps.db.update(accounts).set({ name: "Priya Raman" }).where(eq(accounts.id, broker.id));
  assert.match(await page(), />Priya Raman</);
});

appTest("views of other statuses include writes since the first was read", async (t) => {
  const admin = await t.account({ role: 9 });
  const found = async (query: string) => {
    const html = await (await t.get(`${PATH}?view=${query}`, admin)).text();
    return html.match(/>(\d+ loans?|No loans),/)?.[1];
  };
  const { id } = await makeLoan(t, { adminComSelect: "Funded", dateFunded: "2026-10-01" });
  await makeLoan(t, { adminComSelect: "NA" });
  for (const view of ["risk", "exposure"]) {
    const queries = ["all", "Funded", "NA", "Repaid"].map((status) => `${view}&status=${status}`);
    const counts = async () => await Promise.all(queries.map(found));
    assert.deepEqual(await counts(), ["2 loans", "1 loan", "1 loan", "No loans"], view);
    await t.deps.db.update(loans).set({ adminComSelect: "Repaid" }).where(eq(loans.id, id));
    assert.deepEqual(await counts(), ["2 loans", "No loans", "1 loan", "1 loan"], view);
    await t.deps.db.update(loans).set({ adminComSelect: "Funded" }).where(eq(loans.id, id));
    assert.equal(await found(`${view}&status=Funded`), "1 loan");
  }
});

appTest("the sum owed counts funded loans of the chosen months by their rows up to today", async (t) => {
  const admin = await t.account({ role: 9 });
  const made = [];
  for (const adminComSelect of ["Funded", "Funded", "Funded", "Repaid"] as const) {
    made.push(await makeLoan(t, { adminComSelect, dateFunded: "2026-01-20", fsfcLoan: 50_000 }));
  }
  const [late, ahead, , repaid] = made, row = { kind: "advance", key: "k", recordedAt: 0 } as const;
  await t.deps.db.insert(ledgerRows).values([
    { ...row, loanId: late.id, day: "2026-01-20", principal: 5_000_000 },
    { ...row, loanId: late.id, key: "paid", kind: "payment", day: "2026-02-20", paid: 1_000_000 },
    { ...row, loanId: ahead.id, day: "2199-01-01", principal: 5_000_000 },
    { ...row, loanId: repaid.id, day: "2026-01-20", principal: 5_000_000 },
  ]);
  const owed = (months = ALL_MONTHS) => outstandingBalance(t.context(), months);
  assert.deepEqual(await owed(), { loans: 3, withLedger: 1, funded: 50_000, balance: 40_000 });
  assert.deepEqual(await owed({ from: "1999-01", to: "1999-12" }), { loans: 0, withLedger: 0, funded: 0, balance: 0 });
  const page = async (query: string) => await (await t.get(`${PATH}?view=exposure${query}`, admin)).text();
  assert.match(await page(""), /the ledgers of 1 of 3 loans funded/);
  // A list without balances is not behind the balance.
  const balances = /href="\/dashboard\/servicing\?view=loans"[^>]*>Balance outstanding</;
  assert.match(await page(""), balances);
  assert.doesNotMatch(await page("&period=year"), />Balance outstanding<\/a>/);
});

for (const backend of backends) {
  Deno.test({
    name: `${backend.name}: every view reads one range of the tallies and no loan`,
    ignore: backend.ignore,
    fn: () =>
      withDatabase(backend, {}, async ({ db, client }) => {
        await migrate(client);
        for (const group of ["risk", "exposure", "history", "brokers", "summary"] as Group[]) {
          const { sql, params } = talliesQuery(db, group).toSQL();
          const args = params.map((param) => typeof param === "object" ? "[]" : param as string);
          const plan = await planOf(client, { sql, args });
          assert.match(plan, /SEARCH overview_tallies USING PRIMARY KEY \(dimension=\?/, group);
          assert.doesNotMatch(plan, /loans\b(?!_)/, group);
        }
      }),
  });
}
