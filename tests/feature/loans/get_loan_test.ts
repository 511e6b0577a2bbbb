import assert from "node:assert/strict";
import { desc, eq } from "drizzle-orm";
import { auditRows, files, loans, participants, submissions } from "../../../db/schema/mod.ts";
import { makeApp, type TestAccount, type TestApp } from "../../support/app.ts";
import { makeLoan } from "../../support/loans.ts";
import vectors from "../../unit/quote/vectors.json" with { type: "json" };

let t: TestApp, admin: TestAccount, broker: TestAccount;

Deno.test.beforeAll(async () => {
  t = await makeApp({ SOLD_PRICES_URL: "https://sold.example/map" });
  admin = await t.account({ role: 9 });
  broker = await t.account({
    role: 0,
    name: "Priya Raman",
    rating: "elite",
    notes: "Prefers email",
    phone: "4165550187",
  });
});
Deno.test.afterAll(() => t.close());

async function ask(path: string, input: unknown, as: TestAccount | null = admin) {
  const answer = await t.post(`/api/loans/${path}`, input, as);
  // deno-lint-ignore no-explicit-any -- an answer's body
  return { status: answer.status, body: await answer.json() as any };
}

Deno.test("a loan comes with its analytics, panels, lists and files in the specification's names", async () => {
  const loan = await makeLoan(t, { brokerId: broker.id, maturityEmailDate: "2027-12-04" }, {
    conditions: [{ id: 1, completed: true }, { id: 5, text: "Ms. Ito, 416-555-0101" }],
    additionalProperties: [{ address: "9 Bay St", value: 300_000, mortgage: 100_000 }],
  });
  await t.deps.db.insert(participants).values({ loanId: loan.id, position: 1, name: "North Fund", amount: 60_000 });
  await t.deps.db.insert(submissions).values({ loanId: loan.id, kind: "submission", appraisedValue: 850_000, at: 5 });
  const file = { loanId: loan.id, mediaType: "application/pdf", size: 9, sha256: "0", uploadedAt: 1 };
  await t.deps.db.insert(files).values([
    { ...file, id: "app-old", kind: "application", name: "old.pdf", replacedBy: "app-new" },
    { ...file, id: "app-new", kind: "application", name: "new.pdf", uploadedAt: 2 },
    { ...file, id: "tax", kind: "other", name: "tax.pdf" },
    { ...file, id: "gone", kind: "other", name: "gone.pdf", deletedAt: 3 },
  ]);
  const { status, body } = await ask("getloan", { id: loan.id });
  assert.equal(status, 200);
  const { loan: wire, otherFiles, link } = body.data;
  const { output } = vectors.loans[0];
  for (const [name, figure] of Object.entries(output.analytics)) assert.equal(wire[name], figure, name);
  for (const [name, figure] of Object.entries(output.collateral)) assert.equal(wire[name], figure, name);
  assert.deepEqual(
    [wire.cashFlowWeight, wire.willingnessTPScore, wire.collateralScore, wire.useOfFundsScore],
    Object.values(output.pillars),
  );
  assert.deepEqual([wire.DSCRating, wire.DSCWR], [output.ratings.dsc.score, output.ratings.dsc.weighted]);
  assert.deepEqual([wire.clientCode, wire.finalScore, wire.ltv], [loan.clientCode, output.finalScore, output.ltv]);
  assert.equal(wire.riskRatingOver, "Nil", "an option of the specification, though the column is empty");
  assert.deepEqual(wire.participants, [{ name: "North Fund", amount: 60_000 }]);
  assert.deepEqual(JSON.parse(wire.additionalProperties), [{ address: "9 Bay St", value: 300_000, mortgage: 100_000 }]);
  assert.equal(JSON.parse(wire.history)[0].appraisedValue, 850_000);
  assert.deepEqual(
    JSON.parse(wire.brokerConditions).map((c: { id: number; completed: boolean }) => [c.id, c.completed]),
    [[1, true], [5, false]],
  );
  assert.deepEqual([wire.filogixId, wire.bureauId], ["app-new", null]);
  assert.deepEqual([wire.maturityEmailDate, wire.reminderEmailDate], ["2027-12-04", null]);
  assert.deepEqual(otherFiles, [{ id: "tax", name: "tax.pdf", conditionId: null }]);
  const shown = new URL(link);
  assert.equal(shown.host, "sold.example");
  // A 90-day sold window and a 6,000,000 price cap (loans specification 9).
  assert.deepEqual([shown.searchParams.get("sold_days"), shown.searchParams.get("max_price")], ["90", "6000000"]);
  assert.ok(!("addressKey" in wire) && !("tmpUploadId" in wire), "private columns stay here");
});

Deno.test("a loan's broker comes without secrets and with the other loans, or is null", async () => {
  const mine = await makeLoan(t, { brokerId: broker.id });
  const second = await makeLoan(t, { brokerId: broker.id, lastName: "Okafor" });
  const { body } = await ask("getloan", { id: mine.id });
  assert.deepEqual(Object.keys(body.data.broker).sort(), [
    "active",
    "brokerage",
    "email",
    "id",
    "licence",
    "license",
    "name",
    "notes",
    "others",
    "phone",
    "rating",
    "role",
  ]);
  assert.deepEqual([body.data.broker.name, body.data.broker.rating], ["Priya Raman", "elite"]);
  assert.deepEqual(body.data.broker.licence, { verified: true, unchecked: true });
  assert.equal(body.data.brokerLoans[0].id, second.id);
  assert.ok(body.data.brokerLoans.every((other: { id: number }) => other.id !== mine.id));
  const alone = await makeLoan(t);
  const none = await ask("getloan", { id: alone.id });
  assert.deepEqual([none.body.data.broker, none.body.data.brokerLoans], [null, []]);
});

