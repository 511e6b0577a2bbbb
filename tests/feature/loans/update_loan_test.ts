import assert from "node:assert/strict";
import { desc, eq } from "drizzle-orm";
import { additionalProperties, auditRows, loans, participants } from "../../../db/schema/mod.ts";
import { makeApp, type TestAccount, type TestApp } from "../../support/app.ts";
import { makeLoan, type TestLoan } from "../../support/loans.ts";
import vectors from "../../unit/quote/vectors.json" with { type: "json" };

let t: TestApp, admin: TestAccount, other: TestAccount, broker: TestAccount;

Deno.test.beforeAll(async () => {
  t = await makeApp();
  admin = await t.account({ role: 9, name: "Helen Voss" });
  other = await t.account({ role: 99, name: "Omar Reyes" });
  broker = await t.account({ role: 0 });
});
Deno.test.afterAll(() => t.close());

const row = (id: number) => t.deps.db.select().from(loans).where(eq(loans.id, id)).get() as Promise<TestLoan>;
const rows = (id: number) =>
  t.deps.db.select().from(auditRows).where(eq(auditRows.entityId, String(id))).orderBy(desc(auditRows.id));

async function save(loan: { id: number; updatedAt?: number }, data: unknown, as: TestAccount | null = admin) {
  const answer = await t.post("/api/loans/updateloan", { loanId: loan.id, updatedAt: loan.updatedAt, data }, as);
  // deno-lint-ignore no-explicit-any -- an answer's body
  return { status: answer.status, body: await answer.json() as any };
}

/** Saves what must be refused, and proves that neither the loan nor the audit trail moved. */
async function refused(loan: TestLoan, data: unknown, status: number, reason: RegExp, as: TestAccount | null = admin) {
  const before = await row(loan.id);
  const audited = (await rows(loan.id)).length;
  const { status: got, body } = await save(before, data, as);
  assert.equal(got, status, JSON.stringify(body));
  assert.equal(body.response, false);
  assert.match(body.reason, reason);
  assert.deepEqual(await row(loan.id), before);
  assert.equal((await rows(loan.id)).length, audited);
  return body;
}

Deno.test("a save recomputes the loan as the lending vectors say", async () => {
  for (const vector of vectors.loans) {
    // deno-lint-ignore no-explicit-any -- vectors carry different fields
    const { name, assumedTax, riskRatingOver, ...fields } = vector.input as any;
    const loan = await makeLoan(t, { newLoanAmount: 1000, appraisedValue: 900_000, primaryIncome: 1, postal: "" });
    const { status, body } = await save(loan, {
      ...fields,
      city: fields.region,
      appraisedValue: fields.appraisedValue ?? "",
      ...(assumedTax === undefined ? {} : { assumedTax }),
      ...(riskRatingOver === undefined ? {} : { riskRatingOver }),
    });
    assert.equal(status, 200, `${name}: ${JSON.stringify(body)}`);
    const saved = await row(loan.id);
    const { output } = vector;
    assert.equal(saved.ltv, output.ltv, name);
    assert.equal(saved.finalScore, output.finalScore, name);
    assert.equal(saved.suggestedRate, output.rate, name);
    assert.equal(saved.monthlyPayments, output.monthlyPayment, name);
    assert.equal(body.data.loan.finalScore, output.finalScore, name);
    assert.equal(saved.settingsVersionId, t.deps.ports.lending().settingsVersionId);
    assert.equal(saved.configVersionId, t.deps.ports.lending().configVersionId);
  }
});

Deno.test("fields that are not sent stay, amounts may have commas, and a client's own score is ignored but noted", async () => {
  const loan = await makeLoan(t, { adminComments: "Call the lawyer", brokerId: broker.id });
  const answer = await t.post("/api/loans/updateloan", {
    loanId: String(loan.id),
    score: 0,
    data: { appraisedValue: "$760,000", riskRatingOver: "-1", finalScore: 0, brokerId: 1, isdone: 1, clientCode: "X" },
  }, admin);
  assert.equal(answer.status, 200);
  const saved = await row(loan.id);
  assert.equal(saved.appraisedValue, 760_000);
  assert.equal(saved.ltv, 72, "540,000 on 760,000 is 71.05%, rounded up (lending rules 2)");
  assert.equal(saved.adminComments, "Call the lawyer");
  assert.deepEqual([saved.brokerId, saved.isdone, saved.clientCode], [broker.id, 0, loan.clientCode]);
  assert.equal(saved.riskRatingOver, "Nil");
  const [audit] = await rows(loan.id);
  assert.equal(JSON.parse(audit.after!).scoreSent, 0);
});

