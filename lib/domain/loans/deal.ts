import { apr, dealRefusal, type LoanTerms } from "../lending/apr.ts";
import { bridgeOffer } from "../lending/bridge.ts";
import { compileSettings } from "../lending/compile.ts";
import type { LendingSettings } from "../lending/settings.ts";
import { underwrite, type Underwriting, type UnderwritingOptions } from "../lending/underwrite.ts";
import { parseNumber } from "../money.ts";
import { applicationFrom } from "./application.ts";
import { structureOf, termMonths } from "./deal_options.ts";
import type { FormConfig } from "../settings/form_config.ts";

/** The months of a deal whose term nobody chose. */
export const DEFAULT_TERM_MONTHS = 12;

/** A loan's entries by field name, application and deal alike: what a database row, a wire loan or a form holds. */
export type LoanEntries = Readonly<Record<string, unknown>>;

/** A loan underwritten on its deal terms, with the cost that the borrower is told. */
export interface LoanFigures extends Underwriting {
  /** fsfcLoan, or the loan asked for where none is set (spec 001, section 3.1). Dollars. */
  fundedAmount: number;
  /** What the cost of borrowing is made of. */
  cost: LoanTerms;
  /** APR with the lender's and broker's fees, a fraction; null where nothing is lent. */
  apr: number | null;
  /** The sentence that refuses these terms where the APR passes the criminal rate, else null. */
  refusal: string | null;
}

function textOf(entry: unknown): string {
  return entry == null ? "" : String(entry);
}

/** What the administrator has settled of a deal, as underwriting takes it. `adminRate` is a fraction. */
export function dealOptions(entries: LoanEntries): UnderwritingOptions {
  return {
    adminRate: parseNumber(entries.adminRate),
    assumedTax: parseNumber(entries.assumedTax),
    riskRatingOver: textOf(entries.riskRatingOver) || null,
    structure: structureOf(textOf(entries.adminStructure)),
    termMonths: termMonths(textOf(entries.adminTerm)),
  };
}

/**
 * Underwrites a loan as it is entered, with the administrator's rate, structure, term, assumed tax and override
 * (lending rules, sections 2 to 8). The screen and the server both use it, so that they agree. `adminRate` is a fraction.
 */
export function loanFigures(entries: LoanEntries, settings: LendingSettings, config: FormConfig): LoanFigures {
  const application = applicationFrom(entries);
  const months = termMonths(textOf(entries.adminTerm));
  const worth = underwrite(application, settings, config, dealOptions(entries));
  const fundedAmount = parseNumber(entries.fsfcLoan) ?? application.newLoanAmount;
  const fees = (parseNumber(entries.adminFee) ?? 0) + application.broker_fee;
  const terms = costTerms(worth, fundedAmount, months ?? DEFAULT_TERM_MONTHS, fees, settings);
  return {
    ...worth,
    fundedAmount,
    cost: terms,
    apr: fundedAmount > 0 ? apr(terms) : null,
    refusal: fundedAmount > 0 ? dealRefusal(terms) : null,
  };
}

/** What the cost of borrowing is made of. Fees come off the advance, as private mortgages are paid out. */
function costTerms(
  worth: Underwriting,
  principal: number,
  months: number,
  fees: number,
  settings: LendingSettings,
): LoanTerms {
  const terms: LoanTerms = { principal, rate: worth.rate, months, fees, deducted: true, structure: worth.structure };
  if (worth.bridgeDays === null) return terms;
  const offer = bridgeOffer(compileSettings(settings), principal, worth.ltv, worth.bridgeDays, worth.rate);
  return { ...terms, bridgeDays: worth.bridgeDays, bridgePrice: offer.price };
}
