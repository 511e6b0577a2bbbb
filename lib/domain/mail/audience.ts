/**
 * Whom a campaign is meant for: all brokers, those who fit conditions, or picked ones; and why some get none all the
 * same.
 */
import { type Rating, RATING_LABELS } from "../accounts/account_values.ts";
import { countOf } from "../money.ts";

/** Why a broker who is meant gets no mail, the first that applies. */
export const LEFT_OUT = {
  role: "No broker any more",
  disabled: "Account disabled",
  blacklist: "On the blacklist",
  withdrawn: "Unsubscribed",
  consent: "Touch-base emails are off",
  ended: "Implied consent has ended",
  none: "No consent on record",
  bounced: "Email bounced, or complained about",
  fewer: "Chose fewer mails: loan matters only",
} as const;
export type LeftOut = keyof typeof LEFT_OUT;

/** Brokers who get a mail and who do not, by number and the first names in order. */
export interface Reach {
  going: number;
  names: string[];
  leftOut: { why: LeftOut; count: number; names: string[] }[];
  /** Names of the hand-picked who still have an account, where they are. */
  picked?: PickedBroker[];
}

export interface PickedBroker {
  id: number;
  name: string;
}

/** How a broker has been active: sent a loan within so many days, none within them but before, or never. */
export type Activity = { kind: "active" | "idle"; days: number } | { kind: "never" };

/**
 * Every condition that is there has to fit; an empty object is all brokers. With `picked` no other condition counts.
 */
export interface Audience {
  ratings?: Rating[];
  brokerages?: string[];
  /** Classes of licences, as the register names them. */
  licenceClasses?: string[];
  /** Market regions of loans that a broker sent. */
  regions?: string[];
  activity?: Activity;
  /** Whether a loan of his was ever funded. */
  funded?: boolean;
  /** Ids of accounts. */
  picked?: number[];
  /** What it says is about loans (rates, terms, areas), so it also goes to those who chose fewer mails. */
  loanMatters?: true;
}

export type AudienceMode = "all" | "some" | "picked";

/** How brokers are chosen; `filtering` says that a person is about to, which an audience without conditions cannot. */
export function audienceMode(audience: Audience, filtering: boolean): AudienceMode {
  if (audience.picked) return "picked";
  const { loanMatters: _, ...conditions } = tidyAudience(audience);
  return filtering || Object.keys(conditions).length > 0 ? "some" : "all";
}

export const ACTIVITY_DAYS_MAX = 3650;
/** Entries that one condition holds at most. */
export const AUDIENCE_MOST = 500;

/** Without conditions that say nothing. */
export function tidyAudience({ picked, ...audience }: Audience): Audience {
  const about = audience.loanMatters ? { loanMatters: audience.loanMatters } : {};
  if (picked) return { picked, ...about };
  const entries = Object.entries(audience).filter(([, value]) =>
    value !== undefined && !(Array.isArray(value) && value.length === 0)
  );
  return Object.fromEntries(entries);
}

const list = (words: readonly string[]): string => words.length > 3 ? `${words.length} chosen` : words.join(", ");

/** Whom it is meant for, in a line. */
export const audienceText = (audience: Audience): string =>
  meantText(audience) + (audience.loanMatters ? ", also those who chose fewer mails" : "");

function meantText(audience: Audience): string {
  const { picked, ratings, brokerages, licenceClasses, regions, activity, funded } = tidyAudience(audience);
  if (picked) return countOf(picked.length, "picked broker");
  const parts = [
    ratings && `rating ${list(ratings.map((one) => RATING_LABELS[one]))}`,
    brokerages && `brokerage ${list(brokerages)}`,
    licenceClasses && `licence class ${list(licenceClasses)}`,
    regions && `region ${list(regions)}`,
    activity && activityText(activity),
    funded !== undefined && (funded ? "with a funded loan" : "without a funded loan"),
  ].filter(Boolean);
  return parts.length === 0 ? "All brokers" : `Brokers: ${parts.join("; ")}`;
}

function activityText(activity: Activity): string {
  if (activity.kind === "never") return "never sent a loan";
  const days = activity.days === 1 ? "day" : `${activity.days} days`;
  return activity.kind === "active" ? `sent a loan in the last ${days}` : `sent none in the last ${days}, but before`;
}
