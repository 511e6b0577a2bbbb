/** Status, terms and days of the demo's loans, each from the loan's number. */
import { addDays, addMonths, reminderDate } from "../../../lib/domain/dates.ts";
import type { LendingSettings } from "../../../lib/domain/lending/settings.ts";
import type { LoanApplication } from "../../../lib/domain/loans/application.ts";
import { type LoanFigures, loanFigures } from "../../../lib/domain/loans/deal.ts";
import { termMonths } from "../../../lib/domain/loans/deal_options.ts";
import type { FormConfig } from "../../../lib/domain/settings/form_config.ts";
import type { LoanStatus } from "../../../lib/domain/loans/status.ts";
import { pick, submittedOn } from "./application.ts";

const OLD: LoanStatus[] = [
  "Repaid",
  "Repaid",
  "Funded",
  "Repaid",
  "Declined",
  "Repaid",
  "Funded",
  "Repaid",
  "Loss",
  "Repaid",
];
const SETTLED: LoanStatus[] = [
  "Funded",
  "Funded",
  "Declined",
  "Funded",
  "Repaid",
  "Funded",
  "Trash",
  "Funded",
  "Funded",
  "Declined",
];
const NEW: LoanStatus[] = ["NA", "NA", "NA", "Funded", "NA", "NA", "Declined", "NA", "NA", "Trash"];
const REASONS = ["LTV above what we lend in this region", "Income could not be verified", "Active litigation on title"];

/** The status of loan `n`: the older the loan, the further it has come. */
function statusOf(n: number): LoanStatus {
  return pick(n <= 60 ? OLD : n <= 110 ? SETTLED : NEW, n - 1);
}

export interface DemoDeal {
  status: LoanStatus;
  columns: {
    fsfcLoan: number | null;
    adminTerm: string;
    adminStructure: string;
    adminRate: number | null;
    adminFee: number | null;
    adminPenalty: string;
    riskRatingOver: string;
    declineReason: string;
    adminComments: string;
    loss: number | null;
    dateFunded: string;
    dateRepaid: string;
    maturityEmailDate: string;
    reminderEmailDate: string;
    everFunded: number;
    isdone: number;
  };
  participants: { name: string; amount: number }[];
  figures: LoanFigures;
}

/** The deal of loan `n` with the figures that the lending rules give for it. */
export function demoDeal(
  n: number,
  application: LoanApplication,
  today: string,
  settings: LendingSettings,
  config: FormConfig,
): DemoDeal {
  const status = statusOf(n);
  const lent = status === "Funded" || status === "Repaid" || status === "Loss";
  const structure = application.firstOrSecond === "Bridge" ? "Bridge" : n % 7 === 2 ? "P+I" : "Interest Only";
  const term = n <= 60 && status === "Funded"
    ? "2 years"
    : structure === "Bridge"
    ? "3 months"
    : pick(["1 year", "6 months"], n);
  const suggested = loanFigures({ ...application, adminStructure: structure, adminTerm: term }, settings, config);
  const fsfcLoan = lent ? application.newLoanAmount - (n % 6 === 1 ? 5000 : 0) : null;
  const terms = lent
    ? {
      adminTerm: term,
      adminStructure: structure,
      adminRate: suggested.suggestedRate,
      adminFee: Math.round(application.newLoanAmount * 0.015 / 100) * 100,
      adminPenalty: pick(["3 months", "1 month", "none"], n),
    }
    : { adminTerm: "", adminStructure: "", adminRate: null, adminFee: null, adminPenalty: "" };
  const riskRatingOver = n % 17 === 2 ? "3.5" : "Nil";
  const withFee = loanFigures({ ...application, ...terms, riskRatingOver, fsfcLoan }, settings, config);
  // A fee that would pass the criminal rate was not taken.
  const charged = lent && withFee.refusal !== null ? { ...terms, adminFee: 0 } : terms;
  const figures = charged === terms
    ? withFee
    : loanFigures({ ...application, ...charged, riskRatingOver, fsfcLoan }, settings, config);
  const dateFunded = lent ? addDays(submittedOn(n, today), 18) : "";
  const maturity = lent ? addMonths(dateFunded, termMonths(charged.adminTerm) ?? 12) : "";
  const shared = lent && n % 3 === 0;
  return {
    status,
    figures,
    columns: {
      ...charged,
      fsfcLoan,
      riskRatingOver,
      declineReason: status === "Declined" ? pick(REASONS, n) : "",
      adminComments: n % 4 === 0 ? "Spoke with the broker; figures confirmed against the documents." : "",
      loss: status === "Loss" ? 20_000 + (n % 5) * 7500 : null,
      dateFunded,
      dateRepaid: status === "Repaid" ? addDays(dateFunded, 90 + (n * 13) % 95) : "",
      maturityEmailDate: maturity,
      reminderEmailDate: maturity && reminderDate(maturity),
      everFunded: lent ? 1 : 0,
      isdone: shared ? 1 : 0,
    },
    participants: shared
      ? [
        { name: "Harbourline Income Fund", amount: Math.floor(fsfcLoan! * 0.6) },
        { name: "Breakwater Partners", amount: Math.floor(fsfcLoan! * 0.4) },
      ]
      : [],
  };
}
