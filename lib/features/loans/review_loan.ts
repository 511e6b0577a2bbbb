/** The summary of an application before it is submitted (testloan; loans specification 3.14, 4.6 and 7.1). */
import { type Context, inTransaction } from "../../../db/mod.ts";
import type { SubmissionInput } from "../../schemas/loans/submission.ts";
import type { Colour, Likelihood } from "../../domain/lending/colours.ts";
import { checkApplication } from "./_application.ts";
import { recordReview } from "./_history.ts";

/** The summary result. Rates are fractions, money is dollars, `ltv` and `ltvLimit` whole percent. */
export interface ReviewResult {
  maxLtvExceeded: boolean;
  ltvLimit: number;
  ltv: number | null;
  /** The band's colour and likelihood. */
  scoreColor: Colour;
  likelihood: Likelihood;
  /** The max-LTV sentence comes first where it applies. */
  reasons: string[];
  lenderSuggestedRate: number;
  /** 0 for a bridge, which has an all-in price. */
  monthlyPayment: number;
  bridgePricing: number | null;
  bridgeDays: number | null;
  firstOrSecond: string;
}

/** Validates and underwrites an application and records the review. Throws 422 with a message for each field. */
export async function reviewLoan(ctx: Context, { data }: SubmissionInput): Promise<ReviewResult> {
  const { application, worth } = checkApplication(ctx, data);
  await inTransaction(ctx.db, (tx) => recordReview(tx, ctx, application));
  return {
    maxLtvExceeded: worth.maxLtvExceeded,
    ltvLimit: worth.ltvLimit,
    ltv: worth.ltv,
    scoreColor: worth.band,
    likelihood: worth.likelihood,
    reasons: worth.reasons,
    lenderSuggestedRate: worth.suggestedRate,
    monthlyPayment: worth.monthlyPayment,
    bridgePricing: worth.bridgePricing,
    bridgeDays: worth.bridgeDays,
    firstOrSecond: application.firstOrSecond,
  };
}
