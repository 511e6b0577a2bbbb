/** Positions that charges leave, and do not, at review, submission, save and funding (lending rules 2 and 13). */
import assert from "node:assert/strict";
import { loans } from "../../../db/schema/mod.ts";
import { APPLICATION } from "../../support/application.ts";
import { makeLoan } from "../../support/loans.ts";
import { send, stored, token, withBroker } from "../../support/submission.ts";

const STAYS = "An existing first of $420,000 stays: this would be a second";
const INSTEAD = `${STAYS}. Choose second, or ask for at least $420,000 to pay the first out.`;

Deno.test("a first that pays out nothing is reviewed as the second it would be, and cannot be submitted", () =>
  withBroker(async (t, broker) => {
    const first = { ...APPLICATION, firstOrSecond: "First", newLoanAmount: "120,000", firstMortgage: "420,000" };
    const reviewOf = async (change: object) => {
      const { body } = await send(t, "testloan", { ...first, ...change, tmpUploadId: token(t, broker) }, broker);
      return body.data.result;
    };
    const asFirst = await reviewOf({}), asSecond = await reviewOf({ firstOrSecond: "Second" });
    assert.deepEqual(
      [asFirst.refusal, asFirst.wouldBe, asFirst.likelihood, asFirst.reasons[0]],
      [STAYS, "second", null, STAYS],
    );
    assert.deepEqual([asFirst.ltv, asFirst.lenderSuggestedRate], [asSecond.ltv, asSecond.lenderSuggestedRate]);
    assert.deepEqual([asSecond.refusal, asSecond.wouldBe], [null, null]);

    const refused = await send(t, "newloan", { ...first, tmpUploadId: token(t, broker) }, broker);
    assert.deepEqual(
      [refused.status, refused.body.reason, refused.body.fields.firstOrSecond],
      [422, INSTEAD, INSTEAD],
    );
    assert.equal((await stored(t)).loans, 0);

    const clears = await reviewOf({ newLoanAmount: "420,000" });
    assert.deepEqual([clears.refusal, clears.wouldBe], [null, null]);
    const above = await reviewOf({ firstMortgage: "9,000,000" });
    assert.deepEqual([above.maxLtvExceeded, above.likelihood], [true, null], "what stays counts for the LTV");
  }));

Deno.test("a bridge counts mortgages that stay, a third both, and the review names them", () =>
  withBroker(async (t, broker) => {
    const reviewOf = async (change: object) => {
      const data = { ...APPLICATION, appraisedValue: "1,000,000", newLoanAmount: "100,000", firstMortgage: "400,000" };
      const { body } = await send(t, "testloan", { ...data, ...change, tmpUploadId: token(t, broker) }, broker);
      return body.data.result;
    };
    const bridge = await reviewOf({ firstOrSecond: "Bridge" });
    assert.equal(bridge.ltv, 50);
    assert.ok(bridge.reasons.includes("An existing first of $400,000 stays and ranks before this bridge"));
    assert.equal(bridge.refusal, null);
    const third = await reviewOf({ firstOrSecond: "Third", secondMortgage: "60,000" });
    assert.deepEqual([third.ltv, third.reasons.some((one: string) => one.startsWith("A third"))], [56, false]);
    assert.equal(third.likelihood, "Highly Likely");
    const unknown = await reviewOf({ firstOrSecond: "Third" });
    assert.equal(unknown.reasons[0], "A third ranks behind a first and a second, and not both are entered");
    assert.equal(unknown.likelihood, null, "its LTV lacks what it ranks behind");
    const list = await reviewOf({ firstOrSecond: "Second", secondMortgage: "100,001" });
    assert.equal(list.refusal, "An existing second of $100,001 stays: this would be a third");
  }));

Deno.test("the loan has to pay out the charges it names, whatever its amount", () =>
  withBroker(async (t) => {
    const admin = await t.account({ role: 9 });
    const house = { firstOrSecond: "First", appraisedValue: 1_200_000, newLoanAmount: 900_000, firstMortgage: 900_000 };
    const loan = await makeLoan(t, house);
    assert.equal(loan.ltv, 75);
    const save = (id: number, data: object) => t.post("/api/loans/updateloan", { loanId: id, data }, admin);
    const refused = await save(loan.id, { fsfcLoan: 100_000, adminComSelect: "Funded" });
    const stays = "An existing first of $900,000 stays: this would be a second";
    assert.deepEqual([refused.status, (await refused.json()).fields["data.firstOrSecond"]], [
      422,
      `${stays}. Choose second, or ask for at least $900,000 to pay the first out.`,
    ]);
    assert.equal((await save(loan.id, { fsfcLoan: 900_000 })).status, 200);
    // A loan that has such an amount already says so when it is funded.
    const old = await makeLoan(t, { ...house, fsfcLoan: 100_000 });
    const points = await t.post("/api/loans/fundingpoints", { loanId: old.id, data: {} }, admin);
    assert.ok((await points.json()).data.open.includes(`${stays}.`));
  }));

Deno.test("a save that changes the position to an impossible one is refused, and funding an old one asks", () =>
  withBroker(async (t) => {
    const admin = await t.account({ role: 9 });
    const loan = await makeLoan(t, { firstOrSecond: "Second", newLoanAmount: 120_000, firstMortgage: 420_000 });
    const save = (id: number, data: object) => t.post("/api/loans/updateloan", { loanId: id, data }, admin);
    for (const data of [{ firstOrSecond: "First" }, { firstOrSecond: "First", newLoanAmount: 419_999 }]) {
      const answer = await save(loan.id, data);
      const body = await answer.json();
      assert.deepEqual([answer.status, body.fields["data.firstOrSecond"]], [422, INSTEAD]);
    }
    assert.equal((await save(loan.id, { firstOrSecond: "First", newLoanAmount: 420_000 })).status, 200);
    // An older loan keeps what it has, and says so when it is funded.
    const old = await makeLoan(t, { firstOrSecond: "First", newLoanAmount: 120_000, firstMortgage: 420_000 });
    assert.equal(old.ltv, loan.ltv, "its LTV counts what stays");
    assert.equal((await save(old.id, { adminComments: "Called the lawyer" })).status, 200);
    const points = await t.post("/api/loans/fundingpoints", { loanId: old.id, data: {} }, admin);
    assert.ok((await points.json()).data.open.includes(`${STAYS}.`));
    assert.equal((await t.deps.db.select().from(loans)).length, 2);
  }));