Deno.test("the audit row names the person, and only what changed, before and after", async () => {
  const loan = await makeLoan(t);
  await save(loan, { ...{ city: loan.city }, adminComments: "Seen", adminFee: 2400 });
  const [audit] = await rows(loan.id);
  assert.deepEqual([audit.action, audit.actorName, audit.actorId], ["loan.update", "Helen Voss", admin.id]);
  assert.deepEqual(JSON.parse(audit.before!), { adminComments: "", adminFee: null });
  assert.deepEqual(JSON.parse(audit.after!), { adminComments: "Seen", adminFee: 2400 });
  const saved = await row(loan.id);
  assert.equal(saved.updatedBy, admin.id);
  await save(saved, { adminFee: "2,400" });
  assert.deepEqual(await row(loan.id), saved, "nothing changed, so nothing is written");
  assert.equal((await rows(loan.id)).length, 1);
});

Deno.test("the override decides the shown score and leaves the final score", async () => {
  const loan = await makeLoan(t);
  await save(loan, { riskRatingOver: "5.5" });
  const saved = await row(loan.id);
  assert.deepEqual([saved.shownScore, saved.finalScore], [5.5, loan.finalScore]);
  const nil = await save(saved, { riskRatingOver: "Nil" });
  assert.equal(nil.body.data.loan.shownScore, loan.finalScore);
});

Deno.test("a stale save is refused with who changed the loan and when", async () => {
  const loan = await makeLoan(t);
  t.advance(60_000);
  assert.equal((await save(loan, { adminComments: "First" }, other)).status, 200);
  const { status, body } = await save(loan, { adminComments: "Second" });
  assert.equal(status, 409);
  assert.match(body.reason, /^Omar Reyes changed this loan on 20 Nov 2026, \d\d:\d\d, after you opened it\./);
  assert.equal((await row(loan.id)).adminComments, "First");
});

Deno.test("of two saves at once of one state, one wins", async () => {
  const loan = await makeLoan(t);
  const both = await Promise.all([
    save(loan, { adminComments: "Mine" }),
    save(loan, { adminComments: "Theirs" }, other),
  ]);
  assert.deepEqual(both.map((answer) => answer.status).sort(), [200, 409]);
  const won = both[0].status === 200 ? "Mine" : "Theirs";
  assert.equal((await row(loan.id)).adminComments, won);
  assert.equal((await rows(loan.id)).length, 1);
});

Deno.test("brokers, others and signed-out people are refused", async () => {
  const loan = await makeLoan(t, { brokerId: broker.id });
  await refused(loan, { adminRate: 0.01 }, 403, /may not/, broker);
  await refused(loan, { adminRate: 0.01 }, 401, /signed out/, null);
  await refused(loan, { adminRate: 0.01 }, 403, /may not/, await t.account({ role: 4 }));
});

Deno.test("an unknown loan does not exist", async () => {
  assert.equal((await save({ id: 999_999 }, {})).status, 404);
  assert.equal((await save({ id: -1 }, {})).status, 422);
});

Deno.test("impossible values are refused at their fields", async () => {
  const loan = await makeLoan(t);
  const wrong: [string, unknown, RegExp][] = [
    ["appraisedValue", -1, /whole dollars/],
    ["appraisedValue", "1e9", /number/],
    ["adminRate", "0,1", /from 0% to 100%, such as 9\.5%/],
    ["yoe", "2,5", /like 1,250 or 12\.5/],
    ["appraisedValue", 1.5, /whole dollars/],
    ["newLoanAmount", "", /Loan amount is required!/],
    ["newLoanAmount", 9_999, /We lend \$10,000 or more/],
    ["fsfcLoan", 9_999, /We lend \$10,000 or more/],
    ["city", "Gatineau, QC", /Ontario only/],
    ["dateFunded", "2016-11-19", /more than 10 years ago/],
    ["primaryIncome", 1e15, /whole dollars/],
    ["adminRate", 10.99, /0% to 100%/],
    ["adminComSelect", "Approved", /list/],
    ["adminTerm", "7 years", /list/],
    ["riskRatingOver", "9", /list/],
    ["assumedTax", 0.3, /list/],
    ["DOB", "2026-02-30", /date/],
    ["maturityEmailDate", "soon", /date/],
    ["maturityEmailDate", "2099-01-01", /^Maturity: this is more than 10 years ahead/],
    ["sector", "Astrology", /^Sector: choose one of the list/],
    ["firstName", { $ne: "" }, /text/],
    ["address", "x".repeat(301), /^Address: shorten/],
    ["adminComments", "x\u0000", /cannot be stored/],
    ["additionalProperties", "[", /as a list/],
    ["additionalProperties", [{ value: -1 }], /whole dollars/],
  ];
  for (const [field, value, reason] of wrong) {
    const body = await refused(loan, { [field]: value }, 422, reason);
    assert.ok(
      Object.keys(body.fields).some((key) => key.startsWith(`data.${field}`)),
      `${field}: ${JSON.stringify(body)}`,
    );
  }
  await refused(loan, "text", 422, /valid|data/);
  const hostile = "'); DROP TABLE loans; -- <script>alert(1)</script>";
  assert.equal((await save(loan, { employer: hostile, __proto__: { role: 99 } })).status, 200);
  assert.equal((await row(loan.id)).employer, hostile);
  // What an old loan has from a list of before stays, and may be sent along unchanged.
  await t.deps.db.update(loans).set({ sector: "Astrology" }).where(eq(loans.id, loan.id));
  assert.equal((await save(await row(loan.id), { sector: "Astrology", employer: "Stelco" })).status, 200);
});

