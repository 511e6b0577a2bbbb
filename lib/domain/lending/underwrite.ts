import { ceilPercent, fromCents } from "../money.ts";
import { ratedRegion } from "../places/find_region.ts";
import { type FormConfig, type FormEntries, formScore } from "../settings/form_config.ts";
import { bridgeOffer, daysOfMonths, DEFAULT_BRIDGE_DAYS } from "./bridge.ts";
import { type Analytics, cashFlow, DEFAULT_TAX, type Household, monthlyBase, netCoverage } from "./cash_flow.ts";
import { type Claims, type Collateral, collateral, failures } from "./collateral.ts";
import { bandOf, type Colour, type Likelihood, likelihoodOf, pillarColour, type PillarName } from "./colours.ts";
import { compileSettings } from "./compile.ts";
import {
  exceedsMaxLtv,
  ltvPercent,
  type Position,
  positionOf,
  type Property,
  propertyValue,
  rankNotice,
  type Standing,
  standingOf,
  totalLtv,
} from "./ltv.ts";
import { paymentCents, type Structure } from "./payments.ts";
import { suggestRate } from "./price.ts";
import { reasonsOf } from "./reasons.ts";
import {
  finalScoreOf,
  partsWithoutCoverage,
  type Pillars,
  pillarScores,
  rate as rateAll,
  type RatingEntries,
  type Ratings,
  shownScore,
  toParts,
} from "./scoring.ts";
import type { LendingSettings } from "./settings.ts";

/** The loan fields that determine score and price; `LoanApplication` has them all. */
export interface UnderwritingInput extends Property, Household, Claims {
  firstOrSecond: string;
  yoe: number;
  sector: string;
  creditScore: number;
  litigiousness: string;
  /** The region chosen on the form; where postal code or city name another, that one is rated. */
  region: string;
  postal?: string;
  city?: string;
  useOfProceeds: string;
  otherPropertiesTotal: number;
  otherPropertiesMtgTotal: number;
  /** Days of a bridge. */
  bridgeTerm: number | null;
}

/** The administrator's deal terms. */
export interface UnderwritingOptions {
  /** Yearly fraction; skips the rate search. Missing or 0: the suggested rate. */
  adminRate?: number | null;
  /** 0, 0.25, 0.35 or 0.5. */
  assumedTax?: number | null;
  riskRatingOver?: number | string | null;
  structure?: Structure | null;
  /** Takes precedence over `bridgeTerm` for a bridge's days. */
  termMonths?: number | null;
  /** The rank to price by, where it is not the one that the charges leave: a quote's. */
  standing?: Standing;
}

/** The result of lending rules 2 to 7. */
export interface Underwriting {
  /** The rank that the charges there are leave, and what stays and is paid out. */
  position: Position;
  standing: Standing;
  /** Says that the rank is not the one asked for, or what ranks before a bridge; null without either. */
  rankNotice: string | null;
  structure: Structure;
  /** Whole percent; null without a property value. */
  ltv: number | null;
  /** Fractions with 4 decimals. */
  totalLtv: number | null;
  ltvFirstMortgage: number | null;
  maxLtvExceeded: boolean;
  ltvLimit: number;
  /** Yearly fractions: the rate used, and the suggested one. */
  rate: number;
  suggestedRate: number;
  /** Dollars. */
  monthlyPayment: number;
  /** All-in price of a bridge in whole dollars, else null. */
  bridgePricing: number | null;
  bridgeDays: number | null;
  ratings: Ratings;
  /** The region by which the two region ratings were looked up. */
  ratedRegion: string;
  pillars: Pillars;
  pillarColours: Record<PillarName, Colour>;
  formScore: number;
  finalScore: number;
  shownScore: number;
  /** Band of the shown score. */
  band: Colour;
  likelihood: Likelihood;
  analytics: Analytics;
  collateral: Collateral;
  reasons: string[];
}

/** The pricing of an application, for quotes and underwriting. */
export interface Pricing {
  position: Position;
  standing: Standing;
  structure: Structure;
  value: number;
  prior: number;
  ltv: number | null;
  entries: RatingEntries;
  base: ReturnType<typeof monthlyBase>;
  bridgeDays: number | null;
  bridgePricing: number | null;
  suggestedRate: number;
  rate: number;
  paymentCents: number;
  ratings: Ratings;
  parts: number;
}

