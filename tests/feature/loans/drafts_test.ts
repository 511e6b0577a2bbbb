/** Unfinished applications, and copies of earlier loans. */
import assert from "node:assert/strict";
import { eq } from "drizzle-orm";
import { files, submissionDrafts, uploads } from "../../../db/schema/mod.ts";
import { copyLoan } from "../../../lib/features/loans/copy_loan.ts";
import { removeExpired } from "../../../lib/features/operations/remove_expired.ts";
import { loadDraft } from "../../../lib/features/loans/load_draft.ts";
import { readUploadToken } from "../../../lib/features/files/upload_token.ts";
import type { TestAccount, TestApp } from "../../support/app.ts";
import { APPLICATION, pdfFile } from "../../support/application.ts";
import { fingerprint } from "../../support/fingerprint.ts";
import { makeLoan } from "../../support/loans.ts";
import { type Body, send, token, withBroker } from "../../support/submission.ts";

const DAY = 24 * 3600_000;
const DRAFT = {
  entries: { firstName: "Daniel", lastName: "Smithers", newLoanAmount: "120,000" },
  rows: [{ address: "4 Cottage Rd", value: "300,000" }],
  exit: "Yes",
  comments: "Refinance",
  marks: { firstName: { type: "application", file: "a.pdf", page: 1 } },
  files: [] as { id: string; type: string }[],
};

async function save(t: TestApp, who: TestAccount | null, tmpUploadId: string, changes: object = {}) {
  const answer = await t.post("/api/loans/savedraft", { draft: { ...DRAFT, ...changes }, tmpUploadId }, who);
  return { status: answer.status, body: await answer.json() as Body };
}

async function addFile(t: TestApp, tmpUploadId: string, name: string): Promise<string> {
  const form = new FormData();
  form.set("tmpUploadId", tmpUploadId);
  form.set("file0", pdfFile(name));
  return ((await (await t.post("/api/pdf/upload", form)).json()) as Body).uploadedFiles[0].id;
}

Deno.test("the last draft of an account is saved with its files, and returned to that account alone", () =>
  withBroker(async (t, broker) => {
    const form = token(t, broker);
    const kept = await addFile(t, form, "kept.pdf");
    await addFile(t, form, "removed.pdf");
    assert.equal((await save(t, broker, form)).status, 200);
    t.advance(60_000);
    assert.deepEqual((await save(t, broker, form, { files: [{ id: kept, type: "bureau" }] })).body, {
      response: true,
      updatedAt: t.now(),
    });
    const draft = (await loadDraft(t.context(broker)))!;
    assert.equal(draft.content.entries.lastName, "Smithers");
    assert.deepEqual(draft.files.map(({ name, type }) => [name, type]), [["kept.pdf", "bureau"]]);
    assert.equal((await t.deps.db.select().from(submissionDrafts)).length, 1);
    assert.equal(await loadDraft(t.context(await t.account())), null);
    assert.equal(await loadDraft(t.context(null)), null);
    const now = async (who: TestAccount) => (await (await t.get("/api/loans/getdraft", who)).json()).data;
    const { draft: again, tmpUploadId } = await now(broker);
    assert.deepEqual([again, readUploadToken(t.context(broker), tmpUploadId).uploadId], [draft, draft.uploadId]);
    assert.equal(await now(await t.account()), null);
    const html = await (await t.get("/dashboard/submitloan", broker)).text();
    assert.match(html, /Continue your draft of 20 Nov, 12:01/);
    const other = await (await t.get("/dashboard/submitloan", await t.account())).text();
    assert.doesNotMatch(other, /Continue your draft/);
  }));

Deno.test("nobody saves or discards another's draft, and malformed input is refused", () =>
  withBroker(async (t, broker) => {
    const other = await t.account();
    const form = token(t, broker);
    await save(t, broker, form);
    const before = await fingerprint(t);
    assert.equal((await save(t, null, form)).status, 401);
    assert.equal((await save(t, other, form)).status, 403);
    assert.equal((await save(t, await t.account({ role: 5 }), form)).status, 403);
    for (
      const changes of [
        { entries: { lastName: "x".repeat(2_001) } },
        { entries: { "__proto__ x": "1" } },
        { entries: Object.fromEntries(Array.from({ length: 101 }, (_, i) => [`f${i}`, "1"])) },
        { rows: Array.from({ length: 31 }, () => ({})) },
        { marks: { a: { type: "letter", file: "a", page: 1 } } },
        { comments: 5 },
        { files: [{ id: "x", type: "commitment" }] },
      ]
    ) assert.equal((await save(t, broker, form, changes)).status, 422, JSON.stringify(changes).slice(0, 60));
    const discard = await t.post("/api/loans/discarddraft", { tmpUploadId: form }, other);
    assert.equal(discard.status, 403);
    await discard.body?.cancel();
    assert.equal(await fingerprint(t).then((now) => now.length), before.length);
    assert.equal((await loadDraft(t.context(broker)))!.content.comments, "Refinance");
  }));

