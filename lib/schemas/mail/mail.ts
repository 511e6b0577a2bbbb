/** Inputs of the area mail: the contact form, the blacklist, touch-base and campaigns. */
import * as v from "valibot";
import { EMAIL_MAX, isEmail, MESSAGES } from "../../domain/accounts/account_rules.ts";
import { RATINGS } from "../../domain/accounts/account_values.ts";
import {
  CONTACT_INCOMPLETE,
  CONTACT_MESSAGE_MAX,
  CONTACT_MESSAGE_MIN,
  CONTACT_NAME_MAX,
} from "../../domain/mail/contact.ts";
import {
  BLACKLIST_TEXT_MAX,
  BLACKLIST_TOO_LARGE,
  blacklistEntry,
  blacklistProblem,
  INVALID_EMAIL,
} from "../../domain/mail/blacklist.ts";
import { ACTIVITY_DAYS_MAX, AUDIENCE_MOST } from "../../domain/mail/audience.ts";
import { CAMPAIGN_HTML_MAX, CAMPAIGN_NAME_MAX, CAMPAIGN_TABS, type CampaignTab } from "../../domain/mail/campaign.ts";
import { SUBJECT_MAX } from "../../domain/mail/mail.ts";
import { placeholderProblem } from "../../domain/mail/placeholders.ts";
import { EVERY_DAYS_MAX } from "../../domain/mail/schedule.ts";
import {
  TEMPLATE_TEXT_MAX,
  TEMPLATES_MAX,
  TOUCH_BASE_FIGURES,
  type TouchBaseFigure,
  touchBaseFigureText,
} from "../../domain/mail/touch_base.ts";
import { flag, id, number, requiredText, text } from "../fields.ts";
import { defineListQuery, oneOf, pageNumber, searchText } from "../list_query.ts";

/** Name, email, and a message of at least 10 characters. The name becomes part of a subject, so it is one line. */
export const ContactInput = v.object({
  name: v.pipe(requiredText(CONTACT_INCOMPLETE, CONTACT_NAME_MAX), v.transform((name) => name.replace(/\s+/g, " "))),
  email: v.pipe(requiredText(CONTACT_INCOMPLETE, EMAIL_MAX), v.check(isEmail, MESSAGES.emailFormShort)),
  msg: v.pipe(
    requiredText(CONTACT_INCOMPLETE, CONTACT_MESSAGE_MAX),
    v.minLength(CONTACT_MESSAGE_MIN, CONTACT_INCOMPLETE),
  ),
});

/** An address or `@domain`, as it is stored. */
export const BlacklistInput = v.object({
  email: v.pipe(
    requiredText(INVALID_EMAIL, EMAIL_MAX),
    v.check((text) => blacklistProblem(text) === null, (issue) => blacklistProblem(String(issue.input)) ?? ""),
    v.transform((text) => blacklistEntry(text)!),
  ),
});

/** An entry to be taken off, which may be one that is added no more. */
export const BlacklistedInput = v.object({ email: v.pipe(requiredText(INVALID_EMAIL, EMAIL_MAX), v.toLowerCase()) });

/** A CSV as text. */
export const BlacklistFileInput = v.object({
  text: v.pipe(v.string(), v.maxLength(BLACKLIST_TEXT_MAX, BLACKLIST_TOO_LARGE)),
});

const figure = (name: TouchBaseFigure) => {
  const { min, max } = TOUCH_BASE_FIGURES[name], message = touchBaseFigureText(name);
  return v.pipe(number(min, max, message), v.integer(message));
};

const touchBaseConfig = v.object({
  TOUCH_BASE_ENABLED: flag,
  EMAIL_DELAY: figure("EMAIL_DELAY"),
  TRACKER_DURATION: figure("TRACKER_DURATION"),
  NEW_EMAIL_BUFFER: figure("NEW_EMAIL_BUFFER"),
  MIN_INTERACTIONS: figure("MIN_INTERACTIONS"),
});

/** When what is saved was read, in milliseconds; left out, nothing is compared. */
const savedAt = v.optional(v.number());

/** The settings under `config`, or alone. */
export const TouchBaseConfigInput = v.pipe(
  v.looseObject({}),
  v.transform((body) => "config" in body ? body : { config: body }),
  v.object({ config: touchBaseConfig, savedAt }),
);

/** A text of a mail, whose placeholders are all known. */
const mailText = (empty: string, most: number) =>
  v.pipe(
    requiredText(empty, most),
    v.check((text) => placeholderProblem(text) === null, (issue) => placeholderProblem(String(issue.input)) ?? ""),
  );
