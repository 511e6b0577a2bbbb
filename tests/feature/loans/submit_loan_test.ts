import assert from "node:assert/strict";
import { asc } from "drizzle-orm";
import { additionalProperties, auditRows, files, loans, submissions } from "../../../db/schema/mod.ts";
import { SCORING_CONFIG } from "../../../db/seed/scoring_config.ts";
import { findRegion } from "../../../lib/domain/places/find_region.ts";
import { APPLICATION, pdfFile } from "../../support/application.ts";
import { type Body, NOTHING, send, stored, token, withBroker } from "../../support/submission.ts";
import vectors from "../../unit/quote/vectors.json" with { type: "json" };

// Expected figures: tests/unit/quote/vectors.json (lending rules). Overriding debt servicing is an administrator's.
for (const { input, output } of vectors.loans.filter(({ input }) => !("odsOverride" in input))) {
  Deno.test(`newloan agrees with the vector: ${input.name}`, () =>
    withBroker(async (t, broker) => {
      const { name: _name, ...entries } = input;
      const where = { city: input.region, postal: "K0K 1A0" };
      const data = { ...APPLICATION, ...where, ...entries, tmpUploadId: token(t, broker), score: 0.01 };
      const review = await send(t, "testloan", data, broker);
      assert.equal(review.status, 200);
      const { result } = review.body.data;
      assert.equal(result.ltv, output.ltv);
      assert.equal(result.maxLtvExceeded, output.maxLtvExceeded);
      assert.equal(result.scoreColor, output.band);
      assert.equal(result.lenderSuggestedRate, output.rate);
      assert.equal(result.monthlyPayment, output.monthlyPayment);
      assert.equal(result.bridgePricing, output.bridgePricing);
      const { status, body } = await send(t, "newloan", data, broker);
      if (output.maxLtvExceeded) {
        assert.equal(result.reasons[0], "We are currently not funding LTV above 80%");
        assert.equal(status, 422);
        assert.equal(body.reason, "We are currently not funding LTV above 80%");
        assert.equal((await stored(t)).loans, 0);
        return;
      }
      assert.equal(status, 200);
      const [loan] = await t.deps.db.select().from(loans);
      assert.equal(body.data.loanId, loan.id);
      assert.equal(loan.finalScore, output.finalScore);
      assert.equal(loan.shownScore, output.finalScore);
      assert.equal(loan.ltv, output.ltv);
      assert.equal(loan.suggestedRate, output.rate);
      assert.equal(loan.monthlyPayments, output.monthlyPayment);
      assert.equal(loan.region, input.region);
      assert.equal(
        loan.marketRegion,
        input.region === "Atlantis" ? "Rural" : findRegion({ city: input.region }).region,
      );
      assert.equal(loan.placePrecision, "postal area");
      assert.equal(loan.geoAddress, `${loan.latitude}||${loan.longitude}`);
    }));
}

