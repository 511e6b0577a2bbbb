/** A closed loan's conditions: its broker only reads them, the lender still edits (docs/decisions/conditions.md). */
import assert from "node:assert/strict";
import { eq } from "drizzle-orm";
import { files, loans } from "../../../db/schema/mod.ts";
import type { LoanStatus } from "../../../lib/domain/loans/status.ts";
import type { TestAccount } from "../../support/app.ts";
import { upload } from "../../support/files.ts";
import { type LoanScene, loanScene, ONE_OF_EACH } from "../../support/loan_scene.ts";

const UPDATE = "/api/loans/updatebrokercondition", UPLOAD = "/api/loans/uploadotherfile";
const REVIEW = "/api/loans/reviewbrokercondition";
const CHECK = 31, BINDER = 11, ILA = 5;
const CLOSED = "This loan is closed, so its conditions are read-only. Ask us if a paper has to change.";

const scene = loanScene({}, { conditions: ONE_OF_EACH });

const setStatus = ({ t, loan }: LoanScene, adminComSelect: LoanStatus) =>
  t.deps.db.update(loans).set({ adminComSelect }).where(eq(loans.id, loan.id));

/** The three ways in which a condition is completed. */
const acts = ({ t, loan }: LoanScene, as: TestAccount) => [
  () => t.post(UPDATE, { loanId: loan.id, conditionId: CHECK, condtionState: true }, as),
  () => t.post(UPDATE, { loanId: loan.id, conditionId: ILA, condtionState: true, conditionText: "Dana" }, as),
  () => upload(t, UPLOAD, { loanId: loan.id, conditionId: BINDER }, as),
];

scene("a broker completes no condition of a closed loan, and is told whom to ask", async (s) => {
  for (const status of ["Repaid", "Declined", "Loss", "Trash"] as const) {
    await setStatus(s, status);
    for (const act of acts(s, s.broker)) {
      const answer = await act();
      assert.deepEqual([answer.status, (await answer.json()).reason], [403, CLOSED], status);
    }
  }
  assert.deepEqual(await s.t.deps.db.select().from(files), [], "no file was kept");
  for (const act of acts(s, s.admin)) assert.equal((await act()).status, 200, "the lender still does");
});

scene("a broker completes conditions of a pending and of a funded loan", async (s) => {
  for (const status of ["NA", "Funded"] as const) {
    await setStatus(s, status);
    for (const act of acts(s, s.broker)) assert.equal((await act()).status, 200, status);
  }
});

scene("nothing is sent back to the broker of a closed loan", async (s) => {
  const { t, broker, admin, loan } = s;
  await t.post(UPDATE, { loanId: loan.id, conditionId: CHECK, condtionState: true }, broker);
  await setStatus(s, "Repaid");
  const review = { loanId: loan.id, conditionId: CHECK, reason: "The date is another." };
  const back = await t.post(REVIEW, { ...review, accept: false }, admin);
  assert.equal(back.status, 409);
  assert.match((await back.json()).reason, /This loan is closed.*Set the loan's status back first\./);
  assert.equal((await t.post(REVIEW, { ...review, accept: true }, admin)).status, 200);
});

scene("the page of a closed loan asks its broker for nothing", async (s) => {
  const { t, broker, loan } = s;
  await upload(t, UPLOAD, { loanId: loan.id, conditionId: BINDER }, broker);
  await setStatus(s, "Repaid");
  const page = (await (await t.get(`/dashboard/viewloan/${loan.id}`, broker)).text()).replace(/<!--.*?-->/g, "");
  const list = /<div class="conditions">.*?<\/is-land>/s.exec(page)![0];
  assert.ok(page.includes(CLOSED));
  assert.match(list, /1 of 4 completed.*Closed with 3 open/s);
  assert.match(list, /<h3 class="subheading">Not completed<\/h3>/);
  assert.match(list, /statement\.pdf/, "what was uploaded is named");
  assert.doesNotMatch(list, /<button|<input|<textarea|To do|We complete|up to 25 MB/);
});
