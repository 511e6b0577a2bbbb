/** Lending rules 1, 2, 4 and 5 to 7: lookups, position, LTV, colours, bands, scores and reasons. */
import assert from "node:assert/strict";
import settingsJson from "../../../db/seed/default_settings.json" with { type: "json" };
import { bandOf, likelihoodOf, pillarColour, thresholdColour } from "../../../lib/domain/lending/colours.ts";
import { compileSettings, foldText, stepRating, textRating } from "../../../lib/domain/lending/compile.ts";
import {
  exceedsMaxLtv,
  ltvPercent,
  type Position,
  positionOf,
  POSITIONS,
  propertyValue,
  rankNotice,
  rankRefusal,
  standingOf,
} from "../../../lib/domain/lending/ltv.ts";
import { rateAtScore } from "../../../lib/domain/lending/price.ts";
import { finalScoreOf, shownScore, toParts } from "../../../lib/domain/lending/scoring.ts";
import type { LendingSettings } from "../../../lib/domain/lending/settings.ts";
import { underwrite, type UnderwritingOptions } from "../../../lib/domain/lending/underwrite.ts";
import { applicationFrom } from "../../../lib/domain/loans/application.ts";
import fc from "../../support/properties.ts";
import vectors from "./vectors.json" with { type: "json" };

const settings: LendingSettings = settingsJson;
const tables = compileSettings(settings);

function vector(name: string, changes: Record<string, unknown> = {}) {
  const found = vectors.loans.find(({ input }) => input.name === name)!;
  return applicationFrom({ ...found.input, ...changes });
}
const typical = (changes: Record<string, unknown> = {}, options: UnderwritingOptions = {}) =>
  underwrite(vector("second, typical", changes), settings, null, options);

const positions: [string, string][] = [
  ["First", "first"],
  ["SECOND", "second"],
  ["third", "third"],
  [" Third ", "third"],
  ["Bridge", "bridge"],
  ["First (bridge)", "bridge"],
  ["open BRIDGE loan", "bridge"],
  ["1", "first"],
  ["2nd", "second"],
];
for (const [text, expected] of positions) {
  Deno.test(`position: "${text}" is ${expected}`, () => assert.equal(positionOf(text), expected));
}

Deno.test("value: the appraisal if above 0, else the purchase price (lending rules 2)", () => {
  assert.equal(propertyValue({ appraisedValue: 850_000, homePurPrice: 610_000 }), 850_000);
  assert.equal(propertyValue({ appraisedValue: 0, homePurPrice: 410_000 }), 410_000);
  assert.equal(propertyValue({ appraisedValue: 0, homePurPrice: 0 }), 0);
});

Deno.test("a charge that a loan does not pay out stays before it, and takes its rank (lending rules 2)", () => {
  const rows: [asked: Position, loan: number, first: number, second: number, position: Position, prior: number][] = [
    ["first", 400_000, 400_000, 0, "first", 0],
    ["first", 399_999, 400_000, 0, "second", 400_000],
    ["first", 460_000, 400_000, 60_000, "first", 0],
    ["first", 400_000, 400_000, 60_000, "third", 460_000],
    ["first", 50_000, 0, 60_000, "third", 60_000],
    ["second", 50_000, 0, 60_000, "third", 60_000],
    ["second", 100_000, 400_000, 0, "second", 400_000],
    ["second", 60_000, 400_000, 60_000, "second", 400_000],
    ["second", 59_999, 400_000, 60_000, "third", 460_000],
    ["third", 900_000, 400_000, 60_000, "third", 460_000],
    ["bridge", 900_000, 400_000, 60_000, "bridge", 460_000],
    ["bridge", 900_000, 0, 0, "bridge", 0],
  ];
  for (const [asked, loan, firstMortgage, secondMortgage, position, prior] of rows) {
    const standing = standingOf(asked, loan, { firstMortgage, secondMortgage });
    assert.deepEqual([standing.position, standing.prior], [position, prior], `${asked} of ${loan}`);
    const paid = standing.paysOut.reduce((sum, { amount }) => sum + amount, 0);
    assert.equal(paid, firstMortgage + secondMortgage - prior, "each charge stays or is paid out");
    assert.equal(rankRefusal(asked, standing) === null, position === asked);
  }
});

