/** What is asked before a letter's terms come into force, and what was confirmed (lending rules 11 and 12). */
import assert from "node:assert/strict";
import { and, asc, desc, eq } from "drizzle-orm";
import { auditRows, conditions, contracts, loans } from "../../../db/schema/mod.ts";
import { LETTER_TERMS, sendLetter, WHOLE } from "../../support/letters.ts";
import { makeLoan } from "../../support/loans.ts";
import { type LoanScene, loanScene } from "../../support/loan_scene.ts";

const scene = loanScene({ ...WHOLE });
const RENEWAL = { ...LETTER_TERMS, retainer: null, otherFees: null, rate: 0.11, term: "1 year", fee: 500 };
const LAPSED = "The offer lapsed after 27 Nov 2026: no signed letter came back by then.";

const row = async ({ t, loan }: LoanScene) =>
  (await t.deps.db.select().from(loans).where(eq(loans.id, loan.id)).get())!;
const offers = ({ t }: LoanScene) => t.deps.db.select().from(contracts).orderBy(asc(contracts.version));

async function post({ t, admin }: LoanScene, name: string, body: object) {
  const answer = await t.post(`/api/loans/${name}`, body, admin);
  return { status: answer.status, body: await answer.json() };
}

async function done(s: LoanScene, name: string, body: object) {
  const answer = await post(s, name, body);
  assert.equal(answer.status, 200, JSON.stringify(answer.body));
  return answer.body.data;
}

async function letter(s: LoanScene, more: Record<string, unknown> = {}) {
  const answer = await sendLetter(s.t, "generate", await row(s), s.admin, more);
  assert.equal(answer.status, 200, await answer.clone().text());
}

/** Moves the clock from 20 November to 4 December 2026. */
async function toAdvance({ t, admin }: LoanScene) {
  t.advance(14 * 24 * 3600_000);
  await t.signInAgain(admin);
}

/** What the newest audit row of the loan says after the act. */
async function audited({ t }: LoanScene) {
  const [last] = await t.deps.db.select().from(auditRows).orderBy(desc(auditRows.id)).limit(1);
  return JSON.parse(last.after!);
}

scene("a lapsed offer is open at funding, and funding stands on what was confirmed alone", async (s) => {
  const { loan } = s;
  await letter(s);
  await toAdvance(s);
  const data = { adminComSelect: "Funded" };
  const seen = await done(s, "fundingpoints", { loanId: loan.id, data });
  assert.deepEqual(seen, {
    open: [LAPSED, "1 condition is still to do: Executed commitment letter."],
    offerId: (await offers(s))[0].id,
  });
  // Another letter with other costs, open until the new year: the form's terms are its own too.
  await letter(s, { revision: 1, terms: { ...LETTER_TERMS, otherFees: 900, expiresOn: "2026-12-04" } });
  const refused = await post(s, "updateloan", { loanId: loan.id, data, confirmed: seen });
  assert.deepEqual([refused.status, refused.body.reason], [
    409,
    "The open points of this loan changed since you confirmed them. Save again to see them.",
  ]);
  assert.equal((await row(s)).adminComSelect, "NA");
  const now = await done(s, "fundingpoints", { loanId: loan.id, data });
  assert.deepEqual(now.open, ["1 condition is still to do: Executed commitment letter."]);
  await done(s, "updateloan", { loanId: loan.id, data, confirmed: now });
  const { fundedWithOpen, confirmed } = await audited(s);
  assert.deepEqual([fundedWithOpen, confirmed], [now.open, now.open]);
  assert.equal((await offers(s)).at(-1)!.otherFees, 1400);
});

scene("a letter signed before its disclosure allows is named at funding, and on the letter's page", async (s) => {
  const { t, loan } = s;
  await letter(s);
  const sign = (days: number) =>
    t.deps.db.update(conditions).set({ completed: true, completedAt: t.now() + days * 24 * 3600_000 })
      .where(and(eq(conditions.loanId, loan.id), eq(conditions.id, 3)));
  const early = /^The letter came back signed on 20 November 2026\. The borrower may sign from 24 November 2026 on/;
  const points = async () =>
    (await done(s, "fundingpoints", { loanId: loan.id, data: { adminComSelect: "Funded", dateFunded: "2026-11-20" } }))
      .open as string[];
  await sign(0);
  assert.equal((await points()).filter((one) => early.test(one)).length, 1);
  const page = await (await t.get(`/dashboard/viewCommitment/${loan.id}`, s.admin)).text();
  assert.ok(page.includes("The letter came back signed on 20 November 2026"));
  await sign(4);
  assert.deepEqual((await points()).filter((one) => one.includes("came back signed")), []);
});

