/**
 * Contracts of loans that were funded before there were any, made at a start from what each had stored (lending rules
 * 12).
 */
import assert from "node:assert/strict";
import { asc, eq } from "drizzle-orm";
import { migrate } from "../../../db/migrate.ts";
import { contracts, loans } from "../../../db/schema/mod.ts";
import { getPayout } from "../../../lib/features/letters/mod.ts";
import type { TestApp } from "../../support/app.ts";
import { LETTER_TERMS, raiseRates, sendLetter, WHOLE } from "../../support/letters.ts";
import { type LoanScene, loanScene } from "../../support/loan_scene.ts";
import { makeLoan } from "../../support/loans.ts";

const scene = loanScene({ ...WHOLE });
const rows = (t: TestApp) => t.deps.db.select().from(contracts).orderBy(asc(contracts.version));

scene("loans funded before there were contracts get theirs from what was stored, once", async ({ t }) => {
  const old = await makeLoan(t, { ...WHOLE, adminComSelect: "Funded", dateFunded: "2025-03-31", everFunded: 1 });
  await makeLoan(t, { ...WHOLE, adminRate: null, adminComSelect: "Funded", dateFunded: "2025-03-31", everFunded: 1 });
  for (let i = 0; i < 2; i++) await migrate(t.deps.db.$client, { rebuild: true });
  const [contract, ...more] = await rows(t);
  assert.deepEqual(more, []);
  assert.deepEqual(
    [contract.loanId, contract.stage, contract.source, contract.effectiveDate, contract.maturity, contract.payment],
    [old.id, "in force", "stored", "2025-03-31", "2026-03-31", 833.33],
  );
  assert.deepEqual([contract.finalScore, contract.settingsVersionId], [old.finalScore, old.settingsVersionId]);
});

scene("a stored bridge and a stored P+I have the terms of the settings that they were saved under", async ({ t }) => {
  const old = {
    adminComSelect: "Funded",
    dateFunded: "2026-08-31",
    everFunded: 1,
    adminFee: 0,
    broker_fee: 0,
  } as const;
  const deal = { firstOrSecond: "Bridge", adminStructure: "", adminTerm: "", bridgeTerm: 60, firstMortgage: 0 };
  const bridge = await makeLoan(t, { ...WHOLE, ...old, ...deal });
  const blended = await makeLoan(t, { ...WHOLE, ...old, adminStructure: "P+I" });
  const { settings, settingsVersionId } = t.deps.ports.lending();
  await raiseRates(t);
  await migrate(t.deps.db.$client, { rebuild: true });
  const made = await rows(t);
  const of = (id: number) => made.filter(({ loanId }) => loanId === id);
  const [first, ...more] = of(bridge.id);
  // The minimum of the lowest LTV, above the 1,644 of 60 days at 10%; at most 35% a year of them, 5,753.
  const { min } = settings.pricing.bridgePricing.toSorted((a, b) => a.ltv - b.ltv)[0];
  assert.deepEqual([more, first.bridgeMinimum, first.bridgePrice, first.maturity, first.settingsVersionId], [
    [],
    min,
    min,
    "2026-10-30",
    settingsVersionId,
  ]);
  assert.deepEqual(of(blended.id).map(({ payment, amortisation, rate }) => [payment, amortisation, rate]), [
    [894.49, 300, 0.1],
  ]);
});

scene("a stored maturity past its term is a renewal, from which the next one goes on", async (s) => {
  const { t, admin, loan } = s;
  const moved = {
    adminComSelect: "Funded",
    dateFunded: "2023-03-30",
    maturityEmailDate: "2026-12-30",
    everFunded: 1,
  } as const;
  await t.deps.db.update(loans).set({ ...moved, adminTerm: "9 months" }).where(eq(loans.id, loan.id));
  await migrate(t.deps.db.$client, { rebuild: true });
  const made = await rows(t);
  assert.deepEqual(made.map(({ version, kind, source }) => `${version} ${kind} ${source}`), [
    "1 commitment stored",
    ...[2, 3, 4, 5].map((version) => `${version} renewal stored`),
  ]);
  assert.deepEqual(made.slice(-2).map(({ effectiveDate, maturity }) => [effectiveDate, maturity]), [
    ["2025-06-30", "2026-03-30"],
    ["2026-03-30", "2026-12-30"],
  ]);
  const day = { loanId: loan.id, date: "2026-11-20", discharge: null, fees: null };
  const { payout } = await getPayout(t.context(admin), day);
  assert.deepEqual([payout?.maturity, payout?.since, payout?.paid], ["2026-12-30", "2026-10-30", 7]);
  const now = (await t.deps.db.select().from(loans).where(eq(loans.id, loan.id)).get())!;
  const terms = { ...LETTER_TERMS, retainer: null, otherFees: null, rate: 0.11, term: "1 year", fee: 500 };
  const answer = await sendLetter(t, "generate", now, admin, { kind: "renewal", terms });
  assert.equal(answer.status, 200, await answer.text());
  const offer = (await rows(t)).at(-1)!;
  assert.deepEqual([offer.effectiveDate, offer.maturity], ["2026-12-30", "2027-12-30"]);
});

