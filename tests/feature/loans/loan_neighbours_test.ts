/** The way from loan to loan in the list's order and filter, and what the command palette finds, by role. */
import assert from "node:assert/strict";
import { eq } from "drizzle-orm";
import { loans } from "../../../db/schema/mod.ts";
import { findAnything, listLoans, loanNeighbours } from "../../../lib/features/loans/mod.ts";
import { type LoanListQuery, SORTS } from "../../../lib/schemas/loans/list.ts";
import { START, type TestAccount, type TestApp, withApp } from "../../support/app.ts";
import { query } from "../../support/loan_list.ts";

const CITIES = ["Barrie", "Ajax", "ajax", "Guelph"];
const POSITIONS = ["First", "Second", "Third", "Bridge"];

/** Loans with equal, empty and missing values in every column that the list sorts by. */
async function fill(t: TestApp, broker: TestAccount): Promise<void> {
  for (let n = 0; n < 14; n++) {
    await t.deps.db.insert(loans).values({
      brokerId: n % 3 === 0 ? null : broker.id,
      clientCode: `SMI-${n % 5}`,
      firstName: "Dan",
      lastName: n % 2 ? "Smithers" : "Okafor",
      address: "118 Locke St",
      city: CITIES[n % 4],
      firstOrSecond: POSITIONS[n % 4],
      newLoanAmount: 100_000 * (n % 3 + 1),
      ltv: n % 4 === 1 ? null : 50 + n % 6,
      shownScore: n % 4,
      adminComSelect: n === 13 ? "Trash" : n > 10 ? "Funded" : "NA",
      timestamp: START,
      updatedAt: START,
    });
  }
}

const withPeople = (run: (t: TestApp, admin: TestAccount, broker: TestAccount) => Promise<void>) =>
  withApp(async (t) => {
    const broker = await t.account({ name: "Priya Raman" });
    await fill(t, broker);
    await run(t, await t.account({ role: 9, name: "Helen Voss" }), broker);
  });

Deno.test("each loan's neighbours are those of the list, whatever its order and filters", () =>
  withPeople(async (t, admin, broker) => {
    const ctx = t.context(admin);
    const limits: Partial<LoanListQuery>[] = [
      {},
      { q: "smi" },
      { type: "second" },
      { risk: "green", broker: broker.id },
      { q: "okafor", type: "third", broker: broker.id },
      { status: "Funded" },
    ];
    let steps = 0;
    for (const limit of limits) {
      for (const sort of SORTS) {
        for (const order of ["asc", "desc"] as const) {
          const list = query({ ...limit, sort, order });
          const ids = (await listLoans(ctx, list)).map(({ id }) => id);
          for (const [at, id] of ids.entries()) {
            const expected = { previous: ids[at - 1] ?? null, next: ids[at + 1] ?? null };
            assert.deepEqual(await loanNeighbours(ctx, id, list), expected, `${JSON.stringify(list)}: ${id}`);
            steps++;
          }
        }
      }
    }
    assert.ok(steps > 300, `${steps}`);
  }));

Deno.test("a loan that left the list keeps its place for next and previous, and links back to the list", () =>
  withPeople(async (t, admin) => {
    const list = query({ sort: "city", order: "asc" });
    const ids = (await listLoans(t.context(admin), list)).map(({ id }) => id);
    const [before, gone, after] = ids.slice(2, 5);
    const saved = await t.post("/api/loans/updatemultipleloans", { loans: [gone], status: "Trash" }, admin);
    assert.equal(saved.status, 200);
    assert.deepEqual(await loanNeighbours(t.context(admin), gone, list), { previous: before, next: after });

    const taken = "status=NA&amp;sort=city&amp;order=asc";
    const html = await (await t.get(`/dashboard/viewloan?id=${gone}&status=NA&sort=city&order=asc`, admin)).text();
    for (const [label, id] of [["Previous", before], ["Next", after]]) {
      assert.match(html, new RegExp(`href="/dashboard/viewloan\\?id=${id}&amp;${taken}" aria-label="${label} loan"`));
    }
    assert.match(html, /href="\/dashboard\/loans\?sort=city&amp;order=asc" aria-label="Back to loans"/);
    assert.match(
      await (await t.get("/dashboard/loans?sort=city-asc", admin)).text(),
      new RegExp(`id=${before}&amp;${taken}`),
    );
    // From elsewhere: the newest of its own status, where it may stand alone.
    const alone = await (await t.get(`/dashboard/viewloan?id=${gone}`, admin)).text();
    assert.match(alone, /href="\/dashboard\/loans" aria-label="Back to loans"/);
    assert.match(alone, new RegExp(`href="/dashboard/viewloan\\?id=14" aria-label="Previous loan"`));
    assert.match(alone, /aria-disabled="true" role="link" aria-label="Next loan"/);
  }));

Deno.test("the palette finds every status for the lender, and a broker's own loans without the trash", () =>
  withPeople(async (t, admin, broker) => {
    const newcomer = await t.account({ name: "Nadia Khan" });
    const find = async (q: string, who: TestAccount) => {
      const { loans, brokers } = await findAnything(t.context(who), { q });
      return { ids: loans.map(({ id }) => id), names: brokers.map(({ name }) => name) };
    };
    assert.deepEqual(await find("smithers", admin), { ids: [14, 12, 10, 8, 6, 4, 2], names: [] });
    assert.deepEqual(await find("PRI", admin), {
      ids: [14, 12, 11, 9, 8, 6, 5, 3],
      names: ["Priya Raman"],
    }, "by broker");
    const matches = async (q: string, who: TestAccount) =>
      (await findAnything(t.context(who), { q })).loans.map(({ match }) => match);
    const [first] = await matches("priya", admin);
    assert.deepEqual(first, { label: "Broker", text: "Priya Raman" }, "why it was found");
    assert.deepEqual(new Set(await matches("smithers", admin)), new Set([null]), "the client is in sight");
    assert.deepEqual((await matches("locke", broker))[0], { label: "Address", text: "118 Locke St" });
    assert.deepEqual(await find("dan smi", broker), {
      ids: [12, 11, 9, 8, 6, 5, 3, 2],
      names: [],
    });
    await t.deps.db.update(loans).set({ coApplicant: "Renée Thibault" }).where(eq(loans.id, 5));
    assert.deepEqual(await find("renee", admin), { ids: [5], names: [] }, "the client is two people");
    assert.deepEqual(await matches("thib", broker), [{ label: "Co-applicant", text: "Renée Thibault" }]);
    assert.equal((await listLoans(t.context(admin), query({ q: "thibault" }))).length, 1);
    for (const nothing of ["", "  ", "%", '"', "zzz"]) {
      assert.deepEqual(await find(nothing, broker), { ids: [], names: [] });
    }
    assert.deepEqual(await find("smithers", newcomer), { ids: [], names: [] });
  }));