Deno.test("a status fills its date once, and a loan that was ever funded stays marked as such", async () => {
  const loan = await makeLoan(t);
  let saved = (await save(loan, { adminComSelect: "Funded" })).body.data.loan;
  assert.deepEqual([saved.dateFunded, saved.dateRepaid, saved.everFunded], ["2026-11-20", null, 1]);
  t.advance(3 * 86_400_000);
  saved = (await save(saved, { adminComSelect: "Repaid" })).body.data.loan;
  assert.deepEqual([saved.dateFunded, saved.dateRepaid], ["2026-11-20", "2026-11-23"]);
  saved = (await save(saved, { adminComSelect: "NA", dateFunded: "", dateRepaid: null })).body.data.loan;
  assert.deepEqual([saved.dateFunded, saved.dateRepaid, saved.everFunded], [null, null, 1]);
  await refused(loan, { dateFunded: "2026-11-20", dateRepaid: "2026-11-19" }, 422, /repaid before it was funded/);
});

Deno.test("declining stores its reason, and the trash is undone with one save", async () => {
  const loan = await makeLoan(t);
  await save(loan, { adminComSelect: "Declined", declineReason: "Title is clouded" });
  assert.equal((await row(loan.id)).declineReason, "Title is clouded");
  await save(await row(loan.id), { adminComSelect: "Trash" });
  assert.equal((await row(loan.id)).adminComSelect, "Trash");
  await save(await row(loan.id), { adminComSelect: "Declined" });
  const saved = await row(loan.id);
  assert.deepEqual([saved.adminComSelect, saved.declineReason], ["Declined", "Title is clouded"]);
});

Deno.test("a maturity date sets the reminder two months earlier, unless one is picked", async () => {
  const loan = await makeLoan(t);
  let saved = (await save(loan, { maturityEmailDate: "2027-04-30" })).body.data.loan;
  assert.equal(saved.reminderEmailDate, "2027-02-28", "end of month safe (loans specification 9)");
  saved = (await save(saved, { maturityEmailDate: "2027-12-04", reminderEmailDate: "2027-11-01" })).body.data.loan;
  assert.equal(saved.reminderEmailDate, "2027-11-01");
  saved = (await save(saved, { maturityEmailDate: "2050-01-01", reminderEmailDate: "2027-10-04" })).body.data.loan;
  assert.deepEqual([saved.maturityEmailDate, saved.reminderEmailDate], [null, null], "it stands for none");
  await refused(loan, { maturityEmailDate: "2027-01-01", reminderEmailDate: "2027-02-01" }, 422, /after maturity/);
});

Deno.test("terms above the criminal rate are refused with the rate, and change nothing", async () => {
  const loan = await makeLoan(t);
  // 120,000 at 10.99% for 3 months with 8,000 of fees off the advance (lending rules 8).
  const apr = (120_000 * 0.1099 / 4 + 8000) / (0.25 * (120_000 - 8000)) * 100;
  assert.ok(apr > 35);
  const data = { adminFee: 8000, adminTerm: "3 months", adminComments: "Urgent" };
  const body = await refused(loan, data, 422, new RegExp(`${apr.toFixed(2)}% a year`.replace(".", "\\.")));
  assert.match(body.reason, /35%/);
  await refused(loan, { adminRate: 0.36 }, 422, /36\.00% a year/);
  assert.equal((await save(loan, { adminRate: 0.35 })).status, 200, "the ceiling itself is allowed");
  const inherited = await makeLoan(t, { newLoanAmount: 10_000, broker_fee: 4000 });
  assert.equal((await save(inherited, { adminComSelect: "Declined" })).status, 200);
  await refused(inherited, { adminComSelect: "Funded" }, 422, /a year, fees included/);
});