Deno.test("a submission stores every field, its rows, its files, an audit row and two mails", () =>
  withBroker(async (t, broker) => {
    const tmpUploadId = token(t, broker);
    const form = new FormData();
    form.set("tmpUploadId", tmpUploadId);
    form.set("file0", pdfFile("filogix.pdf"));
    form.set("file1", pdfFile("second-application.pdf"));
    form.set("file2", pdfFile("taken-off-the-list.pdf"));
    const { uploadedFiles } = await (await t.post("/api/pdf/upload", form)).json() as Body;
    const { status, body } = await send(t, "newloan", {
      ...APPLICATION,
      tmpUploadId,
      score: 7.77,
      exitStrategy: "Yes",
      comments: "Refinance with the bank in 14 months.",
      submissionHistory: [{ appraisedValue: 1 }],
      additionalProperties: [{ address: "4 Cottage Rd", value: "300,000", mortgage: 120000 }, {
        address: "",
        value: "",
        mortgage: "",
      }],
      files: [
        { id: uploadedFiles[0].id, type: "application" },
        { id: uploadedFiles[1].id, type: "application" },
      ],
    }, broker);
    assert.equal(status, 200);
    assert.equal(body.response, true);
    const [loan] = await t.deps.db.select().from(loans);
    assert.equal(loan.id, body.data.loanId);
    assert.equal(loan.clientCode, `SMI-${loan.id}`);
    assert.equal(loan.brokerId, broker.id);
    assert.equal(loan.adminComSelect, "NA");
    assert.equal(loan.newLoanAmount, 120_000);
    assert.equal(loan.addressKey, "118 locke street south");
    assert.equal(loan.incomeTaxInArrears, null, "nothing entered is not 0");
    assert.equal(loan.debtInArrears, 0);
    assert.equal(loan.exitStrategySelect, "Yes");
    assert.equal(loan.comments, "Refinance with the bank in 14 months.");
    assert.equal(loan.otherPropertiesCount, 1);
    assert.equal(loan.otherPropertiesTotal, 300_000);
    // (120,000 + 420,000 + 120,000) / (850,000 + 300,000), lending rules 2
    assert.equal(loan.totalLtv, 0.5739);
    assert.equal(loan.settingsVersionId, 1);
    assert.equal(loan.configVersionId, 1);
    assert.equal(loan.timestamp, t.now());
    const rows = await t.deps.db.select().from(additionalProperties);
    assert.deepEqual(rows.map(({ address, value, mortgage }) => ({ address, value, mortgage })), [
      { address: "4 Cottage Rd", value: 300_000, mortgage: 120_000 },
    ]);
    const kept = await t.deps.db.select().from(files).orderBy(asc(files.name));
    assert.deepEqual(kept.map(({ name, kind, loanId }) => [name, kind, loanId]), [
      ["filogix.pdf", "application", loan.id],
      ["second-application.pdf", "other", loan.id],
      ["taken-off-the-list.pdf", "other", null],
    ]);
    const [row] = await t.deps.db.select().from(auditRows);
    assert.equal(row.action, "loan.submit");
    assert.equal(row.actorId, broker.id);
    assert.equal(JSON.parse(row.after!).scoreSentByClient, 7.77);
    assert.equal(JSON.parse(row.after!).finalScore, 2.38);
    const mails = await t.mails();
    assert.deepEqual(mails.map(({ kind, to }) => [kind, to]), [
      ["loanSubmitted", "brokers@lender.example"],
      ["loanReceived", broker.email],
    ]);
    assert.match(mails[0].text, new RegExp(`/dashboard/viewloan\\?id=${loan.id}`));
    assert.match(mails[1].text, new RegExp(`/dashboard/viewloan/${loan.id}`));
  }));

Deno.test("a loan submitted by an administrator has no broker, and nobody is mailed", () =>
  withBroker(async (t) => {
    const admin = await t.account({ role: 9 });
    const { status } = await send(t, "newloan", { ...APPLICATION, tmpUploadId: token(t, admin) }, admin);
    assert.equal(status, 200);
    const [loan] = await t.deps.db.select().from(loans);
    assert.deepEqual([loan.brokerId, loan.updatedBy], [null, admin.id]);
    assert.deepEqual(await t.mails(), []);
  }));

Deno.test("what is answered of a new loan is sent back whole, and changes nothing", () =>
  withBroker(async (t, broker) => {
    const admin = await t.account({ role: 9 });
    await send(t, "newloan", { ...APPLICATION, tmpUploadId: token(t, broker) }, broker);
    const [before] = await t.deps.db.select().from(loans);
    const { data } = await (await t.post("/api/loans/getloan", { id: before.id }, admin)).json();
    t.advance(1000);
    const saved = await t.post("/api/loans/updateloan", { loanId: before.id, data: data.loan }, admin);
    assert.equal(saved.status, 200, await saved.text());
    assert.deepEqual((await t.deps.db.select().from(loans))[0], before);
  }));

