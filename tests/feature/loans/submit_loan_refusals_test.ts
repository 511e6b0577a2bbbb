import assert from "node:assert/strict";
import { eq } from "drizzle-orm";
import { loans, uploads } from "../../../db/schema/mod.ts";
import { UPLOAD_LIFETIME_MS } from "../../../lib/features/files/upload_token.ts";
import { APPLICATION, pdfFile } from "../../support/application.ts";
import { type Body, NOTHING, send, stored, token, withBroker } from "../../support/submission.ts";

Deno.test("missing required inputs, a missing value and Error options are refused, and nothing is stored", () =>
  withBroker(async (t, broker) => {
    const admin = await t.account({ role: 9 });
    const cases: [object, string, string][] = [
      [{ lastName: " " }, "lastName", "Last name is required!"],
      [{ creditScore: "" }, "creditScore", "Credit score is required!"],
      [{ creditScore: null }, "creditScore", "Credit score is required!"],
      [{ appraisedValue: "", homePurPrice: "0" }, "appraisedValue", "Appraised Value is required!"],
      [{ newLoanAmount: "0" }, "newLoanAmount", "Loan amount is required!"],
      [{ propertyType: "mobile  home" }, "propertyType", "We do not fund mobile homes"],
      [{ creditScore: "901" }, "creditScore", "Credit score cannot exceed 900"],
      [{ sector: "Astrology" }, "sector", "Choose one of the list."],
      [{ newLoanAmount: "9,999" }, "newLoanAmount", "We lend $10,000 or more. Enter a larger amount."],
      [{ phone: "ask the broker" }, "phone", "Enter a phone number, such as 905-555-0119."],
      [{ city: "Vancouver, BC" }, "city", "We lend in Ontario only. Check the property's province."],
      [
        { additionalProperties: [{ address: "4 Cottage Rd", value: "" }] },
        "additionalProperties.0.value",
        "Value is required!",
      ],
    ];
    for (const call of ["testloan", "newloan"] as const) {
      for (const [change, field, message] of cases) {
        const { status, body } = await send(
          t,
          call,
          { ...APPLICATION, ...change, tmpUploadId: token(t, broker) },
          broker,
        );
        assert.equal(status, 422, message);
        assert.equal(body.response, false);
        assert.equal(body.reason, field === "sector" ? "Sector: choose one of the list." : message);
        assert.equal(body.fields[field], message);
      }
    }
    assert.deepEqual(await stored(t), NOTHING);
    // An administrator's view skips the Error options (loans specification 5.2), not the required inputs.
    const data = { ...APPLICATION, propertyType: "Mobile Home", tmpUploadId: token(t, admin) };
    assert.equal((await send(t, "newloan", { ...data, city: "" }, admin)).body.reason, "City is required!");
    const made = await send(t, "newloan", data, admin);
    assert.equal(made.status, 200);
    const [loan] = await t.deps.db.select().from(loans);
    assert.equal(loan.brokerId, null, "the broker is added on the loan");
    assert.deepEqual(await t.mails(), []);
  }));

Deno.test("a tmpUploadId that is forged, expired, missing or another person's is refused", () =>
  withBroker(async (t, broker) => {
    const other = await t.account();
    const good = token(t, broker);
    const [id, account, expires, signature] = good.split(".");
    const bad = [
      "",
      "x",
      token(t, other),
      [id, other.id, expires, signature].join("."),
      [id, account, Number(expires) + 1, signature].join("."),
      `${good}.more`,
      good.slice(0, -1) + (good.endsWith("A") ? "B" : "A"),
    ];
    for (const tmpUploadId of bad) {
      assert.equal((await send(t, "newloan", { ...APPLICATION, tmpUploadId }, broker)).status, 403, tmpUploadId);
    }
    t.advance(UPLOAD_LIFETIME_MS);
    await t.signInAgain(broker);
    const late = await send(t, "newloan", { ...APPLICATION, tmpUploadId: good }, broker);
    assert.equal(late.status, 403);
    assert.match(late.body.reason, /open for more than 7 days/);
    assert.deepEqual(await stored(t), NOTHING);
  }));

