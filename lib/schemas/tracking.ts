/** What the tracking calls take, and the queries of its screens. */
import * as v from "valibot";
import { DEFAULT_RANGE, RANGES } from "../domain/tracking/figures.ts";
import { READING_UNITS } from "../domain/tracking/reading_times.ts";
import { id } from "./fields.ts";
import { defineListQuery, oneOf, pageNumber, searchText } from "./list_query.ts";

const sentId = v.union([
  v.literal("all"),
  v.pipe(id, v.maxValue(1_000_000)),
], "Send the run's number, or all.");

/** One email's events: of a run, or of all (loans specification 7.5). */
export const TrackedEmailInput = v.object({ emailId: id, sentId });
export type TrackedEmailInput = v.InferOutput<typeof TrackedEmailInput>;

/** One contact's events. */
export const TrackedContactInput = v.object({
  emailId: id,
  sentId,
  email: v.pipe(
    v.string("Send the contact's email address."),
    v.trim(),
    v.toLowerCase(),
    v.maxLength(320, "Enter an email address."),
  ),
});
export type TrackedContactInput = v.InferOutput<typeof TrackedContactInput>;

const RANGE_TEXTS = RANGES.map(([days]) => String(days));

/** The overview's range in days; 10 where none is sent (loans specification 9). */
const range = v.pipe(
  v.optional(v.picklist(RANGE_TEXTS, `Choose a range in days: ${RANGE_TEXTS.join(", ")}.`), String(DEFAULT_RANGE)),
  v.transform(Number),
);
export const TrackerRangeInput = v.object({ range });

/** Which figures a file is wanted of. */
export const TrackerFileInput = v.variant("of", [
  v.object({ of: v.literal("emails") }),
  v.object({ of: v.literal("brokers"), range }),
  v.object({
    of: v.picklist(["contacts", "events"]),
    emailId: v.pipe(v.string(), v.regex(/^[1-9]\d{0,14}$/, "Send the email's id or name."), v.transform(Number)),
    sentId: v.union([
      v.literal("all"),
      v.pipe(v.string(), v.regex(/^[1-9]\d{0,6}$/), v.transform(Number)),
    ], "Send the run's number, or all."),
  }),
]);
export type TrackerFileInput = v.InferOutput<typeof TrackerFileInput>;

/** Longest search, in characters. */
export const TRACKING_SEARCH_MAX = 100;

const machines = oneOf(["", "shown"], "");

const EMAIL_ORDERS = ["name", "opened", "sent", "users", "unique", "opens", "clicks"] as const;
export type EmailOrder = (typeof EMAIL_ORDERS)[number];

/** The list of tracked emails, the most recently opened first (loans specification 2.10). */
export const trackingQuery = defineListQuery("/dashboard/tracking", {
  q: searchText(TRACKING_SEARCH_MAX),
  sort: oneOf(EMAIL_ORDERS, "opened"),
  dir: oneOf(["asc", "desc"], "desc"),
  machines,
  page: pageNumber,
}, { direction: "dir" });
export type TrackingQuery = ReturnType<typeof trackingQuery.parse>;

const CONTACT_ORDERS = ["interest", "name", "opens", "unique", "clicks", "last"] as const;
export type ContactOrder = (typeof CONTACT_ORDERS)[number];

/** The contacts of an email's run, the most interested first. */
export const contactsQuery = (emailId: number, run: number | "all") =>
  defineListQuery(`/dashboard/tracking/${emailId}/${run}`, {
    /** Another run than the path's, or all. */
    run: v.fallback(v.pipe(v.string(), v.regex(/^(all|[1-9]\d{0,5})$/)), ""),
    q: searchText(TRACKING_SEARCH_MAX),
    sort: oneOf(CONTACT_ORDERS, "interest"),
    read: oneOf(READING_UNITS.map(([choice]) => choice), ""),
    dir: oneOf(["asc", "desc"], "desc"),
    machines,
    page: pageNumber,
  }, { direction: "dir" });
export type ContactsQuery = ReturnType<ReturnType<typeof contactsQuery>["parse"]>;

export const OVERVIEW_ORDERS = ["opens", "unique", "clicks", "hot"] as const;

/** Emails and brokers of the last days, the highest first (loans specification 2.10). */
export const trackingOverviewQuery = defineListQuery("/dashboard/tracking/overview", {
  range: oneOf(RANGE_TEXTS, String(DEFAULT_RANGE)),
  emails: oneOf(["opens", "unique", "clicks"], "unique"),
  brokers: oneOf(OVERVIEW_ORDERS, "hot"),
  machines,
  page: pageNumber,
  emailPage: pageNumber,
});
export type TrackingOverviewQuery = ReturnType<typeof trackingOverviewQuery.parse>;
