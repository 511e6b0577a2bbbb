/** The lender's settings, as returned by `getSettings` (loans specification 3.6; lending rules 4 to 7). */
import type { NewsSettings } from "../news/settings.ts";

/** One threshold for each colour. */
export interface Thresholds {
  greenScore: number;
  yellowScore: number;
  redScore: number;
}

/** A row of a number table: applies from `value` up to the next row. */
export interface StepOption {
  value: number;
  /** -8 to 8; higher is riskier. */
  score: number;
  /** 0 to 1. */
  weight: number;
}

/** A row of a dropdown table. */
export interface TextOption {
  value: string;
  score: number;
  weight: number;
}

/** The weight of a region rating, and the score of an unlisted region. */
export interface RegionWeight {
  weight: number;
  unknown: number;
}

export interface RatingTables {
  dsc: StepOption[];
  yoe: StepOption[];
  employer: TextOption[];
  credit: StepOption[];
  rof: StepOption[];
  lit: TextOption[];
  ltv: StepOption[];
  region: RegionWeight;
  rental: RegionWeight;
  sizeOfFirst: StepOption[];
  uop: TextOption[];
  equityCharge: StepOption[];
}

export interface RegionPricing {
  value: string;
  rentability: number;
  score: number;
}

/** Yearly rates as fractions, from a score up. */
export interface LoanPricing {
  value: number;
  firstMtgPrice: number;
  secondMtgPrice: number;
}

/** From an LTV up: daily price as a fraction of the loan, and minimum price in dollars. */
export interface BridgePricing {
  ltv: number;
  perDay: number;
  min: number;
}

export interface PricingSettings {
  regions: RegionPricing[];
  loanPricing: LoanPricing[];
  bridgePricing: BridgePricing[];
}

/** A quote's assumptions about inputs that it does not have. */
export interface QuoteAssumptions {
  region: string;
  sector: string;
  useOfProceeds: string;
  litigiousness: string;
  /** Yearly property tax as a fraction of the value. */
  propertyTaxRate: number;
  /** Dollars monthly. */
  utilities: number;
  /** Fraction of income. */
  assumedTax: number;
  /** Fraction added to the quoted rate. */
  rateAdjustment: number;
}

/** A row of a map table (loans specification 3.6). */
export interface MapOption {
  value: number;
  flag: string;
  score: number;
  weight: number;
}

export interface MapSettings {
  monthlyChange: MapOption[];
  listingToSellingPrice: MapOption[];
  duration: MapOption[];
  final: { value: number; color: string; weight: number }[];
}

/** Lend as anywhere, lend up to a lower LTV, do not lend. */
export const AREA_RULES = ["lend", "lower", "no"] as const;
export type AreaRule = (typeof AREA_RULES)[number];

/** The rule of a region, or of a postal area, which comes before its region's. */
export interface LendingArea {
  /** The region's name, or the first three characters of postal codes. */
  value: string;
  rule: AreaRule;
  /** Whole percent; holds under the rule `lower` alone. */
  maxLtv: number;
}

/** How far commercial loans may go: as any other, or as the law excepts them. */
export const COMMERCIAL_CEILINGS = ["default", "law"] as const;

export interface LendingSettings {
  globalScore: Thresholds;
  netTdsc: Thresholds;
  netFtdsc: Thresholds;
  netEquity: Thresholds;
  netEquityCoverage: Thresholds;
  netCashRemain: Thresholds;
  taxMultiple: Thresholds;
  /** Percent. */
  maxLtv: { limit: number };
  /** The least that is lent, in whole dollars. */
  minLoan?: { amount: number };
  ratings: RatingTables;
  pricing: PricingSettings;
  justQuote: QuoteAssumptions;
  /** Map scoring, edited in the general settings. */
  map?: MapSettings;
  /** Where the lender lends otherwise than everywhere else. */
  lendingAreas?: LendingArea[];
  /** Recipients of shared deals. */
  partnerEmails?: string[];
  /** Whether loans that are marked as commercial may cost what the law excepts them to (lending rules 8). */
  commercial?: { ceiling: (typeof COMMERCIAL_CEILINGS)[number] };
  /** Business days between a disclosure statement and signing (lending rules 11). */
  disclosure?: { businessDays: number };
  /** The day of the month on which payments fall, 1 to 28; 0: that of the advance (lending rules 10). */
  payments?: { day: number };
  /** Which reminders and news go out. */
  news?: NewsSettings;
}