/** A loan that an earlier version gave its first stored contract alone, and a bridge beside it. */
async function asUpgradedBefore({ t, loan }: LoanScene): Promise<number> {
  const old = {
    adminComSelect: "Funded",
    everFunded: 1,
    dateFunded: "2024-01-15",
    adminFee: 0,
    broker_fee: 0,
  } as const;
  const deal = { firstOrSecond: "Bridge", adminStructure: "", adminTerm: "", bridgeTerm: 60, firstMortgage: 0 };
  const { id } = await makeLoan(t, { ...WHOLE, ...old, ...deal, maturityEmailDate: "2024-03-15" });
  await t.deps.db.update(loans).set({ ...old, maturityEmailDate: "2025-01-15" }).where(eq(loans.id, loan.id));
  await migrate(t.deps.db.$client, { rebuild: true });
  assert.deepEqual((await rows(t)).map(({ version, kind }) => `${version} ${kind}`), ["1 commitment", "1 commitment"]);
  return id;
}

scene(
  "a loan that an earlier version gave its first contract alone gets its renewals, and a bridge its days",
  async (s) => {
    const { t, admin, loan } = s;
    const bridge = await asUpgradedBefore(s);
    const { db } = t.deps;
    await db.update(loans).set({ maturityEmailDate: "2027-01-15" }).where(eq(loans.id, loan.id));
    await db.update(loans).set({ maturityEmailDate: "2024-06-15" }).where(eq(loans.id, bridge));
    for (let i = 0; i < 2; i++) await migrate(db.$client, { rebuild: true });
    const made = await rows(t);
    assert.deepEqual(
      made.filter(({ loanId }) => loanId === loan.id).map((one) =>
        `${one.version} ${one.kind} ${one.source} ${one.effectiveDate} ${one.maturity} ${one.finalScore}`
      ),
      [
        `1 commitment stored 2024-01-15 2025-01-15 ${loan.finalScore}`,
        `2 renewal stored 2025-01-15 2026-01-15 ${loan.finalScore}`,
        `3 renewal stored 2026-01-15 2027-01-15 ${loan.finalScore}`,
      ],
    );
    const [first, prolonged, ...more] = made.filter(({ loanId }) => loanId === bridge);
    assert.deepEqual([more, prolonged.version, prolonged.kind, prolonged.effectiveDate, prolonged.maturity], [
      [],
      2,
      "commitment",
      "2024-01-15",
      "2024-06-15",
    ]);
    assert.deepEqual([first.bridgeDays, prolonged.bridgeDays], [60, 152]);
    const day = { loanId: loan.id, date: "2026-11-22", discharge: null, fees: null };
    const { payout } = await getPayout(t.context(admin), day);
    // 100,000, seven days of interest and, of the three months' penalty, what there is to maturity.
    assert.equal(payout?.maturity, "2027-01-15");
  },
);

scene("a maturity that was moved after the first contract was stored renews nothing at the next start", async (s) => {
  const { t, admin, loan } = s;
  await asUpgradedBefore(s);
  t.advance(60_000);
  const save = { loanId: loan.id, data: { maturityEmailDate: "2027-01-15" } };
  assert.equal((await t.post("/api/loans/updateloan", save, admin)).status, 200);
  await migrate(t.deps.db.$client, { rebuild: true });
  assert.equal((await rows(t)).filter(({ loanId }) => loanId === loan.id).length, 1);
});

scene("stored contracts come after an offer that nobody accepted, all of them", async ({ t, admin, loan }) => {
  const answer = await sendLetter(t, "generate", loan, admin);
  assert.equal(answer.status, 200, await answer.text());
  const old = { adminComSelect: "Funded", everFunded: 1, dateFunded: "2024-12-04", maturityEmailDate: "2026-12-04" };
  await t.deps.db.update(loans).set(old as Partial<typeof loans.$inferInsert>).where(eq(loans.id, loan.id));
  await migrate(t.deps.db.$client, { rebuild: true });
  assert.deepEqual((await rows(t)).map(({ version, kind, stage }) => `${version} ${kind} ${stage}`), [
    "1 commitment offered",
    "2 commitment in force",
    "3 renewal in force",
  ]);
});
