/** The papers that go with a letter, as page and PDF (lending rules 11). */
import assert from "node:assert/strict";
import { and, eq } from "drizzle-orm";
import { conditions, loans } from "../../../db/schema/mod.ts";
import { DAY_MS } from "../../../lib/domain/dates.ts";
import { fillLetter } from "../../../lib/domain/letters/letter.ts";
import { getEnclosure, getLetter } from "../../../lib/features/letters/mod.ts";
import { listFundingPoints } from "../../../lib/features/loans/mod.ts";
import { row, save } from "../../support/contract_acts.ts";
import { upload } from "../../support/files.ts";
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
    const stored = (await t.deps.db.select().from(loans).where(eq(loans.id, loan.id)).get())!;
    assert.equal(
      (await sendLetter(t, "save", stored, admin, { terms: { ...LETTER_TERMS, dischargeFee: 375 } })).status,
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
    const without = await page("viewInstructions");
    for (const said of ["The instructions to the lawyer are not complete yet", "Set the rate"]) {
      assert.ok(without.includes(said), said);
    }
  },
);

scene("the papers of a letter that is out state its terms, or are refused until it is generated anew", async (s) => {
  const { t, admin, loan } = s;
  const paper = async (enclosure: string) => {
    const answer = await t.get(`/api/loans/downloadenclosure?loanId=${loan.id}&enclosure=${enclosure}`, admin);
    if (answer.status !== 200) return (await answer.json()).reason;
    await answer.body?.cancel();
    return null;
  };
  const papers = async () => [await paper("disclosure"), await paper("instructions")];
  const letter = async (revision: number, more: object = {}) => {
    const answer = await sendLetter(t, "generate", await row(s), admin, { revision, ...more });
    assert.equal(answer.status, 200, await answer.text());
  };
  await letter(0, { terms: { ...LETTER_TERMS, expiresOn: "2026-11-24" } });
  assert.deepEqual(await papers(), [null, null]);
  t.advance(5 * DAY_MS);
  assert.deepEqual(await papers(), [null, null], "past the offer's last day, and before the advance");
  const page = await (await t.get(`/dashboard/viewDisclosure/${loan.id}`, admin)).text();
  assert.match(page, /dated 20 November 2026 costs you.+given to you on 25 November 2026/s);

  await save(s, { adminRate: 0.095, estClosingDate: "2026-12-11" });
  const outdated =
    "The letter of 20 November 2026 says other terms: rate 10.00%, now 9.50%; first day 4 December 2026, " +
    "now 11 December 2026. Generate the letter anew, or set back what was changed.";
  assert.deepEqual(await papers(), [outdated, outdated]);
  const terms = { ...LETTER_TERMS, expiresOn: "2026-12-09" };
  const basis = fillLetter(
    "commitment",
    (await getLetter(t.context(admin), { loanId: loan.id, kind: "commitment" })).facts,
    terms,
    [],
  )
    .sections.find(({ id }) => id === "rate")!;
  const edited = `"${basis.title}" was edited by hand`;
  await letter(1, {
    terms,
    sections: [{ id: "rate", text: `${basis.text}\n\nNo rounding.`, basis: basis.text }],
    confirmed: [`${edited}: the contract keeps the figures of the loan.`],
  });
  assert.deepEqual(await papers(), [null, null]);
  const warned = await (await t.get(`/dashboard/viewInstructions/${loan.id}`, admin)).text();
  assert.ok(
    warned.replaceAll("&quot;", '"').includes(`${edited} in the letter: this paper has the figures of the loan.`),
  );
  // What the letter alone says counts too, and a letter saved but not generated says nothing yet.
  const saved = await sendLetter(t, "save", await row(s), admin, { revision: 2, terms: { ...terms, retainer: 700 } });
  assert.equal(saved.status, 200);
  assert.match(
    await paper("disclosure"),
    /^The letter of 25 November 2026 says other terms: retainer \$500.00, now \$700.00\./,
  );
  // So does what moves from one fee to another: their sum stays, the papers name each.
  const moved = { revision: 3, terms: { ...terms, otherFees: 300, lawyerFee: 100 } };
  assert.equal((await sendLetter(t, "save", await row(s), admin, moved)).status, 200);
  assert.match(
    await paper("disclosure"),
    /says other terms: other costs \$400.00, now \$300.00; fee of our lawyer \$0.00, now \$100.00\./,
  );
});

scene("a renewal's statement is held against the renewal that is out, not against the form", async (s) => {
  const { t, admin, loan } = s;
  await save(s, { adminComSelect: "Funded", dateFunded: "2025-12-15" });
  const terms = { ...LETTER_TERMS, retainer: null, otherFees: null, rate: 0.11, term: "1 year", fee: 500 };
  const made = await sendLetter(t, "generate", await row(s), admin, { kind: "renewal", terms });
  assert.equal(made.status, 200, await made.text());
  const statement = () =>
    getEnclosure(t.context(admin), { loanId: loan.id, enclosure: "disclosure", letter: "renewal" });
  assert.deepEqual((await statement()).filled.problems, []);
  const saved = await sendLetter(t, "save", await row(s), admin, {
    kind: "renewal",
    revision: 1,
    terms: { ...terms, rate: 0.12 },
  });
  assert.equal(saved.status, 200);
  assert.match((await statement()).filled.problems[0], /says other terms: rate 11\.00%, now 12\.00%\. Generate/);
});

loanScene({ ...WHOLE }, { conditions: [{ id: 12 }] })(
  "a condition is open in letter and instructions until what was sent for it is accepted",
  async ({ t, broker, admin, loan }) => {
    const open = async () => {
      const { facts, draft } = await getLetter(t.context(admin), { loanId: loan.id, kind: "commitment" });
      const letter = fillLetter("commitment", facts, draft.terms, []).sections;
      const { filled } = await getEnclosure(t.context(admin), {
        loanId: loan.id,
        enclosure: "instructions",
        letter: "commitment",
      });
      return [...letter, ...filled.sections].filter(({ id, text }) =>
        id === "conditions" && /- Identification/.test(text)
      )
        .length;
    };
    assert.equal(await open(), 2);
    await upload(t, "/api/loans/uploadotherfile", { loanId: loan.id, conditionId: 12 }, broker);
    assert.equal(await open(), 2, "it may still be sent back");
    const { db } = t.deps,
      restrict = (restriction: "none" | "admin") =>
        db.update(conditions).set({ restriction }).where(and(eq(conditions.loanId, loan.id), eq(conditions.id, 12)));
    const atFunding = async () => {
      const data = { adminComSelect: "Funded", dateFunded: "2026-11-20" } as const;
      return (await listFundingPoints(t.context(admin), { loanId: loan.id, data })).open.join(" ");
    };
    await restrict("admin");
    assert.equal(await open(), 0, "the lender's list has its own ones as settled");
    assert.doesNotMatch(await atFunding(), /to accept/);
    await restrict("none");
    assert.match(await atFunding(), /still to accept: Identification/);
    const accepted = { loanId: loan.id, conditionId: 12, accept: true };
    assert.equal((await t.post("/api/loans/reviewbrokercondition", accepted, admin)).status, 200);
    assert.equal(await open(), 0);
  },
);