scene("a loan funded after its first payment fell due is told that its ledger is to be begun", async (s) => {
  const { t, loan, admin } = s;
  const said = (day: string) =>
    `A payment fell due on ${day}, so the loan's ledger does not begin by itself: ` +
    "begin it with the balance then, under Ledger.";
  const points = async (dateFunded: string, status = "Funded") => {
    const data = { adminComSelect: status, dateFunded };
    const { open } = await done(s, "fundingpoints", { loanId: loan.id, data });
    return (open as string[]).filter((one) => one.startsWith("A payment fell due"));
  };
  // Today is 20 November 2026; a payment that falls due today is posted.
  assert.deepEqual(await points("2026-10-20"), []);
  assert.deepEqual(await points("2026-10-19"), [said("19 Nov 2026")]);
  assert.deepEqual(await points("2026-10-19", "Repaid"), [], "its ledger is never begun");
  await done(s, "updateloan", { loanId: loan.id, data: { adminComSelect: "Funded", dateFunded: "2026-10-19" } });
  const page = await (await t.get(`/dashboard/loanledger?id=${loan.id}`, admin)).text();
  assert.match(page, /A ledger begins by itself only where a loan is funded before its first payment falls due\./);
  assert.match(page, /Servicing lists the\s+loan from then on\./);
  // Begun by hand, it stays as it is where the loan is funded anew.
  await done(s, "beginledger", { loanId: loan.id, day: "2026-11-19", principal: 100_000, due: 0, charges: 0 });
  await done(s, "updateloan", { loanId: loan.id, data: { adminComSelect: "NA" } });
  assert.deepEqual(await points("2026-10-18"), []);
});

scene("in bulk nobody is asked: what was open is kept, and nothing is called confirmed", async (s) => {
  await done(s, "updatemultipleloans", { loans: [s.loan.id], status: "Funded", from: "NA" });
  const { fundedWithOpen, confirmed } = await audited(s);
  assert.deepEqual([fundedWithOpen, confirmed], [
    ["No commitment letter was generated: the terms of the form come into force, with payments on the day of the advance."],
    undefined,
  ]);
});

scene("terms above the ceiling come into force by no status, but for a loan that had them", async (s) => {
  const { t, loan } = s;
  await t.deps.db.update(loans).set({ adminFee: 30_000, dateFunded: "2026-01-05" }).where(eq(loans.id, loan.id));
  for (const adminComSelect of ["Funded", "Repaid", "Loss"]) {
    const refused = await post(s, "updateloan", { loanId: loan.id, data: { adminComSelect } });
    assert.equal(refused.status, 422, adminComSelect);
    assert.match(refused.body.reason, /the legal ceiling is 35%/);
    const inBulk = await done(s, "updatemultipleloans", { loans: [loan.id], status: adminComSelect, from: "NA" });
    assert.equal(inBulk.outcomes[0].done, false, adminComSelect);
  }
  assert.deepEqual(await offers(s), []);
  await t.deps.db.update(loans).set({ adminComSelect: "Funded", everFunded: 1 }).where(eq(loans.id, loan.id));
  await done(s, "updateloan", { loanId: loan.id, data: { adminComSelect: "Trash" } });
  await done(s, "updateloan", { loanId: loan.id, data: { adminComSelect: "Funded" } });
});

scene("a loan that is repaid at once names the day that is missing, and its own status is asked for", async (s) => {
  const { open } = await done(s, "fundingpoints", { loanId: s.loan.id, data: { adminComSelect: "Repaid" } });
  assert.deepEqual(open, [
    "No commitment letter was generated: the terms of the form come into force, with payments on the day of the advance.",
    "Not set: date funded. No terms come into force until it is.",
  ]);
});

scene("a lapsed renewal is confirmed before it is put in force, unless it came back signed in time", async (s) => {
  const { t, loan } = s;
  await done(s, "updateloan", { loanId: loan.id, data: { adminComSelect: "Funded", dateFunded: "2025-12-04" } });
  await letter(s, { kind: "renewal", terms: RENEWAL });
  const [, offer] = await offers(s);
  await toAdvance(s);
  const accept = { loanId: loan.id, contractId: offer.id };
  const refused = await post(s, "acceptletter", accept);
  assert.deepEqual([refused.status, refused.body.reason, refused.body.toConfirm], [
    422,
    `${LAPSED} Confirm it, then put the renewal in force again.`,
    [LAPSED],
  ]);
  const signedAt = Date.UTC(2026, 10, 27, 18);
  await t.deps.db.update(conditions).set({ completed: true, completedAt: signedAt + 86_400_000 });
  assert.equal((await post(s, "acceptletter", accept)).status, 422, "it came back a day late");
  await t.deps.db.update(conditions).set({ completed: false, completedAt: null });
  await done(s, "acceptletter", { ...accept, confirmed: [LAPSED] });
  assert.deepEqual((await audited(s)).confirmed, [LAPSED]);
});

