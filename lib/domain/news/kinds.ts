/** The kinds of news: mailed as a person chooses, and in the bell's list. */
import type { FactorChange } from "../accounts/second_factor.ts";
import type { LoanStatus } from "../loans/status.ts";
import type { OfferKind } from "../letters/terms.ts";
import type { MaturityPlan } from "../servicing/maturity_plan.ts";

/** Reminders of a day (docs/decisions/news.md). */
export const REMINDER_KINDS = [
  "maturityReminder",
  "maturity",
  "conditionsOpen",
  "commitmentExpiring",
  "licenceExpiring",
] as const;
export type ReminderKind = (typeof REMINDER_KINDS)[number];

/** What the lender did with a broker's loan. */
const LOAN_NEWS_KINDS = [
  "statusChanged",
  "conditionsSet",
  "conditionReturned",
  "conditionAccepted",
  "commitmentReady",
] as const;

/** Kinds that the lender can switch off, and that are mailed as each person chooses. */
export const MAILED_KINDS = [...REMINDER_KINDS, ...LOAN_NEWS_KINDS] as const;
export type MailedKind = (typeof MAILED_KINDS)[number];

/** Submissions and answers, for staff: in the list alone, since the lender's own address is mailed each. */
export const ARRIVAL_KINDS = ["loanSubmitted", "accountRequested"] as const;

/** About another person's sign-in, for owners. */
export const OWNER_KINDS = ["otherSignIn"] as const;

/** Besides: a person's own sign-in, which has a mail of its own. */
export const NEWS_KINDS = [...MAILED_KINDS, ...ARRIVAL_KINDS, "ownSignIn", ...OWNER_KINDS] as const;
export type NewsKind = (typeof NEWS_KINDS)[number];

/** Each kind as the settings and the outbox name it. */
export const NEWS_LABELS: Readonly<Record<NewsKind, string>> = {
  maturityReminder: "Maturity reminder",
  maturity: "Maturity",
  conditionsOpen: "Conditions open before closing",
  commitmentExpiring: "Commitment expiring",
  licenceExpiring: "Licence expiring",
  statusChanged: "Loan's status changed",
  conditionsSet: "Conditions set",
  conditionReturned: "Condition returned",
  conditionAccepted: "Condition accepted",
  commitmentReady: "Commitment ready",
  loanSubmitted: "New loan",
  accountRequested: "Account requested",
  ownSignIn: "Two-step sign-in",
  otherSignIn: "Two-step sign-in of others",
};

/** What each kind's news holds besides its loan. Days are YYYY-MM-DD, empty where there is none. */
export interface NewsData {
  /** `plan` is what staff decided for the maturity; missing in news from before there were plans. */
  maturityReminder: { day: string; plan?: MaturityPlan };
  maturity: { day: string; plan?: MaturityPlan };
  conditionsOpen: { day: string; open: number };
  commitmentExpiring: { day: string; letter: OfferKind };
  licenceExpiring: { day: string; license: string; accountId: number; name: string };
  statusChanged: { from: LoanStatus; to: LoanStatus; reason: string };
  /** Older news has neither `ids` nor `id`. */
  conditionsSet: { titles: string[]; ids?: number[] };
  conditionReturned: { title: string; reason: string; id?: number };
  conditionAccepted: { titles: string[]; ids?: number[] };
  commitmentReady: { day: string; letter: OfferKind };
  loanSubmitted: { amount: number };
  accountRequested: { requestId: number; name: string };
  /** `left`: recovery codes, where one was used. */
  ownSignIn: { change: FactorChange; left: number };
  otherSignIn: { change: FactorChange; left: number; accountId: number; name: string };
}

/** One piece of news: its kind, and what that kind holds. */
export type News = { [K in NewsKind]: { kind: K; data: NewsData[K] } }[NewsKind];

/** Kinds that ask something of a broker. */
const NEEDS_BROKER: ReadonlySet<NewsKind> = new Set<NewsKind>([
  "maturityReminder",
  "maturity",
  "conditionsOpen",
  "commitmentExpiring",
  "licenceExpiring",
  "conditionsSet",
  "conditionReturned",
  "commitmentReady",
]);

export const needsBroker = (kind: NewsKind): boolean => NEEDS_BROKER.has(kind);

/** Reminders that administrators are mailed too; the others are in their list alone. */
const MAILED_TO_STAFF: ReadonlySet<NewsKind> = new Set<NewsKind>(["maturityReminder", "maturity"]);

/** How a person is mailed news: each at once, all of them in the morning, or only what needs them. */
export const NEWS_PREFERENCES = ["instant", "digest", "needed"] as const;
export type NewsPreference = (typeof NEWS_PREFERENCES)[number];

/** How one piece of news is mailed to one person: at once, in the morning's digest, or not. */
export const MAILINGS = ["now", "morning", "none"] as const;
export type Mailing = (typeof MAILINGS)[number];

/** The choice of a person, for a kind; staff get no mail of what only brokers are mailed. */
export function mailingOf(kind: NewsKind, choice: NewsPreference, isStaff: boolean): Mailing {
  if (!(MAILED_KINDS as readonly NewsKind[]).includes(kind) || (isStaff && !MAILED_TO_STAFF.has(kind))) return "none";
  if (choice === "needed") return needsBroker(kind) ? "now" : "none";
  return choice === "digest" ? "morning" : "now";
}
