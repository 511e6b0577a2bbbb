import type { PortfolioSummary } from "../../lib/domain/lending/portfolio.ts";
import type { Thresholds } from "../../lib/domain/lending/settings.ts";
import type { ListedLoan } from "../../lib/domain/loans/loan_table.ts";
import type { Outdated } from "../../lib/domain/loans/outdated.ts";
import type { LoanStatus } from "../../lib/domain/loans/status.ts";
import type { FilterBroker } from "../../lib/features/loans/mod.ts";
import type { LoanListQuery } from "../../lib/schemas/loans/list.ts";

/** The lender's list: its query, the tabs' counts and the figures above the rows. */
export interface LenderListProps {
  query: LoanListQuery;
  /** Loans of each status: all, or those that match the search. */
  counts: Record<LoanStatus, number>;
  pages: number;
  summary: { of: "Funded" | "Repaid"; figures: PortfolioSummary } | null;
  /** The brokers of the filter. */
  brokers: FilterBroker[];
  /** The Pending loans' requested amount; null in other tabs. */
  pending: number | null;
  globalScore: Thresholds;
  rows: ListedLoan[];
  /** Of those rows that are saved under earlier settings: what of them. */
  outdated: ReadonlyMap<number, Outdated>;
  /** The LTV limit in force, whole percent. */
  maxLtv: number;
}
