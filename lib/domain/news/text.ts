/** The words of news: one title and text for the list, the mail and the digest. */
import { formatDate } from "../dates.ts";
import { OFFER_NAMES } from "../letters/terms.ts";
import { brokerStatusLabel } from "../loans/broker_view.ts";
import { countOf, money } from "../money.ts";
import type { MaturityPlan } from "../servicing/maturity_plan.ts";
import { otherFactorNews, ownFactorNews } from "../accounts/factor_text.ts";
import type { News, ReminderKind } from "./kinds.ts";
import { listedText, withFullStop } from "../sentence.ts";

/** The loan that news is about. `client` is the applicant's name, or empty; `broker` the broker's. */
export interface NewsLoan {
  clientCode: string;
  client: string;
  broker: string;
}

export interface NewsDescription {
  title: string;
  text: string;
  /** A person's text: the reason of a decline or a return. */
  quote: string;
}

/** Five by name, or six: "1 more" would be as long as its name. */
const listed = (titles: readonly string[]): string => {
  const shown = titles.slice(0, titles.length === 6 ? 6 : 5).map((title) => `“${title}”`);
  const more = titles.length - shown.length;
  return listedText(more > 0 ? [...shown, `${more} more`] : shown);
};
const conditions = (n: number): string => countOf(n, "condition");
const until = (day: string): string => day ? ` The offer is open until ${formatDate(day)}.` : "";

/** What a maturity asks for, by what is planned for it. */
type PlanTexts = Readonly<Record<MaturityPlan, (whose: string) => string>>;
const REMINDER_TO_STAFF: PlanTexts = {
  undecided: (whose) => `Ask the broker whether ${whose} renews or repays.`,
  renew: (whose) => `The plan is to renew the loan of ${whose}: send the renewal agreement.`,
  discharge: (whose) => `The plan is to discharge the loan of ${whose}: send the payout statement.`,
};
const REMINDER_TO_BROKER: PlanTexts = {
  undecided: (whose) => `Tell us whether ${whose} renews or repays, so that the papers are ready in time.`,
  renew: (whose) => `${withFullStop(`We plan to renew the loan of ${whose}`)} Tell us if it is to be repaid instead.`,
  discharge: (whose) => `We expect ${whose} to repay. Tell us if a renewal is wanted instead.`,
};
const MATURED_TO_STAFF: PlanTexts = {
  undecided: (whose) => `Renew the loan of ${whose}, or enter its repayment.`,
  renew: (whose) => `The plan was to renew the loan of ${whose}, and no renewal is in force yet.`,
  discharge: (whose) => `The plan was to discharge the loan of ${whose}: enter its repayment once it is in.`,
};
const MATURED_TO_BROKER: PlanTexts = {
  undecided: (whose) => `The principal of the loan to ${whose} is due. Ask us for the payout, or for a renewal.`,
  renew: (whose) => `The loan to ${whose} is to be renewed. Send us the signed renewal agreement.`,
  discharge: (whose) => `The principal of the loan to ${whose} is due. Ask us for the payout statement.`,
};

/** What a status means for the broker's loan. */
const STATUS_TEXTS: Readonly<Record<string, (whose: string) => string>> = {
  Pending: (whose) => `The application for ${whose} is in review again.`,
  Funded: (whose) => `The loan for ${whose} is funded.`,
  Repaid: (whose) => `The loan for ${whose} is repaid. Thank you for bringing it to us.`,
  Declined: (whose) => `We cannot lend on the application for ${whose} as it stands.`,
  Closed: (whose) => `We closed the application for ${whose}. Write to us if you expected otherwise.`,
};

