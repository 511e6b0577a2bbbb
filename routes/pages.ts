/** Every page. Paths without parameters come before those with. */
import type { PageLike } from "../lib/server/page.tsx";
import { accountSettingsPage } from "./accounts/account_settings.tsx";
import { changeEmailPage } from "./accounts/change_email.tsx";
import { dashboardHomePage } from "./accounts/dashboard_home.tsx";
import { loginPage } from "./accounts/login.tsx";
import { recoverPage } from "./accounts/recover.tsx";
import { registerPage } from "./accounts/register.tsx";
import { secondFactorPage } from "./accounts/second_factor.tsx";
import { staffSignInPage } from "./accounts/staff_sign_in.tsx";
import { accountPage } from "./brokers/account.tsx";
import { brokersPage } from "./brokers/list.tsx";
import { requestPage } from "./brokers/request.tsx";
import { loanListPage } from "./loans/loan_list.tsx";
import { reloadLoanPage } from "./loans/reload_loan.ts";
import { viewLoanPage } from "./loans/view_loan.tsx";
import { areasPage } from "./maps/areas.tsx";
import { loanMapPage } from "./maps/loan_map.tsx";
import { loansBehindPage } from "./overview/loans_behind.tsx";
import { overviewPage } from "./overview/overview.tsx";
import { dashboardContactPage } from "./mail/dashboard_contact.tsx";
import { emailsPage } from "./mail/emails.tsx";
import { viewEmailPage } from "./mail/view_email.tsx";
import { outboxPage } from "./mail/outbox.tsx";
import { contactPage } from "./mail/contact.tsx";
import { unsubscribePage } from "./mail/unsubscribe.tsx";
import { lendingAreasPage } from "./maps/lending_areas.tsx";
import { homePage } from "./quote/home.tsx";
import { brokerLoanPage } from "./loans/broker_loan.tsx";
import { submitLoanPage } from "./loans/submit_loan.tsx";
import { disclosurePage, instructionsPage } from "./letters/enclosure.tsx";
import { viewCommitmentPage, viewRenewalPage } from "./letters/letter.tsx";
import { payoutPage } from "./letters/payout.tsx";
import { schedulePage } from "./letters/schedule.tsx";
import { bookPage } from "./servicing/book.tsx";
import { bankPaymentsPage } from "./servicing/bank_payments.tsx";
import { returnsPage } from "./servicing/returns.tsx";
import { transferFilePage } from "./servicing/transfer_file.tsx";
import { transfersPage } from "./servicing/transfers.tsx";
import { duePaymentsPage } from "./servicing/due_payments.tsx";
import { loanLedgerPage } from "./servicing/loan_ledger.tsx";
import { participantsPage } from "./servicing/participants.tsx";
import { retentionPage } from "./operations/retention.tsx";
import { statusPage } from "./operations/status.tsx";
import { regionPage } from "./maps/region.tsx";
import { newsPage } from "./news/news.tsx";
import { settingsPage } from "./settings/settings.tsx";
import { trackedEmailPage } from "./tracking/tracked_email.tsx";
import { trackingPage } from "./tracking/tracking.tsx";
import { trackingOverviewPage } from "./tracking/tracking_overview.tsx";

export const PAGES: readonly PageLike[] = [
  accountSettingsPage,
  changeEmailPage,
  dashboardHomePage,
  loginPage,
  recoverPage,
  registerPage,
  secondFactorPage,
  staffSignInPage,
  homePage,
  contactPage,
  lendingAreasPage,
  dashboardContactPage,
  emailsPage,
  viewEmailPage,
  outboxPage,
  unsubscribePage,
  loanListPage,
  viewLoanPage,
  reloadLoanPage,
  brokersPage,
  accountPage,
  requestPage,
  brokerLoanPage,
  submitLoanPage,
  areasPage,
  loanMapPage,
  overviewPage,
  loansBehindPage,
  newsPage,
  viewCommitmentPage,
  viewRenewalPage,
  disclosurePage,
  instructionsPage,
  schedulePage,
  payoutPage,
  bookPage,
  duePaymentsPage,
  bankPaymentsPage,
  transferFilePage,
  returnsPage,
  transfersPage,
  loanLedgerPage,
  participantsPage,
  regionPage,
  statusPage,
  retentionPage,
  settingsPage,
  trackingPage,
  trackingOverviewPage,
  trackedEmailPage,
];
