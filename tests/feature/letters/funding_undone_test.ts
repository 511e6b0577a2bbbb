/** A bulk funding that is undone leaves nothing that a later funding would go on with (lending rules 12 and 14). */
import assert from "node:assert/strict";
import { asc } from "drizzle-orm";
import { auditRows, ledgerRows } from "../../../db/schema/mod.ts";
import { inForceOn } from "../../../lib/domain/lending/contract.ts";
import { liveRows } from "../../../lib/domain/servicing/ledger.ts";
import { call, row, rows, save } from "../../support/contract_acts.ts";
import { WHOLE } from "../../support/letters.ts";
import { type LoanScene, loanScene } from "../../support/loan_scene.ts";

const scene = loanScene({ ...WHOLE });
const LETTERLESS =
  "No commitment letter was generated: the terms of the form come into force, with payments on the day of the advance.";

const COURIER = { kind: "fee", day: "2026-11-20", amount: 50, note: "Courier" };

const book = ({ t }: LoanScene) => t.deps.db.select().from(ledgerRows).orderBy(asc(ledgerRows.id));
const live = async (s: LoanScene) => liveRows(await book(s)).map(({ kind, day }) => `${kind} ${day}`);
const set = (s: LoanScene, status: string, more: object = {}) =>
  call(s, "updatemultipleloans", { loans: [s.loan.id], status, ...more });

const days = async (s: LoanScene) => {
  const { maturityEmailDate, reminderEmailDate } = await row(s);
  return [maturityEmailDate, reminderEmailDate];
};

async function undo(s: LoanScene, from: string) {
  const { outcomes } = await set(s, "NA", { from, undo: true });
  return outcomes[0];
}

scene("funded again on the true day, the ledger of the wrong day is gone and a balance can be named", async (s) => {
  await set(s, "Funded");
  assert.deepEqual(await live(s), ["advance 2026-11-20"]);
  assert.equal((await undo(s, "Funded")).done, true);
  assert.deepEqual(await live(s), []);
  assert.equal((await book(s)).at(-1)!.note, "The funding was undone");
  await save(s, { adminComSelect: "Funded", dateFunded: "2026-09-01" });
  assert.deepEqual(await live(s), [], "payments fell due before: a person names the balance");
  assert.equal(inForceOn(await rows(s), "2026-11-20")!.effectiveDate, "2026-09-01");
});

scene(
  "funded again on the same day with a corrected rate, the new terms are asked for and come into force",
  async (s) => {
    await set(s, "Funded");
    await undo(s, "Funded");
    await save(s, { adminRate: 0.11 });
    assert.deepEqual((await call(s, "fundingpoints", { loanId: s.loan.id, data: {} })).open, [LETTERLESS]);
    await set(s, "Funded");
    assert.equal(inForceOn(await rows(s), "2026-11-20")!.rate, 0.11);
    assert.deepEqual(await live(s), ["advance 2026-11-20"]);
    assert.equal((await book(s)).length, 3, "the first advance and its reversal stay on record");
  },
);

scene("a reminder that was entered before stays; a contract that came into force stays on record", async (s) => {
  await save(s, { reminderEmailDate: "2027-05-03" });
  await set(s, "Funded");
  assert.deepEqual(await days(s), ["2027-11-20", "2027-05-03"]);
  await undo(s, "Funded");
  assert.deepEqual(await days(s), ["", "2027-05-03"]);
  assert.equal((await row(s)).everFunded, 1);
});

scene("a payout that came with the funding goes with it", async (s) => {
  await save(s, { dateFunded: "2026-11-20" });
  await set(s, "Repaid", { payouts: true });
  assert.ok((await live(s)).includes("payout 2026-11-20"));
  assert.equal((await undo(s, "Repaid")).done, true);
  assert.deepEqual(await live(s), []);
});

scene(
  "where somebody recorded in the ledger since, the loan stays funded and the refusal says what to do",
  async (s) => {
    await set(s, "Funded");
    const entry = { ...COURIER, requestId: crypto.randomUUID() };
    await call(s, "recordledger", { loanId: s.loan.id, ...entry });
    const before = await book(s);
    const { done, reason } = await undo(s, "Funded");
    assert.deepEqual([done, reason], [
      false,
      "Its ledger has entries since it was funded, so it was left as it is. Open its ledger and reverse them, the first " +
      "one last, then set its status back there.",
    ]);
    assert.equal((await row(s)).adminComSelect, "Funded");
    assert.deepEqual(await book(s), before);
  },
);