Deno.test("starting over removes the draft, and the next clean-up its files", () =>
  withBroker(async (t, broker) => {
    const form = token(t, broker);
    const id = await addFile(t, form, "a.pdf");
    await save(t, broker, form, { files: [{ id, type: "other" }] });
    const { updatedAt } = (await loadDraft(t.context(broker)))!;
    t.advance(1000);
    await save(t, broker, form, { files: [{ id, type: "other" }], comments: "From another window" });
    const stale = await t.post("/api/loans/discarddraft", { tmpUploadId: form, keptAt: updatedAt }, broker);
    assert.deepEqual([stale.status, /saved again meanwhile/.test((await stale.json()).reason)], [409, true]);
    const { content, updatedAt: keptAt } = (await loadDraft(t.context(broker)))!;
    assert.equal(content.comments, "From another window");
    const answer = await t.post("/api/loans/discarddraft", { tmpUploadId: form, keptAt }, broker);
    const { tmpUploadId } = await answer.json() as Body;
    assert.notEqual(tmpUploadId.split(".")[0], form.split(".")[0], "a new upload");
    assert.equal(await loadDraft(t.context(broker)), null);
    await t.runJobs();
    assert.deepEqual(await t.deps.db.select().from(files), []);
    assert.equal((await save(t, broker, tmpUploadId)).status, 200);
  }));

Deno.test("a draft's upload outlives a week, and both expire after 60 days", () =>
  withBroker(async (t, broker) => {
    const form = token(t, broker);
    const id = await addFile(t, form, "a.pdf");
    await save(t, broker, form, { files: [{ id, type: "application" }] });
    t.advance(59 * DAY);
    await t.signInAgain(broker);
    await t.runJobs();
    assert.equal((await loadDraft(t.context(broker)))!.files.length, 1);
    const html = await (await t.get("/dashboard/submitloan", broker)).text();
    const fresh = /tmpUploadId&quot;:&quot;([^&]+)&quot;/.exec(html)![1];
    assert.equal(fresh.split(".")[0], form.split(".")[0], "the same upload under a new token");
    const made = await send(
      t,
      "newloan",
      { ...APPLICATION, tmpUploadId: fresh, files: [{ id, type: "bureau" }] },
      broker,
    );
    assert.equal(made.status, 200);
    const [file] = await t.deps.db.select().from(files);
    assert.deepEqual([file.loanId, file.kind], [made.body.data.loanId, "bureau"]);

    const other = await t.account();
    const late = token(t, other);
    await addFile(t, late, "b.pdf");
    await save(t, other, late);
    t.advance(60 * DAY);
    assert.ok(await loadDraft(t.context(other)), "its sixtieth day is not over");
    t.advance(DAY);
    await removeExpired(t.context());
    assert.equal(await loadDraft(t.context(other)), null);
    await t.runJobs();
    await t.runJobs();
    assert.deepEqual(await t.deps.db.select().from(submissionDrafts), []);
    assert.deepEqual((await t.deps.db.select().from(files)).map(({ name }) => name), ["a.pdf"]);
    assert.deepEqual(await t.deps.db.select().from(uploads).where(eq(uploads.accountId, other.id)), []);
  }));

Deno.test("a submitted application leaves no draft, and a late save makes none", () =>
  withBroker(async (t, broker) => {
    const form = token(t, broker);
    await save(t, broker, form);
    assert.equal((await send(t, "testloan", { ...APPLICATION, tmpUploadId: form }, broker)).status, 200);
    assert.ok(await loadDraft(t.context(broker)), "a review is no submission");
    assert.equal((await send(t, "newloan", { ...APPLICATION, tmpUploadId: form }, broker)).status, 200);
    assert.deepEqual(await t.deps.db.select().from(submissionDrafts), []);
    const late = await save(t, broker, form);
    assert.deepEqual([late.status, late.body.reason], [409, "This form was already submitted. Open a new one."]);
    assert.deepEqual(await t.deps.db.select().from(submissionDrafts), []);
  }));

Deno.test("an empty draft is not offered", () =>
  withBroker(async (t, broker) => {
    const nothing = { entries: { lastName: " " }, rows: [], exit: "", comments: "", marks: {} };
    assert.equal((await save(t, broker, token(t, broker), nothing)).status, 200);
    assert.equal(await loadDraft(t.context(broker)), null);
  }));

