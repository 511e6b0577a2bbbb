/** Everything that the database derives by itself, and what queries use of it. */
import { auditRowsGuard } from "./audit_rows.ts";
import { runMailTallies, runPeopleTallies } from "./campaign_tallies.ts";
import { contractRowsGuard } from "./contract_rows.ts";
import { ledgerRowsGuard } from "./ledger_rows.ts";
import { loanBooksDerived } from "./loan_books.ts";
import { loanBrokerName } from "./loan_broker_name.ts";
import { loanCells } from "./loan_cells.ts";
import { loanMap } from "./loan_map.ts";
import { loanPlaces } from "./loan_places.ts";
import { loanSearch } from "./loan_search.ts";
import { loanTalliesDerived } from "./loan_tallies.ts";
import { loanOrders } from "./loan_orders.ts";
import { mailConsentsGuard } from "./mail_consents.ts";
import { mailLanes } from "./mail_lanes.ts";
import type { Derived } from "./objects.ts";
import { storedContracts } from "./stored_contracts.ts";
import { overviewTalliesDerived } from "./overview_tallies.ts";
import { torontoMonths } from "./toronto_months.ts";
import { trackerLinkTallies } from "./tracker_links.ts";
import { trackerTallies } from "./tracker_tallies.ts";
import { trackerWeekTallies } from "./tracker_weeks.ts";

export {
  addressIn,
  FILED_BY_ADDRESS,
  isUnlisted,
  SAYS_ADDRESS,
  SIGN_IN_RETENTION_MS,
  withoutFields,
} from "./audit_rows.ts";
export { CAMPAIGN_KEY, runMails, runPeople } from "./campaign_tallies.ts";
export { comingPayments, loanBooks, unpaidDays } from "./loan_books.ts";
export { cellFacts, CELLS_ZOOM, meanSql } from "./loan_cells.ts";
export { brokerNameSql, fundedAmountSql, positionSql } from "./loan_orders.ts";
export { nameOrder } from "./name_order.ts";
export { countedFound, foundByStatus, foundLoans } from "./loan_search.ts";
export { loanTallies } from "./loan_tallies.ts";
export { campaignMailSql, lostMailSql, openMailSql, touchBaseOnSql } from "./mail_lanes.ts";
export { factSql, overviewTallies, scoredPosition, scoredRows, typesOfPosition } from "./overview_tallies.ts";
export { monthInTorontoSql } from "./toronto_months.ts";
export { trackerLinks } from "./tracker_links.ts";
export { trackerOpeners, trackerSpans } from "./tracker_tallies.ts";
export { trackerWeeks } from "./tracker_weeks.ts";
export { bandSql, fundedAmountOfSql, quoteList, SIGN_IN_SQL, statusSql, valueSql } from "./rules.ts";

/** In the order in which they are filled: the overview reads the months and the regions. */
export const DERIVED: readonly Derived[] = [
  auditRowsGuard,
  storedContracts,
  contractRowsGuard,
  ledgerRowsGuard,
  loanBooksDerived,
  torontoMonths,
  loanBrokerName,
  loanPlaces,
  loanOrders,
  loanMap,
  loanCells,
  loanSearch,
  loanTalliesDerived,
  overviewTalliesDerived,
  trackerTallies,
  trackerLinkTallies,
  trackerWeekTallies,
  runPeopleTallies,
  runMailTallies,
  mailLanes,
  mailConsentsGuard,
];