Deno.test("sentences about a rank name the charge that stays, and the amount that would pay it out (lending rules 13)", () => {
  const said = (asked: Position, loan: number, firstMortgage: number, secondMortgage: number) => {
    const standing = standingOf(asked, loan, { firstMortgage, secondMortgage });
    return [rankNotice(asked, standing), rankRefusal(asked, standing)];
  };
  assert.deepEqual(said("first", 100_000, 900_000, 0), [
    "An existing first of $900,000 stays: this would be a second",
    "An existing first of $900,000 stays: this would be a second. Choose second, or ask for at least $900,000 to pay the first out.",
  ]);
  assert.deepEqual(said("first", 100_000, 400_000, 60_000), [
    "An existing first of $400,000 and second of $60,000 stay: this would be a third",
    "An existing first of $400,000 and second of $60,000 stay: this would be a third. Choose third, or ask for at least $460,000 to pay both out.",
  ]);
  assert.deepEqual(said("second", 50_000, 400_000, 60_000), [
    "An existing second of $60,000 stays: this would be a third",
    "An existing second of $60,000 stays: this would be a third. Choose third, or ask for at least $60,000 to pay the second out.",
  ]);
  const bridge = "An existing first of $400,000 stays and ranks before this bridge";
  assert.deepEqual(said("bridge", 500_000, 400_000, 0), [bridge, null]);
  assert.deepEqual(said("third", 50_000, 400_000, 60_000), [null, null]);
  const missing = "A third ranks behind a first and a second, and not both are entered";
  assert.deepEqual(said("third", 50_000, 400_000, 0), [missing, null]);
});

Deno.test("a notice never says that a loan has the rank it asked for and lacks", () => {
  const amount = fc.oneof(fc.constant(0), fc.integer({ min: 1, max: 900_000 }));
  fc.assert(fc.property(
    fc.constantFrom(...POSITIONS),
    fc.integer({ min: 1, max: 900_000 }),
    amount,
    amount,
    (asked, loan, firstMortgage, secondMortgage) => {
      const standing = standingOf(asked, loan, { firstMortgage, secondMortgage });
      const notice = rankNotice(asked, standing) ?? "";
      assert.ok(!notice.includes(`this would be a ${asked}`), notice);
      assert.equal(notice.includes("this would be a"), standing.position !== asked);
      assert.equal(rankRefusal(asked, standing) === null, standing.position === asked);
    },
  ));
});

Deno.test("the LTV limit itself is allowed, a dollar over is not, an unknown LTV is not over it (lending rules 2)", () => {
  assert.equal(ltvPercent(80_000, 400_000, 600_000), 80);
  assert.equal(ltvPercent(80_001, 400_000, 600_000), 81);
  assert.equal(ltvPercent(80_000, 400_000, 0), null);
  assert.deepEqual([79, 80, 81, null].map((ltv) => exceedsMaxLtv(ltv, 80)), [false, false, true, false]);
});

Deno.test("steps: the highest value not above the entry, the lowest below the lowest, the worst when missing", () => {
  const scores = [-5, 0, 499, 500, 649, 650, 800, 900].map((score) => stepRating(tables.credit, score).score);
  assert.deepEqual(scores, [8, 8, 8, 7, 5, 3, 0, 0]);
  assert.equal(stepRating(tables.ltv, null).score, 8);
});

Deno.test("texts: equal ignoring spaces and case, else the worst score (lending rules 1)", () => {
  assert.equal(foldText(" Self - Employed "), "self-employed");
  assert.equal(textRating(tables.employer, "health  CARE").score, 1);
  assert.equal(textRating(tables.employer, "Astronaut").score, 8);
  assert.equal(textRating(tables.employer, "").score, 8);
  assert.equal(textRating(tables.region, "sault ste.marie").score, 5.5);
  assert.equal(textRating(tables.region, "Atlantis").score, 5);
  assert.equal(textRating(tables.rental, "Atlantis").score, 5);
});

Deno.test("unsorted tables give the same answers, and settings are compiled once", () => {
  const shuffled = structuredClone(settings);
  shuffled.ratings.credit.reverse();
  shuffled.pricing.loanPricing.reverse();
  const other = compileSettings(shuffled);
  for (let score = 0; score <= 900; score += 10) {
    assert.equal(stepRating(other.credit, score).score, stepRating(tables.credit, score).score);
  }
  assert.equal(rateAtScore(other, "first", 3.04), 0.0949);
  assert.equal(compileSettings(settings), tables);
});