Deno.test("files of another upload are not taken, and nothing is stored", () =>
  withBroker(async (t, broker) => {
    const other = await t.account();
    const form = new FormData();
    form.set("tmpUploadId", token(t, other));
    form.set("file0", pdfFile("theirs.pdf"));
    const { uploadedFiles } = await (await t.post("/api/pdf/upload", form)).json() as Body;
    const data = { ...APPLICATION, tmpUploadId: token(t, broker), files: [{ id: uploadedFiles[0].id }] };
    const { status, body } = await send(t, "newloan", data, broker);
    assert.equal(status, 422);
    assert.match(body.reason, /no longer here/);
    assert.deepEqual(await stored(t), NOTHING);
  }));

Deno.test("signed-out people and an unknown role may not review, submit or read the configuration", () =>
  withBroker(async (t, broker) => {
    const other = await t.account({ role: 5 });
    const data = { ...APPLICATION, tmpUploadId: token(t, broker) };
    for (const call of ["testloan", "newloan"] as const) {
      assert.equal((await send(t, call, data)).status, 401);
      assert.equal((await send(t, call, data, other)).status, 403);
    }
    assert.equal((await t.get("/api/loans/getconfig")).status, 401);
    assert.equal((await t.get("/api/loans/getconfig", other)).status, 403);
    for (const who of [null, broker, other]) {
      assert.equal((await t.get("/api/loans/getSettings", who)).status, who ? 403 : 401);
    }
    assert.equal(
      (await t.get("/dashboard/submitloan")).headers.get("location"),
      "/login?next=%2Fdashboard%2Fsubmitloan",
    );
    assert.equal((await t.get("/dashboard/submitloan", other)).status, 302);
    assert.deepEqual(await stored(t), NOTHING);
  }));

Deno.test("hostile input is refused or stored as plain text, never a server error", () =>
  withBroker(async (t, broker) => {
    const refused: object[] = [
      { newLoanAmount: 1e300 },
      { newLoanAmount: "9".repeat(400) },
      { newLoanAmount: -5 },
      { newLoanAmount: "12.5" },
      { creditScore: "1e9" },
      { primaryIncome: { a: 1 } },
      { primaryIncome: [] },
      { lastName: ["a", "b"] },
      { lastName: "a\u0000b" },
      { lastName: "x".repeat(201) },
      { DOB: "0000-00-00" },
      { DOB: "9999-12-31" },
      { DOB: "1899-12-31" },
      { DOB: "2001-02-29" },
      { exitStrategy: "Maybe" },
      { comments: "x".repeat(10_001) },
      { files: [{ id: {} }] },
      { files: "all" },
      { files: Array.from({ length: 31 }, () => ({ id: "x" })) },
      { tmpUploadId: { $ne: 1 } },
      { additionalProperties: "[{" },
      { additionalProperties: Array.from({ length: 31 }, () => ({ address: "a", value: 1 })) },
    ];
    for (const change of refused) {
      const { status } = await send(t, "newloan", { ...APPLICATION, tmpUploadId: token(t, broker), ...change }, broker);
      assert.equal(status, 422, JSON.stringify(change).slice(0, 80));
    }
    for (const body of ['{"data":null}', '{"data":1}', "{}"]) {
      assert.equal((await t.post("/api/loans/newloan", body, broker)).status, 422, body);
    }
    for (const body of ["null", "1", "[]", "{"]) {
      assert.equal((await t.post("/api/loans/newloan", body, broker)).status, 400, body);
    }
    assert.deepEqual(await stored(t), NOTHING);
    const data = JSON.stringify({
      ...APPLICATION,
      lastName: "<script>alert(1)</script>\u202egnp",
      id: 77,
      brokerId: 1,
      finalScore: 0,
      adminRate: 0.01,
      odsOverride: 1,
      adminComSelect: "Funded",
      tmpUploadId: token(t, broker),
    });
    const hostile = data.slice(0, -1) + ',"__proto__":{"polluted":1},"constructor":{"prototype":{"polluted":1}}}';
    assert.equal((await t.post("/api/loans/newloan", `{"data":${hostile}}`, broker)).status, 200);
    assert.equal(({} as Body).polluted, undefined);
    const [loan] = await t.deps.db.select().from(loans).where(eq(loans.brokerId, broker.id));
    assert.equal(loan.lastName, "<script>alert(1)</script>\u202egnp");
    assert.equal(loan.finalScore, 2.38, "tests/unit/quote/vectors.json: second, typical");
    assert.equal(loan.adminRate, null);
    assert.equal(loan.adminComSelect, "NA");
    assert.deepEqual(await t.deps.db.select().from(uploads), []);
  }));

