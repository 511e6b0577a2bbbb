/** The papers that go with a letter, as page and PDF (lending rules 11). */
import assert from "node:assert/strict";
import { eq } from "drizzle-orm";
import { loans } from "../../../db/schema/mod.ts";
import { LETTER_TERMS, sendLetter, WHOLE } from "../../support/letters.ts";
import { loanScene } from "../../support/loan_scene.ts";

const scene = loanScene({ ...WHOLE });

scene(
  "disclosure and instructions are filled from the loan and its letter's draft, and printed once whole",
  async (s) => {
    const { t, admin, loan } = s;
    const page = async (name: string) => {
      const answer = await t.get(`/dashboard/${name}/${loan.id}`, admin);
      assert.equal(answer.status, 200);
      return await answer.text();
    };
    const pdf = (query: string) => t.get(`/api/loans/downloadenclosure?loanId=${loan.id}&${query}`, admin);
    const row = (await t.deps.db.select().from(loans).where(eq(loans.id, loan.id)).get())!;
    assert.equal(
      (await sendLetter(t, "save", row, admin, { terms: { ...LETTER_TERMS, dischargeFee: 375 } })).status,
      200,
    );
    const disclosure = await page("viewDisclosure");
    for (const said of ["Disclosure statement", "Annual percentage rate", "$375.00", "24 November 2026"]) {
      assert.ok(disclosure.includes(said), said);
    }
    const instructions = await page("viewInstructions");
    for (const said of ["Statement of funds", "Net advance", "What to return"]) {
      assert.ok(instructions.includes(said), said);
    }
    for (const enclosure of ["disclosure", "instructions"]) {
      const made = await pdf(`enclosure=${enclosure}`);
      assert.equal(made.status, 200);
      assert.equal(made.headers.get("content-type"), "application/pdf");
      assert.match(new TextDecoder("latin1").decode(await made.arrayBuffer()), /^%PDF-/);
    }
    const renewal = await pdf("enclosure=disclosure&letter=renewal");
    assert.equal(renewal.status, 422, "a loan that is not funded has nothing to renew");
    await renewal.body?.cancel();

    await t.deps.db.update(loans).set({ adminRate: null }).where(eq(loans.id, loan.id));
    const refused = await pdf("enclosure=disclosure");
    assert.deepEqual([refused.status, (await refused.json()).reason], [422, "Not set: rate."]);
    assert.ok((await page("viewInstructions")).includes("Set the rate"));
  },
);