Deno.test("settings without pricing rows are refused", () => {
  const bare = structuredClone(settings);
  bare.pricing.loanPricing = [];
  assert.throws(() => compileSettings(bare), /Loan pricing/);
});

Deno.test("threshold colours: strictly above, green first, none below all (loans specification 5.1)", () => {
  const colours = [1.2501, 1.25, 1.0001, 1, 0.0001, 0, -1, null].map((f) => thresholdColour(f, settings.netTdsc));
  assert.deepEqual(colours, ["green", "yellow", "yellow", "red", "red", null, null, null]);
});

Deno.test("bands and words: at or above the threshold (loans specification 5.1)", () => {
  const bands = [0, 2.49, 2.5, 3.99, 4, 8].map((score) => bandOf(score, settings.globalScore));
  assert.deepEqual(bands, ["green", "green", "yellow", "yellow", "red", "red"]);
  assert.deepEqual((["green", "yellow", "red"] as const).map(likelihoodOf), ["Highly Likely", "Likely", "Unlikely"]);
});

Deno.test("tile colours: above 1 and 1.5; default management above 0.5 and 1 (loans specification 9)", () => {
  for (const pillar of ["cashFlowWeight", "willingnessTPScore", "collateralScore"] as const) {
    const colours = [1, 1.01, 1.5, 1.51].map((score) => pillarColour(pillar, score));
    assert.deepEqual(colours, ["green", "yellow", "yellow", "red"]);
  }
  const colours = [0.5, 0.51, 1, 1.01].map((score) => pillarColour("useOfFundsScore", score));
  assert.deepEqual(colours, ["green", "yellow", "yellow", "red"]);
});

Deno.test("a final score stays within 0 and 8 and is rounded half up to 2 (lending rules 6)", () => {
  assert.deepEqual([-1, 0.004, 0.005, 2.675, 7.999, 9.5].map((s) => finalScoreOf(toParts(s))), [
    0,
    0,
    0.01,
    2.68,
    8,
    8,
  ]);
});

Deno.test("the shown score: the override unless it is Nil, -1 or missing (loans specification 5.6)", () => {
  const shown = ["Nil", "nil", -1, "-1", "", null, undefined, 0, "0", "3.5", 8].map((o) => shownScore(2.38, o));
  assert.deepEqual(shown, [2.38, 2.38, 2.38, 2.38, 2.38, 2.38, 2.38, 0, 0, 3.5, 8]);
});

Deno.test("an override changes the shown score and band, not the final score or the price", () => {
  const plain = typical();
  const over = typical({}, { riskRatingOver: "4.5" });
  assert.deepEqual([over.finalScore, over.shownScore, over.band, over.likelihood], [2.38, 4.5, "red", "Unlikely"]);
  assert.equal(over.rate, plain.rate);
});

Deno.test("an administrator's rate is used as it is, and the suggested one is still answered (lending rules 7)", () => {
  const set = typical({}, { adminRate: 0.13 });
  // 120,000 x 13% / 12.
  assert.deepEqual([set.rate, set.monthlyPayment, set.suggestedRate], [0.13, 1300, 0.1099]);
  assert.equal(set.analytics.secondMortgagePayment, 1300);
  assert.equal(typical({}, { adminRate: 0 }).rate, 0.1099);
});

Deno.test("assumed tax changes what is left of the income (lending rules 4)", () => {
  const monthly = [0, 0.25, 0.35, 0.5].map((assumedTax) => typical({}, { assumedTax }).analytics.totalIncomeMonthly);
  // 120,000 a year is 10,000 a month before tax.
  assert.deepEqual(monthly, [10_000, 7500, 6500, 5000]);
});

Deno.test("without obligations both coverages are 99 (lending rules 4)", () => {
  const none = { firstOrSecond: "Bridge", mortgageMonthlyPayment: 0, propertyTax: 0, utilities: 0, odsOverride: 0 };
  const { analytics, collateral } = typical(none);
  assert.deepEqual([analytics.dsc, analytics.fdsc], [99, 99]);
  assert.equal(collateral.taxMultiple, null);
});

Deno.test("other debt is what is left of it over 60 months, and never below nothing (lending rules 4)", () => {
  const monthly = [[36_000, 18_000], [18_000, 36_000], [0, 5000]].map(([total_other_credits, otherDebtRepaid]) =>
    typical({ total_other_credits, otherDebtRepaid }).analytics.amortOfFin
  );
  assert.deepEqual(monthly, [300, 0, 0]);
});