/** The words for one reader. `loan` is null for news that is about none. */
export function describeNews(news: News, loan: NewsLoan | null, forStaff: boolean): NewsDescription {
  const code = loan?.clientCode ?? "", whose = loan?.client || code;
  const words = (title: string, text: string, quote = ""): NewsDescription => ({ title, text, quote });
  switch (news.kind) {
    case "maturityReminder":
      return words(
        `${code} matures on ${formatDate(news.data.day)}`,
        (forStaff ? REMINDER_TO_STAFF : REMINDER_TO_BROKER)[news.data.plan ?? "undecided"](whose),
      );
    case "maturity":
      return words(
        `${code} matured on ${formatDate(news.data.day)}`,
        (forStaff ? MATURED_TO_STAFF : MATURED_TO_BROKER)[news.data.plan ?? "undecided"](whose),
      );
    case "conditionsOpen":
      return words(
        `${code}: ${conditions(news.data.open)} open before closing`,
        `The loan for ${whose} is to close on ${formatDate(news.data.day)}, and ${
          news.data.open === 1 ? "one condition is" : `${news.data.open} conditions are`
        } still open.`,
      );
    case "commitmentExpiring":
      return words(
        `${code}: the ${OFFER_NAMES[news.data.letter]} expires on ${formatDate(news.data.day)}`,
        forStaff
          ? `It has not come back signed. ${whose} may need an extension.`
          : `Upload it, signed by ${whose}, by then, or ask us for more time.`,
      );
    case "licenceExpiring":
      return words(
        forStaff
          ? `${news.data.name}'s licence expires on ${formatDate(news.data.day)}`
          : `Your licence expires on ${formatDate(news.data.day)}`,
        forStaff
          ? `${news.data.license} is not renewed in the register.`
          : `${news.data.license} is not renewed in the register. We can work with licensed brokers only.`,
      );
    case "statusChanged": {
      const label = brokerStatusLabel(news.data.to);
      const reason = news.data.to === "Declined" ? news.data.reason : "";
      return words(
        `${code} is ${label.toLowerCase()}`,
        STATUS_TEXTS[label]?.(whose) ?? `The status of the loan for ${whose} is ${label} now.`,
        reason,
      );
    }
    case "conditionsSet":
      return words(
        `${code}: ${conditions(news.data.titles.length)} to complete`,
        `For ${whose} we need ${listed(news.data.titles)}.`,
      );
    case "conditionReturned":
      return words(
        `${code}: ${news.data.title} needs another look`,
        `We could not accept “${news.data.title}” for ${whose} as it is. It is open again on the loan's page.`,
        news.data.reason,
      );
    case "conditionAccepted":
      return words(
        `${code}: ${conditions(news.data.titles.length)} accepted`,
        `For ${whose} we accepted ${listed(news.data.titles)}.`,
      );
    case "commitmentReady":
      return words(
        `${code}: the ${OFFER_NAMES[news.data.letter]} is ready to sign`,
        `Download it from the page of ${whose}'s loan, have it signed, and upload it there.${until(news.data.day)}`,
      );
    case "loanSubmitted":
      return words(
        `${code}: ${money(news.data.amount)} from ${loan?.broker}`,
        withFullStop(`A new application for ${whose}`),
      );
    case "accountRequested":
      return words(`${news.data.name} asks for an account`, "Check the licence, then add or delete the request.");
    case "ownSignIn":
      return { ...ownFactorNews(news.data.change, news.data.left), quote: "" };
    case "otherSignIn":
      return { ...otherFactorNews(news.data.name, news.data.change, news.data.left), quote: "" };
  }
}

/** Where news leads, and what the mail's button says. */
export function newsLink(news: News, loanId: number | null, forStaff: boolean): { path: string; label: string } {
  if (news.kind === "licenceExpiring") {
    return forStaff
      ? { path: `/dashboard/viewbroker?id=${news.data.accountId}`, label: "Open the account" }
      : { path: "/dashboard/accountsettings", label: "Open your account" };
  }
  if (news.kind === "accountRequested") {
    return { path: `/dashboard/createbroker?id=${news.data.requestId}`, label: "Open the request" };
  }
  if (news.kind === "ownSignIn") return { path: "/dashboard/accountsettings#two-step", label: "Open your account" };
  if (news.kind === "otherSignIn") {
    return { path: `/dashboard/viewbroker?id=${news.data.accountId}`, label: "Open the account" };
  }
  return forStaff
    ? { path: `/dashboard/viewloan?id=${loanId}`, label: "Open the loan" }
    : { path: `/dashboard/viewloan/${loanId}`, label: "Open the loan" };
}

/** A reminder's text in the loan's timeline. */
export const reminderText = (kind: ReminderKind, day: string): string => REMINDED[kind] + formatDate(day);

const REMINDED: Readonly<Record<ReminderKind, string>> = {
  maturityReminder: "Reminded of the maturity on ",
  maturity: "Told of the maturity on ",
  conditionsOpen: "Reminded of open conditions before closing on ",
  commitmentExpiring: "Reminded that the offer expires on ",
  licenceExpiring: "Reminded of the licence until ",
};
