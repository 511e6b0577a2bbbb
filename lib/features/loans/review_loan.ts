/** The summary of an application before it is submitted (testloan; loans specification 3.14, 4.6 and 7.1). */
import { type Context, inTransaction } from "../../../db/mod.ts";
import type { SubmissionInput } from "../../schemas/loans/submission.ts";
import type { Underwriting } from "../../domain/lending/underwrite.ts";
import { fittingLoan } from "../../domain/lending/fitting_loan.ts";
import { CHARGE_MISSING, positionOf, propertyValue } from "../../domain/lending/ltv.ts";
import type { ReviewResult } from "../../domain/loans/review_result.ts";
import { isAdministrator } from "../../domain/permissions.ts";
import { checkApplication } from "./_application.ts";
import { recordReview } from "./_history.ts";

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