Deno.test("a copy has the entries without dates and files; another's loan answers as a missing one", () =>
  withBroker(async (t, broker) => {
    const loan = await makeLoan(t, { brokerId: broker.id, comments: "SIN 046 454 286", maturesIn: "2028-01-01" }, {
      additionalProperties: [{ address: "4 Cottage Rd", value: 300_000, mortgage: 0 }],
    });
    const { content, clientCode } = await copyLoan(t.context(broker), { loanId: loan.id });
    assert.equal(clientCode, loan.clientCode);
    assert.equal(content.entries.lastName, "Smithers");
    assert.equal(content.entries.appraisedValue, "850,000");
    for (const date of ["DOB", "estClosingDate", "maturesIn"]) assert.ok(!(date in content.entries), date);
    assert.deepEqual(content.rows, [{ address: "4 Cottage Rd", value: "300,000", mortgage: "0" }]);
    assert.equal(content.exit, "Yes");
    assert.equal(content.comments, "SIN xxx-xxx-xxx");
    assert.deepEqual(content.files, []);

    const stranger = await t.account();
    const foreign = await t.get(`/dashboard/submitloan?copy=${loan.id}`, stranger);
    const missing = await t.get("/dashboard/submitloan?copy=999999", stranger);
    assert.deepEqual([foreign.status, missing.status], [404, 404]);
    await Promise.all([foreign.body?.cancel(), missing.body?.cancel()]);
    for (const bad of ["x", "0", "1;drop", ""]) {
      const answer = await t.get(`/dashboard/submitloan?copy=${encodeURIComponent(bad)}`, broker);
      assert.equal(answer.status, 404, bad);
      await answer.body?.cancel();
    }
    const page = await (await t.get(`/dashboard/submitloan?copy=${loan.id}`, broker)).text();
    assert.match(page, new RegExp(`Copied from <!-- -->${loan.clientCode}|Copied from ${loan.clientCode}`));
    const view = await (await t.get(`/dashboard/viewloan/${loan.id}`, broker)).text();
    assert.ok(view.includes(`/dashboard/submitloan?copy=${loan.id}`));
  }));

const QUOTE =
  "type=bridge&valueOfResidence=850000&loanAmount=120000&creditScore=640&bridgeTerm=90&existingFirstMtg=2400&existingFirstMtgAmt=400000&householdIncome=120000&yearsOfEmployment=5&ltv=61&postal=M5V%202T6";

Deno.test("a new loan begins with a quote's figures, marked as such, and leaves the draft until it is replaced", () =>
  withBroker(async (t, broker) => {
    const open = async (query: string) => await (await t.get(`/dashboard/submitloan?${query}`, broker)).text();
    const page = await open(QUOTE);
    assert.match(page, /The figures of your quote are filled in/);
    for (
      const [field, entry] of [["firstOrSecond", "Bridge"], ["newLoanAmount", "120,000"], ["bridgeTerm", "90"], [
        "postal",
        "M5V 2T6",
      ]]
    ) {
      assert.ok(page.includes(`&quot;${field}&quot;:&quot;${entry}&quot;`), field);
      assert.ok(page.includes(`&quot;${field}&quot;:{&quot;type&quot;:&quot;quote&quot;}`), `${field} is marked`);
    }
    for (const none of ["", "type=none", "type=second&loanAmount=-5", "type=second&creditScore=x"]) {
      assert.doesNotMatch(await open(none), /figures of your quote/, none);
    }
    assert.equal(
      (await save(t, broker, token(t, broker), { marks: { newLoanAmount: { type: "quote" } } })).status,
      200,
    );
    const offered = await open(QUOTE);
    assert.match(offered, /This application from your quote is not saved until it replaces the draft/);
    assert.match(offered, /Replace it with this application from your quote/);
  }));

Deno.test("a quote asked for signed out is kept through the login", () =>
  withBroker(async (t, broker) => {
    const register = await (await t.get(`/register?${QUOTE}`)).text();
    const login = /Have an account\?(?:<!-- -->| )*<a href="(\/login\?next=[^"]+)"/.exec(register)![1].replaceAll(
      "&amp;",
      "&",
    );
    const signedIn = await t.get(login, broker);
    const to = new URL(signedIn.headers.get("location")!, "http://localhost");
    assert.deepEqual([to.pathname, to.searchParams.get("loanAmount"), to.searchParams.get("postal")], [
      "/dashboard/submitloan",
      "120000",
      "M5V 2T6",
    ]);
    assert.match(register, /isQuote&quot;:true/);
    for (const none of ["", "?type=junk", "?type=none", "?type=second&loanAmount=-5", "?loanAmount=120000"]) {
      const html = await (await t.get(`/register${none}`)).text();
      assert.doesNotMatch(html, /Have an account/, none);
      assert.match(html, /isQuote&quot;:false/, "its form keeps nothing for the first sign-in");
    }
  }));