Deno.test("payments of a charge that the loan pays out end, those of one that stays do not (lending rules 4)", () => {
  const charges = { firstMortgage: 200_000, secondMortgage: 50_000, secondMortgageMonthlyPayment: 410 };
  const paid = (firstOrSecond: string, newLoanAmount: number) =>
    typical({ ...charges, mortgageMonthlyPayment: 900, firstOrSecond, newLoanAmount }).analytics.firstMortgagePayments;
  assert.deepEqual([paid("First", 250_000), paid("Second", 50_000), paid("Second", 49_999)], [0, 900, 1310]);
});

Deno.test("each figure is coloured by its own thresholds (lending rules 4)", () => {
  // A threshold that no figure reaches, for all but one at a time: that one alone is green.
  const never = { greenScore: 1e9, yellowScore: 1e9, redScore: 1e9 };
  const figures = ["netTdsc", "netFtdsc", "netCashRemain", "netEquity", "netEquityCoverage", "taxMultiple"] as const;
  for (const figure of figures) {
    const strict = { ...settings, ...Object.fromEntries(figures.map((name) => [name, never])) };
    strict[figure] = { greenScore: 0, yellowScore: 0, redScore: 0 };
    const { analytics, collateral } = underwrite(vector("second, typical"), strict, null);
    const colours = { ...analytics.colours, ...collateral.colours };
    const green = Object.entries(colours).filter(([, colour]) => colour === "green").map(([name]) => name);
    const shown = { netTdsc: "dsc", netFtdsc: "fdsc" } as Record<string, string>;
    assert.deepEqual(green, [shown[figure] ?? figure]);
  }
});

Deno.test("an unknown value rates LTV and equity charges worst (lending rules 2)", () => {
  const unknown = typical({ appraisedValue: 0, homePurPrice: 0 });
  assert.deepEqual([unknown.ltv, unknown.totalLtv, unknown.ltvFirstMortgage], [null, null, null]);
  assert.deepEqual([unknown.ratings.ltvRating.score, unknown.ratings.equityChargeRating.score], [8, 8]);
  assert.equal(unknown.maxLtvExceeded, false);
});

Deno.test("total LTV takes in the other properties, with 4 decimals (lending rules 2)", () => {
  const result = typical({ additionalProperties: [{ address: "2 Oak St", value: 400_000, mortgage: 300_000 }] });
  // (120,000 + 420,000 + 300,000) / (850,000 + 400,000).
  assert.equal(result.totalLtv, 0.672);
});

Deno.test("reasons: the figure in each, highest weighted first, at most five besides the rank's (lending rules 7)", () => {
  const { reasons } = underwrite(vector("third, stressed"), settings, null);
  assert.deepEqual(reasons, [
    "A third ranks behind a first and a second, and not both are entered",
    "Net debt service coverage of 0.55 is low",
    "LTV of 80% is high",
    "Credit score of 548 is low",
    "Arrears and judgments of $40,500 are high",
    "Litigation status of Active carries risk",
  ]);
});

Deno.test("reasons: a rating of 4 is one, of 3 is none; an unknown credit score is no score of 0 (lending rules 7)", () => {
  // Construction is rated 4 and Manufacturing 3 in the default settings; debt consolidation 4.
  const use = "Use of proceeds for Debt Consolidation carries risk";
  assert.deepEqual(typical({ sector: "Construction" }).reasons, ["Employment sector Construction carries risk", use]);
  assert.deepEqual(typical({ sector: "Manufacturing" }).reasons, [use]);
  assert.deepEqual(typical({ creditScore: "", useOfProceeds: "Education" }).reasons, [
    "The credit score is not known",
    "Employment sector Construction carries risk",
  ]);
});

Deno.test("reasons: the max-LTV sentence first (loans specification 8)", () => {
  const { reasons } = underwrite(vector("one dollar over the limit"), settings, null);
  assert.equal(reasons[0], "We are currently not funding LTV above 80%");
  assert.equal(reasons[1], "LTV of 81% is high");
  assert.ok(reasons.length <= 6);
  assert.equal(typical({ sector: "Public Sector", useOfProceeds: "Education" }).reasons.length, 0);
});
