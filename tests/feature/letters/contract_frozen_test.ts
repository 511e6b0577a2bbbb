/** What was signed stays, whatever settings and form say later (lending rules 12). */
import assert from "node:assert/strict";
import { loans } from "../../../db/schema/mod.ts";
import { getPayout, getSchedule } from "../../../lib/features/letters/mod.ts";
import { getLedger } from "../../../lib/features/servicing/mod.ts";
import { sendLetter, WHOLE } from "../../support/letters.ts";
import { loanScene } from "../../support/loan_scene.ts";
import fc from "../../support/properties.ts";

const scene = loanScene({ ...WHOLE });

/** A change of the settings: prices, limits and the day of payments. */
const settingsChange = fc.record({
  first: fc.integer({ min: 5, max: 22 }),
  second: fc.integer({ min: 5, max: 22 }),
  minimum: fc.integer({ min: 0, max: 900 }),
  limit: fc.integer({ min: 40, max: 95 }),
  paymentDay: fc.integer({ min: 0, max: 28 }),
}).map((settings) => ({ settings }));
/** A change of the form: any of the terms, the value, and what ranks before. */
const formChange = fc.record({
  adminRate: fc.integer({ min: 5, max: 20 }).map((n) => n / 100),
  adminTerm: fc.constantFrom("6 months", "1 year", "2 years"),
  adminStructure: fc.constantFrom("Interest Only", "P+I"),
  adminPenalty: fc.constantFrom("none", "1 month", "3 months", "closed"),
  adminFee: fc.integer({ min: 0, max: 3_000 }),
  appraisedValue: fc.integer({ min: 300_000, max: 900_000 }),
  firstMortgage: fc.integer({ min: 0, max: 200_000 }),
  maturityEmailDate: fc.constantFrom("2027-08-01", "2028-02-29", ""),
}, { requiredKeys: [] }).map((form) => ({ form }));

scene("property: no change of settings or form after funding changes payout, schedule or ledger", async (s) => {
  const { t, admin, loan } = s, owner = await t.account({ role: 99 });
  const [now] = await t.deps.db.select().from(loans);
  assert.equal((await sendLetter(t, "generate", now, admin)).status, 200);
  t.advance(14 * 24 * 3600_000);
  await t.signInAgain(admin);
  await t.signInAgain(owner);
  const save = (data: object) => t.post("/api/loans/updateloan", { loanId: loan.id, data }, admin);
  assert.equal((await save({ adminComSelect: "Funded", dateFunded: "2026-12-04" })).status, 200);
  const says = async () => {
    const ctx = t.context(admin), of = { loanId: loan.id };
    const payouts = ["2026-12-20", "2027-03-10", "2027-12-04"].map((date) =>
      getPayout(ctx, { ...of, date, discharge: null, fees: null })
    );
    const paid = (await Promise.all(payouts)).map(({ payout, later, terms, penalty }) => ({
      payout,
      later,
      terms,
      penalty,
    }));
    const { terms, version } = await getSchedule(ctx, { ...of, date: "" });
    const { figures, lines } = await getLedger(ctx, of);
    return { paid, terms, version, figures, lines };
  };
  const signed = await says();
  assert.ok(signed.paid.every(({ payout }) => payout !== null));
  let settingsSaved = 0, formsSaved = 0;
  const change = fc.oneof<fc.Arbitrary<{ settings?: Record<string, number>; form?: object }>[]>(
    settingsChange,
    formChange,
  );
  await fc.assert(
    fc.asyncProperty(change, async ({ settings: prices, form }) => {
      if (prices) {
        const { settings, settingsVersionId } = t.deps.ports.lending(), dearer = structuredClone(settings);
        for (const one of dearer.pricing.bridgePricing) one.min += prices.minimum;
        for (const one of dearer.pricing.loanPricing) {
          [one.firstMtgPrice, one.secondMtgPrice] = [prices.first / 100, prices.second / 100];
        }
        dearer.maxLtv.limit = prices.limit;
        dearer.payments.day = prices.paymentDay;
        const body = { ...dearer, basedOn: settingsVersionId };
        settingsSaved += Number((await t.post("/api/loans/savesettings", body, owner)).status === 200);
        await t.deps.ports.refreshLending();
      } else formsSaved += Number((await save(form!)).status === 200);
      assert.deepEqual(await says(), signed);
    }),
    { numRuns: 12 },
  );
  assert.ok(settingsSaved >= 3 && formsSaved >= 3, `${settingsSaved} settings and ${formsSaved} forms were saved`);
});
