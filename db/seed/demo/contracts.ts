/** The contracts of the demo's lent loans: the form's terms at funding, and a renewal of some that matured since. */
import { addMonths, dayStartInToronto, reminderDate } from "../../../lib/domain/dates.ts";
import { bridgeMinimum } from "../../../lib/domain/lending/bridge.ts";
import { compileSettings } from "../../../lib/domain/lending/compile.ts";
import { type ContractTerms, contractTerms } from "../../../lib/domain/lending/contract.ts";
import { ADVANCE_DAY } from "../../../lib/domain/lending/payment_days.ts";
import { loanFigures } from "../../../lib/domain/loans/deal.ts";
import { termOfMonths } from "../../../lib/domain/loans/deal_options.ts";
import { formContract } from "../../../lib/domain/loans/form_contract.ts";
import { isLent } from "../../../lib/domain/loans/status.ts";
import type { LendingSnapshot } from "../../../lib/domain/ports.ts";
import type { contracts, loans } from "../../schema/mod.ts";
import { ADMINISTRATOR } from "./people.ts";

type NewLoan = typeof loans.$inferInsert;
type NewContract = typeof contracts.$inferInsert;

/** Every so many matured loans one is renewed; the others stay past their maturity. */
const RENEWED_EVERY = 2;
const RENEWAL_MONTHS = 12;

/** Loans of so many months have payments on the day that the settings say; older ones on that of their advance. */
const SET_DAY_MONTHS = 9;

/** The contracts of these loans as of `today` (YYYY-MM-DD); the forms of renewed loans follow them. */
export function demoContracts(
  rows: readonly NewLoan[],
  today: string,
  lending: LendingSnapshot,
  administratorId: number,
): NewContract[] {
  let matured = 0;
  return rows.flatMap((loan) => {
    if (!isLent(loan.adminComSelect ?? "NA")) return [];
    const figures = loanFigures(loan, lending.settings, null);
    const isRecent = loan.dateFunded! >= addMonths(today, -SET_DAY_MONTHS);
    const first = formContract(loan, figures, {
      effectiveDate: loan.dateFunded!,
      paymentDay: isRecent ? lending.settings.payments.day : ADVANCE_DAY,
      bridgeMinimum: bridgeMinimum(compileSettings(lending.settings), figures.ltv),
    });
    if (!first) return [];
    Object.assign(loan, { maturityEmailDate: first.maturity, reminderEmailDate: reminderDate(first.maturity) });
    const contractRow = (terms: ContractTerms, version: number, source: "form" | "letter"): NewContract => ({
      ...terms,
      loanId: loan.id!,
      version,
      stage: "in force",
      source,
      finalScore: loan.finalScore,
      settingsVersionId: loan.settingsVersionId,
      configVersionId: loan.configVersionId,
      recordedAt: dayStartInToronto(terms.effectiveDate),
      recordedBy: administratorId,
      recordedByName: ADMINISTRATOR.name,
    });
    const isDue = loan.adminComSelect === "Funded" && first.structure === "Interest Only" && first.maturity < today;
    if (!isDue || matured++ % RENEWED_EVERY !== 0) return [contractRow(first, 1, "form")];
    const renewal = contractTerms({
      ...first,
      kind: "renewal",
      letterDate: reminderDate(first.maturity),
      effectiveDate: first.maturity,
      months: RENEWAL_MONTHS,
      lenderFee: 0,
      brokerFee: 0,
      apr: first.rate,
    });
    Object.assign(loan, {
      adminTerm: termOfMonths(RENEWAL_MONTHS),
      maturityEmailDate: renewal.maturity,
      reminderEmailDate: reminderDate(renewal.maturity),
    });
    return [contractRow(first, 1, "form"), contractRow(renewal, 2, "letter")];
  });
}
