/** A letter is generated as it was seen: what it says may change without the loan's form (lending rules 11). */
import assert from "node:assert/strict";
import type { LetterFacts } from "../../../lib/domain/letters/facts.ts";
import { fillLetter } from "../../../lib/domain/letters/letter.ts";
import type { LetterTerms } from "../../../lib/domain/letters/terms.ts";
import { getLetter } from "../../../lib/features/letters/mod.ts";
import { LETTER_TERMS, sendLetter, WHOLE } from "../../support/letters.ts";
import { type LoanScene, loanScene } from "../../support/loan_scene.ts";

const scene = loanScene({ ...WHOLE }, { conditions: [{ id: 11 }] });

/** The letter's sections as its page draws them. */
const seenOf = (facts: LetterFacts, terms: LetterTerms = LETTER_TERMS) =>
  fillLetter("commitment", facts, terms, []).sections.map(({ filled }) => filled);
const opened = async (s: LoanScene) =>
  (await getLetter(s.t.context(s.admin), { loanId: s.loan.id, kind: "commitment" })).facts;
const generate = async (s: LoanScene, seen: string[], more: object = {}) => {
  const answer = await sendLetter(s.t, "generate", s.loan, s.admin, { seen, ...more });
  return { status: answer.status, ...await answer.json() };
};

const CHANGES: Record<string, (s: LoanScene) => Promise<void>> = {
  async "another broker"({ t, loan, admin, stranger }) {
    const sent = { loanId: loan.id, brokerId: stranger.id };
    assert.equal((await t.post("/api/loans/updatebrokerloan", sent, admin)).status, 200);
  },
  async "another list of conditions"({ t, loan, admin }) {
    const conditions = [{ id: 8, type: 1, title: "NOA" }];
    assert.equal((await t.post("/api/loans/savebrokerconditions", { loanId: loan.id, conditions }, admin)).status, 200);
  },
  "another day"({ t }) {
    t.advance(24 * 3600_000);
    return Promise.resolve();
  },
};
for (const [what, change] of Object.entries(CHANGES)) {
  scene(`${what} since the page was opened is shown before a letter is made`, async (s) => {
    const seen = seenOf(await opened(s));
    await change(s);
    await s.t.signInAgain(s.admin);
    const refused = await generate(s, seen);
    assert.deepEqual([refused.status, refused.code], [409, "stale"]);
    assert.match(refused.reason, /^Somebody changed what this letter says after you opened it\./);
    assert.equal((await generate(s, seenOf(refused.theirs.facts))).status, 200);
  });
}

scene("what a generated letter changes of the next one comes with its answer", async (s) => {
  const first = await generate(s, seenOf(await opened(s)));
  assert.equal(first.status, 200);
  assert.deepEqual(first.data.facts, JSON.parse(JSON.stringify(await opened(s))));
  const terms = { ...LETTER_TERMS, retainer: 600 };
  const again = await generate(s, seenOf(first.data.facts, terms), { terms, revision: 1 });
  assert.equal(again.status, 200, again.reason);
});

scene("a letter that a colleague generated meanwhile comes with the refusal of an older page's save", async (s) => {
  const { data } = await generate(s, seenOf(await opened(s)));
  const { draft, ...now } = await getLetter(s.t.context(s.admin), { loanId: s.loan.id, kind: "commitment" });
  assert.deepEqual(data, { ...JSON.parse(JSON.stringify(now)), revision: draft.revision });
  assert.deepEqual([now.offer?.rate, now.file?.name], [0.1, `Mortgage commitment ${s.loan.clientCode}.pdf`]);
  const late = await (await sendLetter(s.t, "save", s.loan, s.admin, { terms: { ...LETTER_TERMS, fee: 5 } })).json();
  const { terms: _terms, sections: _sections, ...theirs } = late.theirs;
  assert.deepEqual(theirs, data);
});