Deno.test("a funded amount of 0 is refused, and one that was kept earlier is none: the ceiling holds", async () => {
  const loan = await makeLoan(t);
  await refused(loan, { fsfcLoan: 0 }, 422, /above 0, or leave it empty/);
  await t.deps.db.update(loans).set({ fsfcLoan: 0 }).where(eq(loans.id, loan.id));
  await refused(loan, { adminFee: 100_000, adminTerm: "1 year" }, 422, /a year, fees included/);
  const { body } = await save(loan, { adminComments: "Checked" });
  assert.equal(body.data.loan.fsfcLoan, null);
});

Deno.test("a loan may cost more than 35% where the settings allow commercial loans, with a reason on the loan", async () => {
  const loan = await makeLoan(t);
  const above = { adminRate: 0.4, commercialReason: "Working capital of a bakery" };
  await refused(loan, above, 422, /the legal ceiling is 35%/);
  await refused(loan, { commercialReason: "Mine" }, 401, /./, null);
  const owner = await t.account({ role: 99 });
  const { status: _, ...settings } = await (await t.get("/api/loans/getSettings", owner)).json();
  const saved = await t.post(
    "/api/loans/savesettings",
    { ...settings, commercial: { ceiling: "law" }, basedOn: 1 },
    owner,
  );
  assert.equal(saved.status, 200, await saved.text());
  await refused(loan, { adminRate: 0.4 }, 422, /the legal ceiling is 35%/);
  await refused(loan, { adminRate: 0.4, commercialReason: "  " }, 422, /the legal ceiling is 35%/);
  assert.equal((await save(loan, above)).status, 200);
  const [audited] = await rows(loan.id);
  assert.equal(JSON.parse(audited.after!).commercialReason, above.commercialReason);
  await refused(await row(loan.id), { commercialReason: "" }, 422, /the legal ceiling is 35%/);
  await refused(await row(loan.id), { adminRate: 0.49 }, 422, /the legal ceiling is 48%/);
});

Deno.test("additional properties are replaced as a list and added up", async () => {
  const loan = await makeLoan(t, {}, { additionalProperties: [{ address: "1 Old Rd", value: 1, mortgage: 0 }] });
  const list = [{ address: "9 Bay St", value: "300,000", mortgage: 100_000 }, { address: "", value: "", mortgage: "" }];
  const { body } = await save(loan, { additionalProperties: JSON.stringify(list) });
  const kept = [{ address: "9 Bay St", value: 300_000, mortgage: 100_000 }];
  assert.deepEqual(JSON.parse(body.data.loan.additionalProperties), kept);
  const saved = await row(loan.id);
  assert.deepEqual([saved.otherPropertiesCount, saved.otherPropertiesTotal, saved.otherPropertiesMtgTotal], [
    1,
    300_000,
    100_000,
  ]);
  // (120,000 + 420,000 + 100,000) / (850,000 + 300,000), lending rules 2.
  assert.equal(saved.totalLtv, 0.5565);
  const stored = await t.deps.db.select().from(additionalProperties).where(eq(additionalProperties.loanId, loan.id));
  assert.deepEqual(stored.map(({ address, position }) => [address, position]), [["9 Bay St", 1]]);
});

Deno.test("a new address changes the key by which duplicates are found", async () => {
  const loan = await makeLoan(t, { address: "12 Main St", city: "Guelph" });
  await save(loan, { address: "40 King Street West" });
  const saved = await row(loan.id);
  assert.notEqual(saved.addressKey, loan.addressKey);
  assert.match(saved.addressKey, /^40 king/);
});

Deno.test("the funded amount cannot fall below what participants hold", async () => {
  const loan = await makeLoan(t);
  await t.deps.db.insert(participants).values({ loanId: loan.id, position: 1, name: "North Fund", amount: 90_000 });
  await refused(loan, { fsfcLoan: 80_000 }, 422, /hold \$90,000 of this loan, so it cannot fund \$80,000/);
  assert.equal((await save(loan, { fsfcLoan: 90_000 })).status, 200);
  await t.deps.db.update(participants).set({ amount: 95_000 }).where(eq(participants.loanId, loan.id));
  const { body } = await save({ id: loan.id }, { adminComments: "They hold too much" });
  assert.equal(body.response, true, "what is wrong already does not stop other work");
});
