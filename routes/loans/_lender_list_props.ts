import type { PortfolioSummary } from "../../lib/domain/lending/portfolio.ts";
import type { Thresholds } from "../../lib/domain/lending/settings.ts";
import type { LoanStatus } from "../../lib/domain/loans/status.ts";
import type { FilterBroker } from "../../lib/features/loans/mod.ts";
import type { LoanListQuery } from "../../lib/schemas/loans/list.ts";

/** What the lender's list shows: its address, the counts of its tabs and the figures above the rows. */
export interface LenderListProps {
  query: LoanListQuery;
  /** Loans of each status: all of them, or those that the search finds. */
  counts: Record<LoanStatus, number>;
  pages: number;
  summary: { of: "Funded" | "Repaid"; figures: PortfolioSummary } | null;
  /** The brokers to choose from. */
  brokers: FilterBroker[];
  /** Sum that the Pending loans ask for; null outside their tab. */
  pending: number | null;
  globalScore: Thresholds;
}