Deno.test("unknown ids and other roles get no loan", async () => {
  const loan = await makeLoan(t, { brokerId: broker.id });
  assert.equal((await ask("getloan", { id: 999_999 })).status, 404);
  for (const id of [0, -1, "x", null, 1.5, "1 or 1=1"]) assert.equal((await ask("getloan", { id })).status, 422);
  assert.equal((await ask("getloan", { id: loan.id }, broker)).status, 403);
  assert.equal((await ask("getloan", { id: loan.id }, null)).status, 401);
});

Deno.test("a broker is added or swapped, with an audit row, and open forms stay current", async () => {
  const loan = await makeLoan(t);
  const { status, body } = await ask("updatebrokerloan", { loanId: loan.id, brokerId: broker.id });
  assert.equal(status, 200);
  assert.equal(body.data.response, true);
  assert.equal(body.data.broker.id, broker.id);
  const saved = await t.deps.db.select().from(loans).where(eq(loans.id, loan.id)).get();
  assert.deepEqual([saved?.brokerId, saved?.updatedAt], [broker.id, loan.updatedAt]);
  const audited = await t.deps.db.select().from(auditRows).where(eq(auditRows.action, "loan.broker"))
    .orderBy(desc(auditRows.id));
  assert.deepEqual([audited[0].before, audited[0].after], ['{"brokerId":null}', `{"brokerId":${broker.id}}`]);
  await ask("updatebrokerloan", { loanId: loan.id, brokerId: broker.id });
  assert.equal((await t.deps.db.select().from(auditRows).where(eq(auditRows.action, "loan.broker"))).length, 1);
});

Deno.test("a broker whom a colleague chose meanwhile is not swapped unseen", async () => {
  const loan = await makeLoan(t), other = await t.account({ role: 0 });
  const choose = (brokerId: number, seen: number | null) =>
    ask("updatebrokerloan", { loanId: loan.id, brokerId, seen });
  assert.equal((await choose(broker.id, null)).status, 200);
  assert.equal((await choose(broker.id, null)).status, 200, "the same choice");
  const { status, body } = await choose(other.id, null);
  assert.equal(status, 409);
  assert.match(body.reason, /gave this loan another broker meanwhile\. Reload the page to see whom\.$/);
  const saved = await t.deps.db.select().from(loans).where(eq(loans.id, loan.id)).get();
  assert.equal(saved?.brokerId, broker.id);
  assert.equal((await choose(other.id, broker.id)).status, 200);
});

Deno.test("only an enabled broker account can be a loan's broker", async () => {
  const loan = await makeLoan(t, { brokerId: broker.id });
  const disabled = await t.account({ role: 0, status: 0 });
  for (const brokerId of [disabled.id, admin.id, 999_999]) {
    const { status, body } = await ask("updatebrokerloan", { loanId: loan.id, brokerId });
    assert.equal(status, 422);
    assert.equal(body.reason, "Choose an enabled broker account.");
  }
  assert.equal((await ask("updatebrokerloan", { loanId: 999_999, brokerId: broker.id })).status, 404);
  assert.equal((await ask("updatebrokerloan", { loanId: loan.id, brokerId: broker.id }, broker)).status, 403);
  const saved = await t.deps.db.select().from(loans).where(eq(loans.id, loan.id)).get();
  assert.equal(saved?.brokerId, broker.id);
});

Deno.test("brokers are found by a part of their name in any case, and wildcards are plain text", async () => {
  await t.account({ role: 0, name: "Anna 100% Levy" });
  await t.account({ role: 0, name: "Gone Levy", status: 0 });
  await t.account({ role: 9, name: "Staff Levy" });
  const find = async (search: string) =>
    (await ask("findbrokers", { search })).body.data.brokers.map((b: { name: string }) => b.name);
  assert.deepEqual(await find("LEVY"), ["Anna 100% Levy"]);
  assert.deepEqual(await find("100%"), ["Anna 100% Levy"]);
  assert.deepEqual(await find("%"), ["Anna 100% Levy"]);
  assert.deepEqual(await find("_"), []);
  assert.deepEqual(await find("' or 1=1 --"), []);
  assert.deepEqual(await find("raman"), ["Priya Raman"]);
  await t.account({ role: 0, name: "Camille B\u00e9langer" });
  for (const search of ["B\u00c9L", "belanger", "belanger camille"]) {
    assert.deepEqual(await find(search), ["Camille B\u00e9langer"], search);
  }
  for (let i = 0; i < 22; i++) await t.account({ role: 0, name: `Zed ${i}` });
  const { body } = await ask("findbrokers", { search: "zed" });
  assert.deepEqual([body.data.brokers.length, body.data.more], [20, true]);
  assert.equal((await ask("findbrokers", { search: "x" }, broker)).status, 403);
});
