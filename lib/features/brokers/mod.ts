/** The public face of the feature brokers: what routes and the server's tasks use of it. */
export { addRequestedAccount } from "./add_requested_account.ts";
export { countOpenRequests } from "./count_open_requests.ts";
export { createAccount } from "./create_account.ts";
export { deleteAccount } from "./delete_account.ts";
export { deleteRequestedAccount } from "./delete_requested_account.ts";
export { erasePerson } from "./erase_person.ts";
export { exportPerson } from "./export_person.ts";
export { getAllUsers } from "./get_all_users.ts";
export { getRequestedAccount, viewRequest } from "./get_requested_account.ts";
export { getUser } from "./get_user.ts";
export { type HistoryRow, listAccountHistory } from "./list_account_history.ts";
export { type AccountListRow, listAccounts } from "./list_accounts.ts";
export type { BrokerLoanRow } from "./list_broker_loans.ts";
export { listRequests, type RequestListRow } from "./list_requests.ts";
export { signOutEverywhere } from "./sign_out_everywhere.ts";
export { updateAccount } from "./update_account.ts";
export { validateBroker } from "./validate_broker.ts";
export { viewAccount } from "./view_account.ts";