scene("a funding that went on with an older contract is undone without touching its ledger", async (s) => {
  await set(s, "Funded");
  const signed = await rows(s), begun = await book(s);
  await save(s, { adminComSelect: "NA" });
  await set(s, "Funded");
  assert.equal((await undo(s, "Funded")).done, true);
  await set(s, "Funded");
  assert.deepEqual([await rows(s), await book(s)], [signed, begun]);
  const trail = await s.t.deps.db.select().from(auditRows);
  assert.equal(trail.filter(({ action }) => action === "ledger.reverse").length, 0);
});

const IN_SEPTEMBER = { adminComSelect: "Funded", dateFunded: "2026-09-01" };

scene("a funding of a loan that was lost is undone with the advance that it wrote", async (s) => {
  await save(s, { adminComSelect: "Loss" });
  await set(s, "Funded");
  assert.deepEqual(await live(s), ["advance 2026-11-20"]);
  assert.equal((await set(s, "Loss", { from: "Funded", undo: true })).outcomes[0].done, true);
  assert.deepEqual(await live(s), []);
});

scene("a balance that a person named before the change that is undone stays", async (s) => {
  await save(s, IN_SEPTEMBER);
  await call(s, "beginledger", { loanId: s.loan.id, day: "2026-11-20", principal: 100_000 });
  for (const to of ["Repaid", "Loss", "Trash"]) {
    const before = await live(s);
    await set(s, to);
    assert.equal((await set(s, "Funded", { from: to, undo: true })).outcomes[0].done, true, to);
    assert.deepEqual(await live(s), before);
  }
});

scene("a funded loan whose day was emptied is set back as it was, without a day", async (s) => {
  await set(s, "Funded");
  await call(s, "recordledger", { loanId: s.loan.id, ...COURIER, requestId: "a-courier" });
  s.t.advance(24 * 3600_000);
  await save(s, { dateFunded: "" });
  for (const to of ["Loss", "Trash"]) {
    await set(s, to);
    const { done, reason } = (await set(s, "Funded", { from: to, undo: true })).outcomes[0];
    assert.deepEqual([done, reason, (await row(s)).dateFunded], [true, undefined, ""], to);
  }
  await set(s, "Repaid");
  await save(s, { dateRepaid: "" });
  await set(s, "Loss");
  await set(s, "Repaid", { from: "Loss", undo: true });
  assert.equal((await row(s)).dateRepaid, "");
});

scene("set back by hand and funded on another day, a ledger begins anew", async (s) => {
  await set(s, "Funded");
  await save(s, { adminComSelect: "NA" });
  await save(s, { adminComSelect: "Funded", dateFunded: "2026-11-18" });
  assert.deepEqual(await live(s), ["advance 2026-11-18"]);
  await save(s, { adminComSelect: "NA" });
  await save(s, IN_SEPTEMBER);
  assert.deepEqual(await live(s), [], "payments fell due before: a person names the balance");
  assert.equal((await book(s)).at(-1)!.note, "Funded on another day");
});

scene(
  "set back by hand, a loan with entries in its ledger is funded on another day once these are reversed",
  async (s) => {
    await set(s, "Funded");
    const entry = { ...COURIER, requestId: crypto.randomUUID() };
    await call(s, "recordledger", { loanId: s.loan.id, ...entry });
    await save(s, { adminComSelect: "NA" });
    const refused = await s.t.post("/api/loans/updateloan", { loanId: s.loan.id, data: IN_SEPTEMBER }, s.admin);
    assert.equal(refused.status, 409);
    assert.match(
      (await refused.json()).reason,
      /^Its ledger began with the advance of 20 November 2026 and has entries/,
    );
    assert.equal((await row(s)).adminComSelect, "NA");
    await save(s, { adminComSelect: "Funded" });
    for (const { id } of (await book(s)).toReversed()) {
      await call(s, "reverseledger", { loanId: s.loan.id, rowId: id, note: "Advanced in September" });
    }
    await save(s, { adminComSelect: "NA" });
    await save(s, IN_SEPTEMBER);
    assert.deepEqual(await live(s), []);
  },
);