Deno.test("the same form submitted twice, or five times at once, is one loan", () =>
  withBroker(async (t, broker) => {
    const data = { ...APPLICATION, tmpUploadId: token(t, broker) };
    const answers = await Promise.all(Array.from({ length: 5 }, () => send(t, "newloan", data, broker)));
    const later = await send(t, "newloan", data, broker);
    const ids = new Set([...answers, later].map(({ status, body }) => status === 200 && body.data.loanId));
    assert.equal(ids.size, 1);
    const after = await stored(t);
    assert.deepEqual(after, { ...NOTHING, loans: 1, submissions: 1, mails: 2, audits: 1 });
    for (const change of [{ newLoanAmount: 90_000 }, { lastName: "Another" }, { files: [{ id: "unknown1" }] }]) {
      const differs = await send(t, "newloan", { ...data, ...change }, broker);
      assert.equal(differs.status, 409, JSON.stringify(change));
      assert.match(differs.body.reason, /already submitted as SMI-\d+ with other entries/);
    }
    assert.deepEqual(await stored(t), after, "nobody is thanked for what was not stored");
    const other = await send(t, "newloan", { ...data, tmpUploadId: token(t, broker) }, broker);
    assert.ok(!ids.has(other.body.data.loanId), "another form is another loan");
  }));

Deno.test("reviews are recorded and tied to the loan of the same address or applicant within 180 days", () =>
  withBroker(async (t, broker) => {
    const other = await t.account();
    const day = 24 * 3600_000;
    await send(t, "testloan", { ...APPLICATION, primaryIncome: 50_000 }, broker);
    t.advance(181 * day);
    await t.signInAgain(broker);
    const rows = () => t.deps.db.select().from(submissions).orderBy(asc(submissions.id));
    await t.deps.db.insert(submissions).values([
      { brokerId: broker.id, kind: "review", addressKey: "118 locke street south", primaryIncome: 60_000, at: t.now() },
      {
        brokerId: broker.id,
        kind: "review",
        addressKey: "elsewhere",
        applicantKey: "daniel|smithers|1984-03-19",
        primaryIncome: 70_000,
        at: t.now() + 1,
      },
      { brokerId: broker.id, kind: "review", addressKey: "elsewhere", applicantKey: "x", at: t.now() + 2 },
      { brokerId: other.id, kind: "review", addressKey: "118 locke street south", at: t.now() + 3 },
    ]);
    t.advance(1000);
    const upper = { ...APPLICATION, address: "118 LOCKE STREET SOUTH", tmpUploadId: token(t, broker) };
    await send(t, "testloan", upper, broker);
    const { loanId } = (await send(t, "newloan", upper, broker)).body.data;
    const tied = (await rows()).map(({ kind, loanId: to, primaryIncome }) => [kind, to === loanId, primaryIncome]);
    assert.deepEqual(tied, [
      ["review", false, 50_000], // too long ago
      ["review", true, 60_000], // the same address
      ["review", true, 70_000], // the same applicant
      ["review", false, null], // neither
      ["review", false, null], // another broker's
      ["submission", true, 98_000], // the unchanged review became the submission
    ]);
  }));

