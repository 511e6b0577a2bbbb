/** The list's filters, orders by broker and type, the export's rows and saved filters (loans specification 2.2). */
import assert from "node:assert/strict";
import { eq } from "drizzle-orm";
import { countFound, listLoans } from "../../../lib/features/loans/mod.ts";
import { accounts, auditRows, loans, savedFilters } from "../../../db/schema/mod.ts";
import { bandOf } from "../../../lib/domain/lending/colours.ts";
import { positionOf } from "../../../lib/domain/lending/ltv.ts";
import { LOAN_STATUSES } from "../../../lib/domain/loans/status.ts";
import { SAVED_FILTERS_MAX } from "../../../lib/features/loans/save_filter.ts";
import { EXPORT_SIZE, LIST_RISKS, LIST_TYPES } from "../../../lib/schemas/loans/list.ts";
import { START, type TestAccount, type TestApp, withApp } from "../../support/app.ts";
import { query } from "../../support/loan_list.ts";

interface Scene {
  t: TestApp;
  admin: TestAccount;
  amara: TestAccount;
  zoe: TestAccount;
}

const SPELLINGS = ["First", "second", " Second ", "2nd", "THIRD", "3rd", "First Bridge", "bridge", "", "1st"];

/** Eighty loans of two brokers and of none, every spelling and score, Pending and Funded. */
const withLoans = (run: (scene: Scene) => Promise<void>) =>
  withApp(async (t) => {
    const admin = await t.account({ role: 9, name: "Helen Voss" });
    const zoe = await t.account({ name: "Zoe Adams" });
    const amara = await t.account({ name: "amara Osei" });
    const brokers = [zoe.id, amara.id, null];
    await t.deps.db.insert(loans).values(Array.from({ length: 80 }, (_, n) => ({
      brokerId: brokers[n % 3],
      clientCode: `C-${n}`,
      lastName: n % 4 === 0 ? "Tremblay" : "Smithers",
      city: `City ${n % 7}`,
      adminComSelect: n % 5 === 0 ? "Funded" as const : "NA" as const,
      firstOrSecond: SPELLINGS[n % SPELLINGS.length],
      newLoanAmount: 50_000 + n,
      // One of a settings' tenfold weights, and those of the bands' limits.
      shownScore: n === 79 ? 12.5 : (n * 37 % 80) / 10,
      timestamp: START,
      updatedAt: START,
    })));
    await run({ t, admin, amara, zoe });
  });

Deno.test("every filter, alone, combined and with a search, gives what the rules give, and the right count", () =>
  withLoans(async ({ t, admin, amara }) => {
    const ctx = t.context(admin);
    const { globalScore } = ctx.lending().settings;
    const all = await t.deps.db.select().from(loans);
    for (const type of LIST_TYPES) {
      for (const risk of LIST_RISKS) {
        for (const broker of [0, amara.id]) {
          for (const q of ["", "trem"]) {
            const asked = query({ type, risk, broker, q });
            if (!type && !risk && !broker && !q) continue;
            const left = all.filter((loan) =>
              (!type || positionOf(loan.firstOrSecond) === type) &&
              (!risk || bandOf(loan.shownScore, globalScore) === risk) &&
              (!broker || loan.brokerId === broker) && (!q || loan.lastName === "Tremblay")
            );
            const counts = await countFound(ctx, asked);
            for (const status of LOAN_STATUSES) {
              const expected = left.filter((loan) => loan.adminComSelect === status);
              assert.equal(counts[status], expected.length, JSON.stringify({ type, risk, broker, q, status }));
            }
            const rows = await listLoans(ctx, asked);
            const ids = left.filter((loan) => loan.adminComSelect === "NA").map(({ id }) => id).sort((a, b) => b - a);
            assert.deepEqual(rows.map(({ id }) => id), ids, JSON.stringify(asked));
          }
        }
      }
    }
  }));

Deno.test("orders by broker and type hold in both directions, with filters too, and follow a new name", () =>
  withLoans(async ({ t, admin, zoe }) => {
    const ctx = t.context(admin);
    for (const changes of [{}, { type: "second" as const }]) {
      const up = await listLoans(ctx, query({ ...changes, sort: "broker", order: "asc" }));
      const names = up.map(({ brokerName }) => brokerName.toLowerCase());
      assert.deepEqual(names, [...names].sort());
      assert.ok(names.includes("amara osei") && names.includes("zoe adams"));
      const down = await listLoans(ctx, query({ ...changes, sort: "broker", order: "desc" }));
      assert.deepEqual(down.map(({ id }) => id), up.map(({ id }) => id).reverse());
    }
    const types = (await listLoans(ctx, query({ sort: "type", order: "asc" })))
      .map(({ firstOrSecond }) => positionOf(firstOrSecond));
    assert.deepEqual(types, [...types].sort());
    await t.deps.db.update(accounts).set({ name: "Aaron Adams" }).where(eq(accounts.id, zoe.id));
    const [, , first] = [
      ...new Set((await listLoans(ctx, query({ sort: "broker", order: "desc" }))).map((r) => r.brokerName)),
    ]
      .reverse();
    assert.equal(first, "amara Osei", "none, Aaron, amara");
    await t.deps.db.delete(accounts).where(eq(accounts.id, zoe.id));
    const left = await listLoans(ctx, query({ sort: "broker" }));
    assert.ok(left.every(({ brokerName }) => brokerName !== "Aaron Adams"));
  }));

