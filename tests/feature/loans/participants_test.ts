/** Participants of a loan: their own call, all form fields together, and their names. */
import assert from "node:assert/strict";
import { asc, desc, eq } from "drizzle-orm";
import { auditRows, participants } from "../../../db/schema/mod.ts";
import { makeApp, type TestAccount, type TestApp } from "../../support/app.ts";
import { fingerprint } from "../../support/fingerprint.ts";
import { makeLoan, type TestLoan } from "../../support/loans.ts";

let t: TestApp, admin: TestAccount, broker: TestAccount;

Deno.test.beforeAll(async () => {
  t = await makeApp();
  admin = await t.account({ role: 9, name: "Helen Voss" });
  broker = await t.account({ name: "Priya Raman" });
});
Deno.test.afterAll(() => t.close());

async function ask(path: string, input: unknown, as: TestAccount | null = admin) {
  const answer = await t.post(`/api/loans/${path}`, input, as);
  // deno-lint-ignore no-explicit-any -- an answer's body
  return { status: answer.status, body: await answer.json() as any };
}

const held = (loan: TestLoan) =>
  t.deps.db.select({ name: participants.name, amount: participants.amount }).from(participants)
    .where(eq(participants.loanId, loan.id)).orderBy(asc(participants.position));

const FUND = { name: "North Fund", amount: 80_000 };

Deno.test("participants are saved in their order, audited, and answered in lists as JSON text", async () => {
  const loan = await makeLoan(t);
  const list = [FUND, { name: "Voss Holdings", amount: "40,000" }];
  const { status, body } = await ask("saveparticipants", { loanId: loan.id, participants: list, seen: [] });
  assert.equal(status, 200);
  const saved = [FUND, { name: "Voss Holdings", amount: 40_000 }];
  assert.deepEqual(body.data.participants, saved);
  assert.deepEqual(await held(loan), saved);
  const [trail] = await t.deps.db.select().from(auditRows).where(eq(auditRows.entityId, String(loan.id)))
    .orderBy(desc(auditRows.id));
  assert.deepEqual([trail.action, JSON.parse(trail.before!), JSON.parse(trail.after!)], [
    "loan.participants",
    { participants: [] },
    { participants: saved },
  ]);
  const { data } = await (await t.get("/api/loans/getloans", admin)).json();
  assert.deepEqual(JSON.parse(data.find((one: TestLoan) => one.id === loan.id).participants), saved);
  await ask("saveparticipants", { loanId: loan.id, participants: saved, seen: saved });
  const rows = await t.deps.db.select().from(auditRows).where(eq(auditRows.entityId, String(loan.id)));
  assert.equal(rows.length, 1, "the same list again is no change");
  assert.equal((await ask("saveparticipants", { loanId: loan.id, participants: [] })).status, 200);
  assert.deepEqual(await held(loan), []);
});

Deno.test("participants never hold more than was funded, and a stale save is refused", async () => {
  const loan = await makeLoan(t, { newLoanAmount: 120_000, fsfcLoan: 100_000 });
  await ask("saveparticipants", { loanId: loan.id, participants: [FUND] });
  const before = await fingerprint(t);
  const much = await ask("saveparticipants", { loanId: loan.id, participants: [FUND, { ...FUND, amount: 20_001 }] });
  assert.equal(much.status, 422);
  assert.match(much.body.reason, /\$100,001 of a funded amount of \$100,000: \$1 too much/);
  const stale = await ask("saveparticipants", { loanId: loan.id, participants: [], seen: [] });
  assert.equal(stale.status, 409);
  for (
    const list of [
      [{ name: "", amount: 1 }],
      [{ name: "A", amount: 0 }],
      [{ name: "A", amount: -5 }],
      [{ name: "A", amount: 1.5 }],
      [{ name: "A" }],
      "[]",
      null,
      Array.from({ length: 31 }, () => ({ name: "A", amount: 1 })),
      [{ name: "x".repeat(121), amount: 1 }],
    ]
  ) assert.equal((await ask("saveparticipants", { loanId: loan.id, participants: list })).status, 422);
  const good = { loanId: loan.id, participants: [FUND] };
  assert.equal((await ask("saveparticipants", good, broker)).status, 403);
  assert.equal((await ask("saveparticipants", good, null)).status, 401);
  assert.equal((await ask("saveparticipants", { ...good, loanId: 999_999 })).status, 404);
  assert.equal(await fingerprint(t), before);
  const full = [FUND, { name: "B", amount: 20_000 }];
  assert.equal(
    (await ask("saveparticipants", { loanId: loan.id, participants: full })).status,
    200,
    "all of it is allowed",
  );
});

