/** Contracts after a mistake: what is set late, emptied, accepted early or said twice (lending rules 10 to 12). */
import assert from "node:assert/strict";
import { letters, letterSections } from "../../../db/schema/mod.ts";
import { getLetter, getPayout } from "../../../lib/features/letters/mod.ts";
import { getLoan, loadLoanScreen } from "../../../lib/features/loans/mod.ts";
import { amendmentStart } from "../../../lib/domain/letters/amendment.ts";
import { contractDifferences } from "../../../lib/domain/loans/contract_differences.ts";
import { LETTER_TERMS, sendLetter, WHOLE } from "../../support/letters.ts";
import { call, row, rows, save } from "../../support/contract_acts.ts";
import { type LoanScene, loanScene } from "../../support/loan_scene.ts";

const DAY_MS = 24 * 3600_000;
const scene = loanScene({ ...WHOLE });
const RENEWAL = { ...LETTER_TERMS, retainer: null, otherFees: null, rate: 0.11, term: "1 year", fee: 500 };

/** Generates a letter of the loan as it is stored; answers the offered contract. */
async function letter(s: LoanScene, more: Record<string, unknown> = {}) {
  const answer = await sendLetter(s.t, "generate", await row(s), s.admin, more);
  assert.equal(answer.status, 200, await answer.clone().text());
  return (await rows(s)).at(-1)!;
}
const accept = async (s: LoanScene, more: Record<string, unknown>) =>
  await call(s, "acceptletter", { loanId: s.loan.id, contractId: (await letter(s, more)).id });

const screenOf = ({ t, admin, loan }: LoanScene) => loadLoanScreen(t.context(admin), loan.id);
const payoutOn = ({ t, admin, loan }: LoanScene, date: string) =>
  getPayout(t.context(admin), { loanId: loan.id, date, discharge: null, fees: null });

scene("a penalty that was forgotten at funding is asked for then, and may still be set", async (s) => {
  const open = "No payment penalty is set: there is no payout before maturity until it is.";
  await save(s, { adminPenalty: "" });
  const asked = await call(s, "fundingpoints", { loanId: s.loan.id, data: { dateFunded: "2026-11-20" } });
  assert.ok(asked.open.includes(open), JSON.stringify(asked.open));
  await save(s, { adminComSelect: "Funded", dateFunded: "2026-11-20" });
  const unset = await payoutOn(s, "2027-01-20");
  assert.deepEqual([unset.payout, unset.missing.map(({ what }) => what)], [null, ["payment penalty"]]);
  await save(s, { adminPenalty: "2 months" });
  // Two months of 833.33, and those of December and January that nobody has paid, with 31 days on the first: 7.08 at
  // 10%.
  const { payout, later } = await payoutOn(s, "2027-01-20");
  assert.deepEqual([payout?.penalty, later[9].penalty, payout?.total], [166_667, 166_667, 10_334_041]);
  const { contract, row: loan } = await screenOf(s);
  assert.deepEqual(contractDifferences(contract.latest!, loan), []);
});

scene("a discharge fee that is taken off the payout stays off", async (s) => {
  await letter(s, { terms: { ...LETTER_TERMS, dischargeFee: 350 } });
  s.t.advance(14 * DAY_MS);
  await s.t.signInAgain(s.admin);
  await save(s, { adminComSelect: "Funded", dateFunded: "2026-12-04" });
  const page = async (query: string) =>
    await (await s.t.get(`/dashboard/payout/${s.loan.id}?date=2026-12-18${query}`, s.admin)).text();
  // 100,000, 14 days of it at 10% (383.56) and three months of 833.33.
  for (const [query, value, total] of [["", "350", "$103,233.56"], ["&discharge=0", "0", "$102,883.56"]] as const) {
    const text = await page(query);
    assert.match(text, new RegExp(`name="discharge"[^>]*value="${value}"|value="${value}"[^>]*name="discharge"`));
    assert.ok(text.includes(total), `${query}: ${total}`);
  }
  assert.ok((await page("&discharge=&fees=")).includes("$102,883.56"));
});

