/** Contracts of loans that were funded before there were any, made at a start from what each had stored (lending rules 12). */
import assert from "node:assert/strict";
import { asc, eq } from "drizzle-orm";
import { migrate } from "../../../db/migrate.ts";
import { contracts, loans } from "../../../db/schema/mod.ts";
import { getPayout } from "../../../lib/features/letters/mod.ts";
import type { TestApp } from "../../support/app.ts";
import { LETTER_TERMS, makeDearer, sendLetter, WHOLE } from "../../support/letters.ts";
import { loanScene } from "../../support/loan_scene.ts";
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
  await makeDearer(t);
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