scene(
  "a renewal that came back signed in time comes into force later, but not on a loan that is not funded",
  async (s) => {
    const { t, loan } = s;
    await done(s, "updateloan", { loanId: loan.id, data: { adminComSelect: "Funded", dateFunded: "2025-12-04" } });
    await letter(s, { kind: "renewal", terms: RENEWAL });
    const [, offer] = await offers(s);
    await t.deps.db.update(conditions).set({ completed: true, completedAt: Date.UTC(2026, 10, 27, 18) });
    await toAdvance(s);
    const accept = { loanId: loan.id, contractId: offer.id };
    await t.deps.db.update(loans).set({ adminComSelect: "Repaid" }).where(eq(loans.id, loan.id));
    const refused = await post(s, "acceptletter", accept);
    assert.deepEqual([refused.status, refused.body.reason], [
      409,
      "This loan is Repaid. A renewal comes into force on a funded loan only: set it to Funded first.",
    ]);
    await t.deps.db.update(loans).set({ adminComSelect: "Funded" }).where(eq(loans.id, loan.id));
    // Signed on the day of its disclosure statement, a Friday.
    const early = Date.UTC(2026, 10, 20, 18);
    await t.deps.db.update(conditions).set({ completedAt: early });
    const tooSoon = await post(s, "acceptletter", accept);
    assert.equal(tooSoon.status, 422);
    assert.match(
      tooSoon.body.toConfirm.join(),
      /^The letter came back signed on 20 November 2026\. [^,]*24 November 2026/,
    );
    await t.deps.db.update(conditions).set({ completedAt: Date.UTC(2026, 10, 27, 18) });
    await done(s, "acceptletter", accept);
  },
);

scene("figures that the contract needs are asked for though a rewritten section names none", async (s) => {
  await done(s, "updateloan", { loanId: s.loan.id, data: { adminRate: "" } });
  const sections = ["rate", "cost"].map((id) => ({ id, text: "As agreed.", basis: "" }));
  const refused = await sendLetter(s.t, "generate", await row(s), s.admin, { sections });
  assert.deepEqual([refused.status, (await refused.json()).reason], [422, "Not set: rate."]);
  await done(s, "updateloan", { loanId: s.loan.id, data: { adminRate: 0.1 } });
  const again = await sendLetter(s.t, "generate", await row(s), s.admin, { sections });
  const byHand = '"Rate, payment and term" was edited by hand: the contract keeps the figures of the loan.';
  const { reason, toConfirm } = await again.json();
  assert.deepEqual([again.status, reason, toConfirm], [
    422,
    `${byHand} Confirm it, then generate the letter again.`,
    [byHand],
  ]);
  await letter(s, { sections, confirmed: [byHand] });
});

scene("in bulk each loan's open points are shown, and it is funded on what was confirmed alone", async (s) => {
  const { t, loan } = s;
  const other = await makeLoan(t, { adminRate: 0.1, adminTerm: "1 year", adminStructure: "Interest Only" });
  const dear = await makeLoan(t, { adminFee: 90_000 });
  const ids = [loan.id, other.id, dear.id, 99_999];
  const points = await done(s, "bulkfundingpoints", { loans: ids, status: "Funded" });
  assert.deepEqual(points.map(({ id }: { id: number }) => id), ids);
  assert.deepEqual(points.map(({ refusal }: { refusal: string | null }) => refusal === null), [
    true,
    true,
    false,
    false,
  ]);
  assert.match(points[1].open[0], /^No commitment letter was generated/);
  assert.match(points[2].refusal, /the legal ceiling is 35%/);

  const confirmed = points.slice(0, 2).map(({ id, open, offerId }: typeof points[0]) => ({ id, open, offerId }));
  await t.deps.db.update(loans).set({ adminPenalty: "none" }).where(eq(loans.id, other.id));
  const set = { loans: ids, status: "Funded", from: "NA", confirmed };
  const { outcomes } = await done(s, "updatemultipleloans", set);
  assert.deepEqual(outcomes.map((one: { done: boolean }) => one.done), [true, false, false, false]);
  assert.match(outcomes[1].reason, /changed since you confirmed them/);
  // Refused when it was asked for and mended meanwhile: nobody saw what is open of it.
  await t.deps.db.update(loans).set({ adminFee: 0 }).where(eq(loans.id, dear.id));
  const unseen = await done(s, "updatemultipleloans", { ...set, loans: [dear.id] });
  assert.deepEqual(unseen.outcomes.map((one: { done: boolean }) => one.done), [false]);
  assert.match(unseen.outcomes[0].reason, /were not confirmed, so it was not changed/);
  const rows = await t.deps.db.select().from(auditRows)
    .where(and(eq(auditRows.entityId, String(loan.id)), eq(auditRows.action, "loan.update")));
  assert.deepEqual(JSON.parse(rows.at(-1)!.after!).confirmed, points[0].open);
});