Deno.test("a broker fee above the ceiling refuses review and submission, with the largest that fits", () =>
  withBroker(async (t, broker) => {
    const data = { ...APPLICATION, newLoanAmount: "25000", broker_fee: "10000", tmpUploadId: token(t, broker) };
    const { body } = await send(t, "testloan", data, broker);
    const { refusal, likelihood, ceilingPassed, needsReason, reasons, lenderSuggestedRate: rate } = body.data.result;
    // Off the advance, for a year (lending rules 8).
    const most = Math.floor((0.35 - rate) * 25_000 / 1.35).toLocaleString("en-CA");
    assert.match(
      refusal,
      /^These terms cost \d\d\.\d\d% a year, fees included; the legal ceiling is 35%\. At \$25,000 for 12 /,
    );
    assert.ok(refusal.endsWith(`the ceiling leaves $${most} for fees.`), refusal);
    assert.deepEqual([likelihood, ceilingPassed, needsReason, reasons[0]], [null, true, false, refusal]);
    for (const who of [broker, await t.account({ role: 9 })]) {
      const sent = await send(t, "newloan", { ...data, tmpUploadId: token(t, who) }, who);
      assert.deepEqual([sent.status, sent.body.fields.broker_fee], [422, refusal]);
    }
    assert.equal((await stored(t)).loans, 0);
    const fits = await send(t, "testloan", { ...data, broker_fee: most }, broker);
    assert.deepEqual([fits.body.data.result.refusal, fits.body.data.result.ceilingPassed], [null, false]);
    assert.equal(typeof fits.body.data.result.likelihood, "string");
  }));

Deno.test("above the highest LTV a review names no likelihood", () =>
  withBroker(async (t, broker) => {
    const data = { ...APPLICATION, newLoanAmount: "900000", broker_fee: "0", tmpUploadId: token(t, broker) };
    const { maxLtvExceeded, likelihood } = (await send(t, "testloan", data, broker)).body.data.result;
    assert.deepEqual([maxLtvExceeded, likelihood], [true, null]);
  }));

Deno.test("a review above the limit names the loan that fits, in the position asked for", () =>
  withBroker(async (t, broker) => {
    const review = async (change: object) => {
      const data = { ...APPLICATION, appraisedValue: "500,000", homePurPrice: "", secondMortgage: "", ...change };
      const { body } = await send(t, "testloan", { ...data, tmpUploadId: token(t, broker) }, broker);
      const { maxLtvExceeded, fits } = body.data.result;
      return [maxLtvExceeded, fits];
    };
    const second = { firstOrSecond: "Second", firstMortgage: "300,000" };
    // 80% of 500,000 is 400,000; 300,000 of it stay ahead of a second, and are paid out by a first.
    assert.deepEqual(await review({ ...second, newLoanAmount: "150,000" }), [true, 100_000]);
    assert.deepEqual(await review({ ...second, newLoanAmount: "100,000" }), [false, null]);
    assert.deepEqual(await review({ ...second, firstOrSecond: "First", newLoanAmount: "450,000" }), [true, 400_000]);
    // 395,000 ahead leave 5,000, less than is lent; 450,000 cannot be paid out by 400,000.
    assert.deepEqual(await review({ ...second, firstMortgage: "395,000", newLoanAmount: "50,000" }), [true, null]);
    const large = { firstOrSecond: "First", firstMortgage: "450,000", newLoanAmount: "460,000" };
    assert.deepEqual(await review(large), [true, null]);
  }));