Deno.test("a save of all form fields keeps the participants among them, as a list or its JSON text", async () => {
  const loan = await makeLoan(t, { newLoanAmount: 100_000 });
  const { data } = (await ask("getloan", { id: loan.id })).body;
  const save = (changes: object) =>
    ask("updateloan", { loanId: loan.id, score: 0, data: { ...data.loan, ...changes } });
  assert.equal((await save({ participants: [FUND] })).status, 200);
  assert.deepEqual(await held(loan), [FUND]);
  assert.equal((await save({ participants: JSON.stringify([FUND]), adminComments: "Called" })).status, 200);
  const trail = await t.deps.db.select().from(auditRows).where(eq(auditRows.entityId, String(loan.id)));
  assert.equal(trail.filter(({ action }) => action === "loan.participants").length, 1);
  // Both grow in one save; without the field the list stays.
  const more = [FUND, { name: "Elm Fund", amount: 70_000 }];
  assert.equal((await save({ newLoanAmount: 150_000, participants: more })).status, 200);
  await ask("updateloan", { loanId: loan.id, score: 0, data: { adminComments: "" } });
  assert.deepEqual(await held(loan), more);

  const before = await fingerprint(t);
  const refused = await save({ newLoanAmount: 150_000, participants: [{ name: "Elm Fund", amount: 150_001 }] });
  assert.deepEqual([refused.status, Object.keys(refused.body.fields)], [422, ["data.participants"]]);
  const unnamed = await save({ participants: [{ name: "", amount: 5 }] });
  assert.equal(unnamed.body.reason, "Enter the participant's name.");
  const stale = await ask("updateloan", { loanId: loan.id, updatedAt: 1, data: { participants: [] } });
  assert.equal(stale.status, 409);
  const alone = await save({ newLoanAmount: 90_000, participants: undefined });
  assert.deepEqual([alone.status, Object.keys(alone.body.fields)], [422, ["data.fsfcLoan"]]);
  assert.equal(await fingerprint(t), before);
  // Both fall in one save.
  assert.equal((await save({ newLoanAmount: 90_000, participants: [FUND] })).status, 200);
  assert.deepEqual(await held(loan), [FUND]);
});

Deno.test("a participant has one name on all loans, and one row of a loan", async () => {
  const [first, second] = [await makeLoan(t), await makeLoan(t)];
  const save = async (loan: TestLoan, ...names: string[]) => {
    const list = names.map((name) => ({ name, amount: 10_000 }));
    return (await ask("saveparticipants", { loanId: loan.id, participants: list })).body;
  };
  await save(first, "Ann Lee", "Grove  Trust");
  assert.deepEqual((await held(first)).map(({ name }) => name), ["Ann Lee", "Grove Trust"]);
  await save(first, "Grove Trust");
  const saved = await save(second, "ann  lee", "GROVE TRUST", "Ann Leeds");
  assert.deepEqual(saved.data.participants, await held(second));
  assert.deepEqual((await held(second)).map(({ name }) => name), ["Ann Lee", "Grove Trust", "Ann Leeds"]);
  const twice = await save(second, "Ann Lee", "Oak Fund", "oak fund ");
  const reason = "oak fund is in the list twice. Enter one row with the sum of both amounts.";
  assert.deepEqual([twice.reason, twice.fields], [reason, { participants: reason }]);
  // Names that were entered before stay as they are.
  await t.deps.db.insert(participants).values({ loanId: first.id, position: 9, name: "ann lee", amount: 1 });
  await save(first, "ann lee");
  assert.deepEqual((await held(first)).map(({ name }) => name), ["ann lee"]);
});
