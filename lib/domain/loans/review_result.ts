import type { Colour, Likelihood } from "../lending/colours.ts";
import type { Position } from "../lending/ltv.ts";

/**
 * The summary of an application before it is submitted (loans specification 3.14). Rates are fractions, money is
 * dollars, `ltv` and `ltvLimit` whole percent.
 */
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
