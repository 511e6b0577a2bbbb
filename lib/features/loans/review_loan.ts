/** The summary of an application before it is submitted (testloan; loans specification 3.14, 4.6 and 7.1). */
import { type Context, inTransaction } from "../../../db/mod.ts";
import type { SubmissionInput } from "../../schemas/loans/submission.ts";
import type { Colour, Likelihood } from "../../domain/lending/colours.ts";
import type { Underwriting } from "../../domain/lending/underwrite.ts";
import { fittingLoan } from "../../domain/lending/fitting_loan.ts";
import { CHARGE_MISSING, type Position, positionOf, propertyValue } from "../../domain/lending/ltv.ts";
import { isAdministrator } from "../../domain/permissions.ts";
import { checkApplication } from "./_application.ts";
import { recordReview } from "./_history.ts";

/** The summary result. Rates are fractions, money is dollars, `ltv` and `ltvLimit` whole percent. */
export interface ReviewResult {
  /** True where the application would be refused: above the limit, or in an area where nothing is lent. */
  maxLtvExceeded: boolean;
  /** The limit at the property; 0 where nothing is lent. */
  ltvLimit: number;
  /** A loan in whole dollars that the limit would allow in the position asked for; null where none fits. */
  fits: number | null;
  /** The sentence of the refusal; null without one. */
  refusal: string | null;
  /** True where the broker's fee takes the cost above the legal ceiling; it cannot be overridden. */
  ceilingPassed: boolean;
  /** The lower position that charges which stay leave it, to be chosen instead; null where it has the one asked for. */
  wouldBe: Position | null;
  /** True where an administrator may submit it with a reason. */
  needsReason: boolean;
  ltv: number | null;
  /** The band's colour and likelihood. */
  scoreColor: Colour;
  /** Null where the application would be refused, or the LTV lacks a charge that a third ranks behind. */
  likelihood: Likelihood | null;
  /** The refusal comes first. */
  reasons: string[];
  lenderSuggestedRate: number;
  /** 0 for a bridge, which has an all-in price. */
  monthlyPayment: number;
  bridgePricing: number | null;
  bridgeDays: number | null;
  firstOrSecond: string;
}

/** The reasons under the limit of the property's area in place of the general one. */
const reasonsWith = ({ reasons, maxLtvExceeded }: Underwriting, refusal: string | null): string[] =>
  refusal === null ? reasons : [refusal, ...reasons.slice(maxLtvExceeded ? 1 : 0)];

/** Validates and underwrites an application and records the review. Throws 422 with a message for each field. */
export async function reviewLoan(ctx: Context, { data }: SubmissionInput): Promise<ReviewResult> {
  const { application, figures, limit, lending } = checkApplication(ctx, data);
  const requested = positionOf(application.firstOrSecond);
  const fits = limit.refusal === null
    ? null
    : fittingLoan(requested, application, propertyValue(application), limit.limit);
  const least = lending.settings.minLoan?.amount ?? 0;
  const wouldBe = figures.position === requested ? null : figures.position;
  const refusal = limit.refusal ?? figures.refusal ?? (wouldBe && figures.rankNotice);
  await inTransaction(ctx.db, (tx) => recordReview(tx, ctx, application, limit.refusal !== null));
  return {
    maxLtvExceeded: limit.refusal !== null,
    ltvLimit: limit.limit,
    fits: fits !== null && fits >= least ? fits : null,
    refusal,
    needsReason: limit.byArea && figures.refusal === null && wouldBe === null && isAdministrator(ctx.actor),
    ceilingPassed: figures.refusal !== null,
    wouldBe,
    ltv: figures.ltv,
    scoreColor: figures.band,
    likelihood: refusal === null && figures.rankNotice !== CHARGE_MISSING ? figures.likelihood : null,
    reasons: [...(figures.refusal === null ? [] : [figures.refusal]), ...reasonsWith(figures, limit.refusal)],
    lenderSuggestedRate: figures.suggestedRate,
    monthlyPayment: figures.monthlyPayment,
    bridgePricing: figures.bridgePricing,
    bridgeDays: figures.bridgeDays,
    firstOrSecond: application.firstOrSecond,
  };
}