Deno.test("a loan's history lists earlier submissions, and a review over the limit only where more than the amount changed", () =>
  withBroker(async (t, broker) => {
    const admin = await t.account({ role: 9 });
    const other = await t.account();
    const submit = async (change: object, as = broker): Promise<number> => {
      t.advance(1000);
      const { status, body } = await send(t, "newloan", { ...APPLICATION, ...change, tmpUploadId: token(t, as) }, as);
      assert.equal(status, 200, body.reason);
      return body.data.loanId;
    };
    const history = async (id: number): Promise<[string, number][]> => {
      const { data } = await (await t.post("/api/loans/getloan", { id }, admin)).json();
      const entries = JSON.parse(data.loan.history);
      const listed = (await (await t.get("/api/loans/getloans", admin)).json()).data;
      assert.deepEqual(JSON.parse(listed.find((loan: Body) => loan.id === id).history), entries);
      return entries.map(({ kind, primaryIncome }: Body) => [kind, primaryIncome]);
    };
    const first = await submit({ primaryIncome: 80_000 });
    const elsewhere = await submit({ primaryIncome: 85_000, address: "9 Bay Street", firstName: "Ann" });
    const second = await submit({ primaryIncome: 90_000 });
    const applicant = await submit({ primaryIncome: 95_000, address: "40 Main Street West" });
    await submit({ primaryIncome: 70_000 }, other);
    assert.deepEqual(await history(first), [["submission", 80_000]]);
    assert.deepEqual(await history(elsewhere), [["submission", 85_000]]);
    assert.deepEqual(await history(second), [["submission", 80_000], ["submission", 90_000]]);
    assert.deepEqual((await history(applicant)).map(([, income]) => income), [80_000, 90_000, 95_000]);
    // Each says which loan it became; the loan's page leads to those that are not its own.
    const { data } = await (await t.post("/api/loans/getloan", { id: second }, admin)).json();
    assert.deepEqual(JSON.parse(data.loan.history).map(({ loanId }: Body) => loanId), [first, second]);
    const page = await (await t.get(`/dashboard/viewloan?id=${second}`, admin)).text();
    const [block] = page.match(/<section class="block" id="history".*?<\/section>/s)!;
    assert.match(block, new RegExp(`submitted as <a class="link" href="/dashboard/viewloan\\?id=${first}">[^<]+</a>`));
    assert.ok(!block.includes(`viewloan?id=${second}"`));
    t.advance(181 * 24 * 3600_000);
    await t.signInAgain(broker);
    await t.signInAgain(admin);
    const review = async (change: object, refused: boolean) => {
      t.advance(1000);
      const { body } = await send(t, "testloan", { ...APPLICATION, ...change, tmpUploadId: token(t, broker) }, broker);
      assert.equal(body.data.result.maxLtvExceeded, refused);
    };
    await review({ newLoanAmount: 900_000 }, true);
    await review({ newLoanAmount: 800_000 }, true);
    await review({ newLoanAmount: 800_000, primaryIncome: 99_000 }, true);
    await review({ primaryIncome: 99_000 }, false);
    await review({ primaryIncome: 99_000, creditScore: 700 }, false);
    assert.deepEqual(await history(await submit({ primaryIncome: 99_000 })), [
      ["refused", 98_000], // lowered once, one entry
      ["review", 99_000], // the refused one became it
      ["submission", 99_000],
    ]);
  }));

Deno.test("scores and weights never reach a broker; administrators get the configuration and the settings whole", () =>
  withBroker(async (t, broker) => {
    const admin = await t.account({ role: 9 });
    const mine = await (await t.get("/api/loans/getconfig", broker)).text();
    assert.doesNotMatch(mine, /"(score|weight|active)"/);
    const shown = JSON.parse(mine).data;
    assert.deepEqual(shown.homeInformation.inputs[0].options.at(-1), {
      value: "Time Share",
      flag: "Error",
      message: "We do not fund time shares",
    });
    assert.deepEqual(shown.loanInfo.settings.brokerOrder, SCORING_CONFIG.loanInfo.settings.brokerOrder);
    const page = await (await t.get("/dashboard/submitloan", broker)).text();
    assert.match(page, /Submission Review/);
    assert.match(page, /&quot;flag&quot;:&quot;Yellow&quot;/, "flags are delivered on the broker's view too");
    assert.doesNotMatch(page, /&quot;(score|weight|active)&quot;/);
    const whole = await (await t.get("/api/loans/getconfig", admin)).json() as Body;
    assert.deepEqual(whole.data, JSON.parse(JSON.stringify(SCORING_CONFIG)));
    const settings = await (await t.get("/api/loans/getSettings", admin)).json() as Body;
    assert.equal(settings.maxLtv.limit, 80);
    assert.equal(settings.response, undefined, "the whole body is the settings");
  }));
