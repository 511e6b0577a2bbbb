/** The public face of the feature overview: what routes and the server's tasks use of it. */
export { type ExposureDetails, exposureDetails } from "./exposure_details.ts";
export {
  HISTORY_SERIES,
  type HistoryMonth,
  type HistorySeries,
  type LoanHistory,
  loanHistory,
} from "./loan_history.ts";
export { type BehindLoan, type LoansBehind, loansBehind, statusesOf } from "./loans_behind.ts";
export { brokerNames, rankBrokers, type RankedBroker, TOP_BROKERS } from "./rank_brokers.ts";
export { type RiskDetails, riskDetails } from "./risk_details.ts";
export { dayGroups, readTallyRows, scoreGroups } from "./tallies.ts";
