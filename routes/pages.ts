/** Every page, one line each. Paths without parameters come before those with. */
import type { PageLike } from "../lib/server/page.tsx";
import { accountSettingsPage } from "./account/account_settings.tsx";
import { changeEmailPage } from "./account/change_email.tsx";
import { dashboardHomePage } from "./account/dashboard_home.tsx";
import { loginPage } from "./account/login.tsx";
import { recoverPage } from "./account/recover.tsx";
import { registerPage } from "./account/register.tsx";
import { accountPage } from "./brokers/account.tsx";
import { brokersPage } from "./brokers/list.tsx";
import { requestPage } from "./brokers/request.tsx";
import { loanListPage } from "./loans/loan_list.tsx";
import { reloadLoanPage } from "./loans/reload_loan.ts";
import { viewLoanPage } from "./loans/view_loan.tsx";
import { overviewPage } from "./overview/overview.tsx";
import { dashboardContactPage } from "./account/contact.tsx";
import { contactPage } from "./public/contact.tsx";
import { homePage } from "./public/home.tsx";
import { brokerLoanPage } from "./loans/broker_loan.tsx";
import { submitLoanPage } from "./loans/submit_loan.tsx";
import { viewCommitmentPage, viewRenewalPage } from "./loans/letter.tsx";
import { payoutPage } from "./loans/payout.tsx";
import { schedulePage } from "./loans/schedule.tsx";
import { settingsPage } from "./settings/settings.tsx";

export const PAGES: readonly PageLike[] = [
  accountSettingsPage,
  changeEmailPage,
  dashboardHomePage,
  loginPage,
  recoverPage,
  registerPage,
  homePage,
  contactPage,
  dashboardContactPage,
  loanListPage,
  viewLoanPage,
  reloadLoanPage,
  brokersPage,
  accountPage,
  requestPage,
  brokerLoanPage,
  submitLoanPage,
  overviewPage,
  viewCommitmentPage,
  viewRenewalPage,
  schedulePage,
  payoutPage,
  settingsPage,
];
