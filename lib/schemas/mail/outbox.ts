/** The outbox: the query of its list, and what its calls take. */
import * as v from "valibot";
import { id, requiredText, text } from "../fields.ts";
import { defineListQuery, oneOf, pageNumber, searchText } from "../list_query.ts";
import { EMAIL_MAX } from "../../domain/accounts/account_rules.ts";

const OUTBOX_STATES = ["all", "waiting", "failed", "bounced"] as const;
export type OutboxState = (typeof OUTBOX_STATES)[number];

const KIND_MAX = 60;

/** The outbox; an empty kind is any. */
export const outboxQuery = defineListQuery("/dashboard/outbox", {
  state: oneOf(OUTBOX_STATES, "all"),
  kind: v.fallback(v.pipe(v.string(), v.regex(/^[a-z]\w*$/i), v.maxLength(KIND_MAX)), ""),
  q: searchText(EMAIL_MAX),
  page: pageNumber,
});
export type OutboxQuery = ReturnType<typeof outboxQuery.parse>;

export const MailInput = v.object({ id });
/** Which failed mails go out again: of a kind, to addresses that begin with `q`; empty for any. */
export const FailedMailsInput = v.object({ kind: text(KIND_MAX), q: v.optional(text(EMAIL_MAX), "") });
export type FailedMailsInput = v.InferOutput<typeof FailedMailsInput>;
/** The stop that the person saw, by when it began. */
export const ResumeInput = v.object({ since: id });
export const AddressInput = v.object({ email: requiredText("Email is required!", EMAIL_MAX) });

/** A text of the mail service, cut to what is kept of it. */
const plainText = v.fallback(
  v.pipe(v.string(), v.transform((words) => words.toWellFormed().replace(/\p{Cc}/gu, " ").trim().slice(0, 500))),
  "",
);

/** Resend's webhook about a mail; other webhooks have another type, and data of their own. */
export const MailReportInput = v.object({
  type: v.pipe(v.string(), v.maxLength(100)),
  data: v.object({
    email_id: v.fallback(v.pipe(v.string(), v.maxLength(100)), ""),
    bounce: v.fallback(v.optional(v.object({ type: plainText, message: plainText })), undefined),
    failed: v.fallback(v.optional(v.object({ reason: plainText })), undefined),
  }),
});
export type MailReportInput = v.InferOutput<typeof MailReportInput>;