Deno.test("the page shows what is filtered, counts it in the tabs, and reads odd addresses as the usual list", () =>
  withLoans(async ({ t, admin, amara }) => {
    const html = await (await t.get(`/dashboard/loans?type=third&broker=${amara.id}`, admin)).text();
    assert.match(html, /<option value="third" selected="">Third<\/option>/);
    assert.match(html, new RegExp(`<option value="${amara.id}" selected="">amara Osei</option>`));
    const counts = await countFound(t.context(admin), query({ type: "third", broker: amara.id }));
    assert.match(html.replaceAll("<!-- -->", ""), new RegExp(`>Pending <span>${counts.NA}</span>`));
    const odd = await t.get("/dashboard/loans?type=x&risk=blue&broker=1;drop&sort=__proto__", admin);
    assert.equal(odd.status, 200);
    assert.match((await odd.text()).replaceAll("<!-- -->", ""), />64 loans</);
    const none = await (await t.get("/dashboard/loans?broker=999999999", admin)).text();
    assert.match(none, /Nothing in Pending passes these filters/);
  }));

Deno.test("the export reads the whole filtered list page by page, for the lender alone", () =>
  withLoans(async ({ t, admin, amara }) => {
    const path = "/api/loans/listedloans?sort=amount&order=asc&type=second";
    const answer = await (await t.get(path, admin)).json();
    const expected = await listLoans(t.context(admin), query({ sort: "amount", order: "asc", type: "second" }));
    assert.deepEqual(answer.data, expected.map(({ earlierSave: _, ...loan }) => loan));
    assert.equal(answer.found, expected.length);
    assert.equal(answer.size, EXPORT_SIZE);
    assert.equal(answer.today, "2026-11-20");
    assert.deepEqual((await (await t.get(`${path}&page=2`, admin)).json()).data, []);
    assert.equal((await t.get(path, amara)).status, 403);
  }));

Deno.test("filters are saved by name for one person, hold only choices of the list, and are limited in number", () =>
  withLoans(async ({ t, admin, amara }) => {
    const other = await t.account({ role: 9 });
    const save = (body: unknown, as = admin) => t.post("/api/loans/savefilter", body, as);
    const list = async (as = admin) => (await (await t.get("/api/loans/getsavedfilters", as)).json()).data;
    await save({ name: "Seconds", query: "type=second&evil=<script>&page=7&sort=city&order=asc&q=%00ham" });
    assert.deepEqual(await list(), [{ id: 1, name: "Seconds", query: "q=ham&type=second&sort=city&order=asc" }]);
    await save({ name: " seconds ", query: "status=Funded" });
    assert.deepEqual(await list(), [{ id: 1, name: "seconds", query: "status=Funded" }], "the same name, new choices");
    assert.deepEqual(await list(other), []);
    const theirs = await t.post("/api/loans/deletesavedfilter", { id: 1 }, other);
    assert.equal(theirs.status, 404);
    const wrong: unknown[] = [{ name: "" }, { name: "x".repeat(61) }, { name: "x", query: "q".repeat(601) }, {}, {
      name: {},
    }];
    for (const body of wrong) {
      assert.equal((await save(body)).status, 422, JSON.stringify(body));
    }
    assert.equal((await save({ name: "x", query: "" }, amara)).status, 403);
    assert.equal((await list()).length, 1);
    for (let n = 1; n < SAVED_FILTERS_MAX; n++) await save({ name: `n${n}`, query: "" });
    assert.equal((await save({ name: "one more", query: "" })).status, 422);
    assert.equal((await save({ name: "n1", query: "type=first" })).status, 200, "a name that is there may change");
    assert.equal((await t.post("/api/loans/deletesavedfilter", { id: 1 }, admin)).status, 200);
    assert.equal((await list()).length, SAVED_FILTERS_MAX - 1);
    const trail = await t.deps.db.select().from(auditRows).where(eq(auditRows.action, "filter.delete"));
    assert.equal(trail.length, 1);
    await t.deps.db.delete(accounts).where(eq(accounts.id, admin.id));
    assert.equal((await t.deps.db.select().from(savedFilters)).length, 0, "they go with the account");
  }));

Deno.test("the strip says where it sums more than what the filter found, and that Pending is what was requested", () =>
  withLoans(async ({ t, admin }) => {
    const labels = async (query: string) => {
      const html = await (await t.get(`/dashboard/loans${query}`, admin)).text();
      return [...html.matchAll(/<dt>((?:All )?(?:funded|requested))</gi)].map(([, label]) => label);
    };
    assert.deepEqual(await labels("?status=Funded"), ["Funded"]);
    assert.deepEqual(await labels("?status=Funded&q=tremblay"), ["All funded"]);
    assert.deepEqual(await labels(""), ["Funded", "Requested"]);
    assert.deepEqual(await labels("?type=second"), ["All funded", "All requested"]);
  }));
