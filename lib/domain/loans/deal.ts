import { apr, CRIMINAL_RATE, dealRefusal, type LoanTerms } from "../lending/apr.ts";
import { bridgeOffer } from "../lending/bridge.ts";
import { bridgeCap, ceilingOf, commercialPurpose } from "../lending/ceiling.ts";
import { compileSettings } from "../lending/compile.ts";
import { ltvPercent, positionOf, propertyValue, standingOf } from "../lending/ltv.ts";
import { monthlyPayment } from "../lending/payments.ts";
import { fundedAmount as principalOf } from "../lending/portfolio.ts";
import type { LendingSettings } from "../lending/settings.ts";
import { underwrite, type Underwriting, type UnderwritingOptions } from "../lending/underwrite.ts";
import { parseNumber } from "../money.ts";
import { applicationFrom, type LoanApplication } from "./application.ts";
import { structureOf, termMonths } from "./deal_options.ts";
import type { FormConfig } from "../settings/form_config.ts";

/** Months of a deal without a chosen term. */
const DEFAULT_TERM_MONTHS = 12;

/** A loan's entries by field name, application and deal: a database row, a wire loan or a form. */
export type LoanEntries = Readonly<Record<string, unknown>>;

/** A loan underwritten on its deal terms, with its cost of borrowing. */
export interface LoanFigures extends Underwriting {
  /** fsfcLoan, or the requested amount where it is not set (loans specification 3.1). Dollars. */
  fundedAmount: number;
  /** The LTV of that amount, a whole percentage; null without a value. `ltv` is that of the requested one. */
  lentLtv: number | null;
  /** The monthly payment of that amount, dollars; 0 for a bridge. `monthlyPayment` is that of the requested one. */
  lentPayment: number;
  /** The price of that amount, dollars; null without days. */
  bridgePricing: number | null;
  /** The terms behind the cost of borrowing. */
  cost: LoanTerms;
  /** APR with the lender's and broker's fees, as a fraction; null where nothing is lent. */
  apr: number | null;
  /** Why these terms are refused where the APR exceeds the criminal rate, else null. */
  refusal: string | null;
}

function textOf(entry: unknown): string {
  return entry == null ? "" : String(entry);
}

/** What is lent: fsfcLoan, or the requested amount where it is not set, or was kept as 0 earlier. Dollars. */
const lentOf = (entries: LoanEntries, application: LoanApplication): number =>
  principalOf({ ...application, fsfcLoan: parseNumber(entries.fsfcLoan) || null });

/**
 * The administrator's deal terms as underwriting options, with the rank that the amount lent can pay for (lending rules
 * 2). `adminRate` is a fraction.
 */
export function dealOptions(entries: LoanEntries, application = applicationFrom(entries)): UnderwritingOptions {
  return {
    standing: standingOf(positionOf(application.firstOrSecond), lentOf(entries, application), application),
    adminRate: parseNumber(entries.adminRate),
    assumedTax: parseNumber(entries.assumedTax),
    riskRatingOver: textOf(entries.riskRatingOver) || null,
    structure: structureOf(textOf(entries.adminStructure)),
    termMonths: termMonths(textOf(entries.adminTerm)),
  };
}

/**
 * Underwrites a loan with the administrator's rate, structure, term, assumed tax and override
 * (lending rules 2 to 8). Screen and server both use it, so they agree. `adminRate` is a fraction; without `config` the
 * application form adds nothing to the score.
 */
export function loanFigures(entries: LoanEntries, settings: LendingSettings, config: FormConfig | null): LoanFigures {
  const application = applicationFrom(entries);
  const months = termMonths(textOf(entries.adminTerm));
  const figures = underwrite(application, settings, config, dealOptions(entries, application));
  const fundedAmount = lentOf(entries, application);
  const fees = (parseNumber(entries.adminFee) ?? 0) + application.broker_fee;
  const purpose = commercialPurpose(entries.commercialReason, settings);
  const terms = costTerms(figures, fundedAmount, months ?? DEFAULT_TERM_MONTHS, fees, purpose, settings);
  return {
    ...figures,
    bridgePricing: terms.bridgePrice ?? null,
    fundedAmount,
    lentLtv: ltvPercent(fundedAmount, figures.standing.prior, propertyValue(application)),
    lentPayment: monthlyPayment(fundedAmount, figures.rate, figures.structure),
    cost: terms,
    apr: fundedAmount > 0 ? apr(terms) : null,
    refusal: fundedAmount > 0 ? dealRefusal(terms) : null,
  };
}

/** The terms behind the cost of borrowing. Fees are deducted from the advance, as usual for private mortgages. */
function costTerms(
  figures: Underwriting,
  principal: number,
  months: number,
  fees: number,
  purpose: string,
  settings: LendingSettings,
): LoanTerms {
  // A bridge's price is cut to the ceiling of the Criminal Code, whatever it is for.
  const ceiling = figures.bridgeDays === null ? ceilingOf(principal, purpose) : CRIMINAL_RATE;
  const terms: LoanTerms = {
    ceiling,
    principal,
    rate: figures.rate,
    months,
    fees,
    deducted: true,
    structure: figures.structure,
  };
  if (figures.bridgeDays === null) return terms;
  const offer = bridgeOffer(compileSettings(settings), principal, figures.ltv, figures.bridgeDays, figures.rate);
  // Lowered until it and the fees keep to the ceiling; 0 where the fees alone exceed it, for a refusal.
  const bridgePrice = Math.max(0, Math.min(offer.price, bridgeCap(principal, figures.bridgeDays, fees)));
  return { ...terms, bridgeDays: figures.bridgeDays, bridgePrice };
}
