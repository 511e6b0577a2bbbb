/** Inputs on consent to commercial mail (docs/decisions/mail-consent.md). */
import * as v from "valibot";
import { CONSENT_NOTE_MAX, CONSENT_STANDINGS, RECORDED_KINDS, RECORDED_SOURCES } from "../../domain/mail/consent.ts";
import { day, id, optionalText } from "../fields.ts";

/** What a broker said, how, and on which day. */
export const RecordConsentInput = v.object({
  id,
  kind: v.picklist(RECORDED_KINDS, "Choose what they said."),
  source: v.picklist(RECORDED_SOURCES, "Choose how they said it."),
  day: v.pipe(day, v.minLength(1, "Choose the day on which they said it.")),
  note: optionalText(CONSENT_NOTE_MAX),
});
export type RecordConsentInput = v.InferOutput<typeof RecordConsentInput>;

/** Brokers of one standing, or all. */
export const ConsentFileInput = v.object({ consent: v.optional(v.picklist(["", ...CONSENT_STANDINGS]), "") });

/** What a mail's link may choose; a mail program's one click (RFC 8058) names none and ends them. */
export const MAIL_PREFERENCES = ["none", "fewer", "all"] as const;
export type MailPreference = (typeof MAIL_PREFERENCES)[number];