/** Prices and scores an application; `formParts` is the form score in parts, `rateAdjustment` a quote's. */
export function priceApplication(
  input: UnderwritingInput,
  settings: LendingSettings,
  options: UnderwritingOptions,
  formParts: number,
  rateAdjustment = 0,
): Pricing {
  const tables = compileSettings(settings);
  const standing = options.standing ?? standingOf(positionOf(input.firstOrSecond), input.newLoanAmount, input);
  const { position, prior } = standing;
  const structure = position === "bridge" ? "Bridge" : options.structure ?? "Interest Only";
  const principal = input.newLoanAmount;
  const value = propertyValue(input);
  const ltv = ltvPercent(principal, prior, value);
  const failed = failures(input);
  const entries: RatingEntries = {
    yoe: input.yoe,
    sector: input.sector,
    failures: failed,
    litigiousness: input.litigiousness,
    creditScore: input.creditScore,
    region: ratedRegion(input, settings.pricing.regions),
    ltv,
    firstMortgage: input.firstMortgage,
    useOfProceeds: input.useOfProceeds,
    equityCharges: prior + failed,
    value,
  };
  const base = monthlyBase(input, standing, options.assumedTax ?? DEFAULT_TAX);
  const adminRate = options.adminRate || null;
  let ratings = rateAll(tables, entries, netCoverage(base, 0));
  const settled = partsWithoutCoverage(ratings) + formParts;

  let suggestedRate: number;
  let bridgeDays: number | null = null;
  let bridgePricing: number | null = null;
  let rate: number;
  if (structure === "Bridge") {
    bridgeDays = options.termMonths ? daysOfMonths(options.termMonths) : input.bridgeTerm || DEFAULT_BRIDGE_DAYS;
    const suggested = bridgeOffer(tables, principal, ltv, bridgeDays, null, rateAdjustment);
    const used = adminRate === null ? suggested : bridgeOffer(tables, principal, ltv, bridgeDays, adminRate);
    suggestedRate = suggested.rate;
    rate = used.rate;
    bridgePricing = used.price;
  } else {
    const question = { position, principal, structure, base, partsWithoutCoverage: settled };
    suggestedRate = suggestRate(tables, question);
    rate = adminRate ?? suggestedRate;
  }
  // A quote's adjustment applies after scoring, so the score uses the payment without it.
  const scoredPayment = paymentCents(principal, rate, structure);
  if (scoredPayment > 0) ratings = rateAll(tables, entries, netCoverage(base, scoredPayment));
  if (rateAdjustment !== 0 && structure !== "Bridge") rate = Math.round((rate + rateAdjustment) * 1e8) / 1e8;
  return {
    position,
    standing,
    structure,
    value,
    prior,
    ltv,
    entries,
    base,
    bridgeDays,
    bridgePricing,
    suggestedRate,
    rate,
    paymentCents: rateAdjustment === 0 ? scoredPayment : paymentCents(principal, rate, structure),
    ratings,
    parts: settled + toParts(ratings.DSCRating.weighted),
  };
}

/**
 * Underwrites an application: position, LTV, price, ratings, score, analytics, collateral and reasons
 * (lending rules 2 to 7). Pure; throws only where the settings have no pricing rows.
 */
export function underwrite(
  application: UnderwritingInput,
  settings: LendingSettings,
  formConfig: FormConfig | null,
  options: UnderwritingOptions = {},
): Underwriting {
  const form = formConfig === null ? 0 : formScore(formConfig, application as unknown as FormEntries);
  const priced = priceApplication(application, settings, options, toParts(form));
  const { value, prior, ltv, position, entries, base } = priced;
  const assumedTax = options.assumedTax ?? DEFAULT_TAX;
  const pillars = pillarScores(priced.ratings);
  const finalScore = finalScoreOf(priced.parts);
  const shown = shownScore(finalScore, options.riskRatingOver);
  const band = bandOf(shown, settings.globalScore);
  const ltvLimit = settings.maxLtv.limit;
  const maxLtvExceeded = exceedsMaxLtv(ltv, ltvLimit);
  const analytics = cashFlow(base, priced.paymentCents, assumedTax, settings);
  const backing = collateral({
    value,
    loanAmount: application.newLoanAmount,
    priorCharges: prior,
    failures: entries.failures,
    firstMortgage: application.firstMortgage,
    propertyTax: application.propertyTax,
  }, settings);
  const equityChargePercent = value > 0 ? ceilPercent(entries.equityCharges, value) : null;
  const notice = rankNotice(positionOf(application.firstOrSecond), priced.standing);
  return {
    position,
    standing: priced.standing,
    rankNotice: notice,
    structure: priced.structure,
    ltv,
    totalLtv: totalLtv(
      application.newLoanAmount,
      prior,
      value,
      application.otherPropertiesTotal,
      application.otherPropertiesMtgTotal,
    ),
    ltvFirstMortgage: backing.ltvFirstMortgage,
    maxLtvExceeded,
    ltvLimit,
    rate: priced.rate,
    suggestedRate: priced.suggestedRate,
    monthlyPayment: fromCents(priced.paymentCents),
    bridgePricing: priced.bridgePricing,
    bridgeDays: priced.bridgeDays,
    ratings: priced.ratings,
    ratedRegion: entries.region,
    pillars,
    pillarColours: {
      cashFlowWeight: pillarColour("cashFlowWeight", pillars.cashFlowWeight),
      willingnessTPScore: pillarColour("willingnessTPScore", pillars.willingnessTPScore),
      collateralScore: pillarColour("collateralScore", pillars.collateralScore),
      useOfFundsScore: pillarColour("useOfFundsScore", pillars.useOfFundsScore),
    },
    formScore: form,
    finalScore,
    shownScore: shown,
    band,
    likelihood: likelihoodOf(band),
    analytics,
    collateral: backing,
    reasons: reasonsOf(
      priced.ratings,
      { ...entries, fdsc: netCoverage(priced.base, priced.paymentCents), equityChargePercent },
      maxLtvExceeded,
      ltvLimit,
      notice,
    ),
  };
}
