import { loans } from "../../db/schema/mod.ts";
import { dateInToronto } from "../../lib/domain/dates.ts";
import { marketRegionOf } from "../../lib/domain/places/loan_place.ts";
import type { TestApp } from "./app.ts";
import { chance } from "./chance.ts";

/**
 * Three hundred loans with all kinds of unusual data: missing figures, odd spellings, zeros, dates without partners.
 */
export async function unusualLoans(t: TestApp): Promise<void> {
  const next = chance(20261120);
  const pick = <T>(list: readonly T[]): T => list[Math.floor(next() * list.length)];
  const day = () => dateInToronto(t.now() - Math.floor(next() * 900) * 86_400_000);
  const brokers = [await t.account({ name: "Zoë" }), await t.account({ name: "Abel" }), null];
  for (let n = 0; n < 300; n++) {
    const newLoanAmount = pick([0, 1, 49_999, 50_000, 100_000, 250_000, 500_000, 500_001, 2_000_000, 73_211]);
    const row = {
      brokerId: pick(brokers)?.id ?? null,
      adminComSelect: pick(["NA", "Funded", "Funded", "Repaid", "Repaid", "Declined", "Loss", "Trash"] as const),
      firstOrSecond: pick(["First", " first", "1st", "SECOND", "2nd", "Third", "3", "Second Bridge", "", "other"]),
      newLoanAmount,
      fsfcLoan: pick([null, 0, newLoanAmount, newLoanAmount + 1234]),
      useOfProceeds: pick(["Renovation", "new  purchase", "NewPurchase", "", "Boat"]),
      city: pick(["Toronto", "Ottawa", ""]),
      region: pick(["TORONTO", "Sudbury", " "]),
      postal: ["M5V 2T6", "N0E 1A0", ""][n % 3],
      propertyType: pick(["Detached", "", "=1+1"]),
      creditScore: pick([null, 0, 549, 550, 649, 650, 750, 751, 900]),
      appraisedValue: pick([null, 0, 640_000, 40_000]),
      homePurPrice: pick([null, 0, 555_555]),
      firstMortgage: pick([null, 0, 310_000]),
      ltv: pick([null, 0, 50, 51, 75, 80, 81, 140]),
      totalLtv: pick([null, 0, 0.6441, 1, 1.0001, 1.4]),
      shownScore: pick([-8, -0.25, 0, 0.99, 1, 2.38, 3.5, 7.99, 8]),
      finalScore: 2,
      dateFunded: pick(["", day(), day()]),
      dateRepaid: pick(["", day()]),
      timestamp: t.now() - Math.floor(next() * 900 * 86_400_000),
      updatedAt: t.now(),
    };
    await t.deps.db.insert(loans).values({ ...row, marketRegion: marketRegionOf(row) });
  }
}