scene("a renewal that is accepted early leaves the head to the contract that still runs", async (s) => {
  await save(s, { adminComSelect: "Funded", dateFunded: "2025-12-04" });
  await accept(s, { kind: "renewal", terms: RENEWAL });
  const head = async () => {
    const { contract: { terms, latest, source } } = await screenOf(s);
    const { loan } = await getLoan(s.t.context(s.admin), { id: s.loan.id });
    return [terms?.rate, terms?.payment, terms?.maturity, latest?.maturity, source, loan.monthlyPayments];
  };
  assert.deepEqual(await head(), [0.1, 833.33, "2026-12-04", "2027-12-04", "form", 833.33]);
  await save(s, { adminComments: "Told the borrower." });
  assert.equal((await row(s)).monthlyPayments, 833.33);
  s.t.advance(13 * DAY_MS);
  assert.deepEqual((await head())[0], 0.1, "the day before");
  s.t.advance(DAY_MS);
  assert.deepEqual(await head(), [0.11, 916.67, "2027-12-04", "2027-12-04", "letter", 916.67]);
});

scene("an accepted renewal leaves nothing in the draft of the next one", async (s) => {
  await save(s, { adminComSelect: "Funded", dateFunded: "2025-12-04" });
  const sections = [{ id: "unchanged", text: "Nothing else changes.", basis: "" }];
  await accept(s, { kind: "renewal", terms: { ...RENEWAL, unpaidInterest: 500 }, sections });
  const draft = (await s.t.deps.db.select().from(letters).get())!;
  assert.deepEqual(
    [draft.rate, draft.term, draft.fee, draft.unpaidInterest, draft.expiresOn, draft.offeredUntil, draft.revision],
    [null, "", null, null, "", "2026-11-27", 2],
  );
  assert.deepEqual(await s.t.deps.db.select().from(letterSections), []);
  s.t.advance(350 * DAY_MS);
  await s.t.signInAgain(s.admin);
  const terms = { ...RENEWAL, expiresOn: "2027-11-20" };
  const late = await sendLetter(s.t, "generate", await row(s), s.admin, { kind: "renewal", revision: 1, terms });
  assert.equal(late.status, 409, "a page from before the acceptance");
  const next = await letter(s, { kind: "renewal", revision: 2, terms });
  // The 500 were renewed once.
  assert.deepEqual([next.principal, next.effectiveDate], [100_500, "2027-12-04"]);
});

scene("a commitment that was funded leaves its days and its wording out of the draft of an amendment", async (s) => {
  const sections = [{ id: "parties", text: "As agreed by word.", basis: "" }];
  await letter(s, { terms: { ...LETTER_TERMS, letterDate: "2026-11-20" }, sections });
  s.t.advance(14 * DAY_MS);
  await s.t.signInAgain(s.admin);
  await save(s, { adminComSelect: "Funded", dateFunded: "2026-12-04" });
  s.t.advance(100 * DAY_MS);
  const { facts, draft } = await getLetter(s.t.context(s.admin), { loanId: s.loan.id, kind: "commitment" });
  const { letterDate, expiresOn, retainer, otherFees } = draft.terms;
  assert.deepEqual(Object.keys(draft.terms).sort(), Object.keys(LETTER_TERMS).sort());
  assert.deepEqual([letterDate, expiresOn, retainer, otherFees, draft.edits, draft.revision], [
    "",
    "",
    500,
    400,
    [],
    2,
  ]);
  // The payment day after 14 March, not the advance.
  assert.deepEqual([facts.today, amendmentStart(facts, draft.terms)], ["2027-03-14", "2027-04-04"]);
  const stored = (await s.t.deps.db.select().from(letters).get())!;
  assert.deepEqual([stored.offeredUntil, stored.madeAt !== null], ["2026-11-27", true]);
});