const template = v.object({
  id: v.optional(id),
  subject: mailText("Subject is required!", SUBJECT_MAX),
  body: mailText("Text is required!", TEMPLATE_TEXT_MAX),
});

/** A list of templates, also as JSON text: the form in which they are read. */
const templates = v.pipe(
  v.union([v.array(v.unknown()), v.pipe(v.string(), v.maxLength(500_000), v.parseJson())]),
  v.array(template),
  v.maxLength(TEMPLATES_MAX, `A list holds ${TEMPLATES_MAX} templates. Delete one first.`),
);
export const TouchBaseTemplatesInput = v.object({ normalTemplates: templates, eliteTemplates: templates, savedAt });
export type TouchBaseTemplatesInput = v.InferOutput<typeof TouchBaseTemplatesInput>;

export const SkipInput = v.object({ id });

export const EmailInput = v.object({ id });

/** The fields beside a picture's file: the campaign that it is for. */
export const PictureFields = v.object({ id });

/** How a mail is looked at: its HTML in light or dark colours or its plain text, and as which broker. */
const PREVIEWS = ["light", "dark", "text"] as const;
export const PreviewEmailInput = v.object({
  id,
  as: v.optional(v.picklist(PREVIEWS), "light"),
  broker: v.optional(id),
  /** Above the mail, what a mail program shows: from whom, to whom, the subject. */
  head: v.optional(v.literal("1")),
});

/** A campaign as it was looked at: `savedAt` is when that was saved, in milliseconds. */
export const SeenEmailInput = v.object({ id, savedAt });

export const CreateEmailInput = v.object({ name: requiredText("Name is required!", CAMPAIGN_NAME_MAX) });

const subjectText = (most: number) => v.pipe(text(most), v.transform((words) => words.replace(/\s+/g, " ")));

const days = v.pipe(number(1, ACTIVITY_DAYS_MAX), v.integer("Enter a whole number of days."));
const names = v.pipe(
  v.array(requiredText("Choose from the list.", 200)),
  v.maxLength(AUDIENCE_MOST, `Choose ${AUDIENCE_MOST} names at most.`),
);

/** Whom a campaign is meant for; without a condition all brokers. */
const audience = v.object({
  ratings: v.optional(v.array(v.picklist(RATINGS))),
  brokerages: v.optional(names),
  licenceClasses: v.optional(names),
  regions: v.optional(names),
  activity: v.optional(v.variant("kind", [
    v.object({ kind: v.picklist(["active", "idle"]), days }),
    v.object({ kind: v.literal("never") }),
  ])),
  funded: v.optional(v.boolean()),
  loanMatters: v.optional(v.literal(true)),
  picked: v.optional(v.pipe(v.array(id), v.maxLength(AUDIENCE_MOST, `Pick ${AUDIENCE_MOST} brokers at most.`))),
});
export const RecipientsInput = v.object({ audience });

/** A campaign's text, recipients and times; `sendAt` in milliseconds, null where no run is planned. */
export const UpdateEmailInput = v.object({
  id,
  name: requiredText("Name is required!", CAMPAIGN_NAME_MAX),
  subject: subjectText(SUBJECT_MAX),
  preview: subjectText(SUBJECT_MAX),
  body: text(CAMPAIGN_HTML_MAX),
  type: v.picklist(["static", "interval"]),
  sendAt: v.nullable(v.pipe(v.number(), v.safeInteger(), v.minValue(0), v.maxValue(7_258_118_400_000))),
  everyDays: v.pipe(number(1, EVERY_DAYS_MAX), v.integer("Enter a whole number.")),
  monthDay: v.optional(v.nullable(v.pipe(number(1, 31), v.integer("Enter a whole number."))), null),
  audience: v.optional(audience, {}),
  savedAt,
});

export const CAMPAIGN_ORDERS = ["name", "type", "brokers", "sent", "opened", "clicked"] as const;

/** The list of campaigns: its tab, what it is searched for, its order, the last sent first, and its page. */
export const emailListQuery = defineListQuery("/dashboard/emails", {
  show: oneOf(Object.keys(CAMPAIGN_TABS) as CampaignTab[], "all"),
  q: searchText(CAMPAIGN_NAME_MAX),
  sort: oneOf(CAMPAIGN_ORDERS, "sent"),
  dir: oneOf(["asc", "desc"], "desc"),
  page: pageNumber,
}, { direction: "dir" });
export type EmailListQuery = ReturnType<typeof emailListQuery.parse>;
