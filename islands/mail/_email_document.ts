import { useState } from "react";
import { startDocument } from "../../lib/client/document_state.ts";
import { dateInToronto, formatTime, instantInToronto, isCalendarDate } from "../../lib/domain/dates.ts";
import { type Audience, audienceText, tidyAudience } from "../../lib/domain/mail/audience.ts";
import { type CampaignText, campaignText, tooLong } from "../../lib/domain/mail/campaign.ts";
import { plainOfRich, richOf } from "../../lib/domain/mail/rich_text.ts";
import {
  EVERY_DAYS_MAX,
  EVERY_WEEKS_MAX,
  everyDaysOf,
  isEveryDays,
  type RhythmUnit,
} from "../../lib/domain/mail/schedule.ts";
import { documentChanges } from "../../lib/domain/settings/document_changes.ts";
import { type DocumentEdit, useDocument, useDocumentStore } from "../forms/use_document.ts";
import { useLeaveGuard } from "../shell/guards.ts";
import { shortened } from "../../lib/domain/shortened.ts";

/** A campaign as its fields have it. */
export interface EmailDraft {
  name: string;
  subject: string;
  preview: string;
  body: string;
  type: CampaignText["type"];
  /** `YYYY-MM-DD` and `HH:MM` in Toronto, empty where none is chosen. */
  date: string;
  time: string;
  every: string;
  unit: RhythmUnit;
  /** The day of the month, where the unit is one. */
  monthDay: number | null;
  /** Wrapped, so that it is compared as one value. */
  audience: [Audience];
}

/** A stored campaign with when it was last saved, in milliseconds; 0 for never. */
export type StoredEmail = CampaignText & { savedAt: number };

function draftOf(campaign: CampaignText): EmailDraft {
  const { sendAt, everyDays, monthDay, audience, ...text } = campaignText(campaign);
  const weeks = everyDays % 7 === 0;
  return {
    ...text,
    body: richOf(text.body),
    date: sendAt === null ? "" : dateInToronto(sendAt),
    time: sendAt === null ? "09:00" : formatTime(sendAt),
    every: String(weeks ? everyDays / 7 : everyDays),
    unit: monthDay !== null ? "month" : weeks ? "week" : "day",
    monthDay,
    audience: [audience],
  };
}

/** The campaign that a draft describes; what is not chosen yet is null. */
export function textOf({ date, time, every, unit, audience, monthDay, ...text }: EmailDraft): CampaignText {
  return {
    ...text,
    sendAt: isCalendarDate(date) && time ? instantInToronto(date, time) : null,
    everyDays: everyDaysOf({ type: text.type, every, unit }),
    monthDay: unit === "month" ? monthDay ?? (Number(date.slice(8)) || 1) : null,
    audience: tidyAudience(audience[0]),
  };
}

const NAMES: Readonly<Record<string, string>> = {
  name: "Name",
  subject: "Subject",
  preview: "Preview text",
  body: "Text",
  type: "Send type",
  date: "First day",
  time: "Time",
  every: "Every",
  unit: "Unit",
  monthDay: "Day of the month",
  audience: "Recipients",
};

function check(draft: EmailDraft): Record<string, string> {
  const errors: Record<string, string> = {};
  if (!draft.name.trim()) errors.name = "Name is required!";
  const long = tooLong(draft.body);
  if (long) errors.body = long;
  // A day without a time would be lost in the save.
  if (draft.date && !draft.time) errors.time = "Choose a time.";
  const { everyDays } = textOf(draft);
  if (draft.type === "interval" && !isEveryDays(everyDays)) {
    errors.every = draft.unit === "week"
      ? `Enter 1 to ${EVERY_WEEKS_MAX} weeks.`
      : `Enter 1 to ${EVERY_DAYS_MAX} days.`;
  }
  return errors;
}

/** The most characters of the body that are shown of a change. */
const WORDS_MOST = 80;
const valueText = (path: string, value: unknown): string => {
  if (path === "audience") return audienceText((value as [Audience])[0]);
  const text = (path === "body" ? plainOfRich(String(value)) : String(value ?? "")) || "nothing";
  return shortened(text, WORDS_MOST);
};

export type EmailEdit = DocumentEdit<EmailDraft, { savedAt: number }, { savedAt: number }> & {
  changed: boolean;
  set(change: Partial<EmailDraft>): void;
};

/** A campaign that is edited here and saved by updateemail; another's save is merged, and leaving asks. */
export function useEmail(id: number, start: StoredEmail): EmailEdit {
  const store = useDocumentStore<EmailDraft, { savedAt: number }>(() =>
    startDocument(draftOf(start), { savedAt: start.savedAt })
  );
  const edit = useDocument<EmailDraft, { savedAt: number }, { savedAt: number }, StoredEmail>(store, {
    staleId: "stale-email",
    text: { nameOf: (path) => NAMES[path.split(/[.[]/)[0]] ?? path, textOf: valueText },
    check,
    path: "/api/loans/updateemail",
    body: (draft, { version }) => ({ id, ...textOf(draft), ...version }),
    stored: ({ savedAt }, sent) => ({ document: sent, version: { savedAt } }),
    theirs: (theirs) => ({ document: draftOf(theirs), version: { savedAt: theirs.savedAt } }),
    said: () => "Changes Saved!",
    failed: "Failed Saving!",
    problemText: (_, found) => Object.values(found)[0],
    fieldOf: (name) => name === "everyDays" || name === "monthDay" ? "every" : name === "sendAt" ? "date" : name,
    focus: (path) => document.getElementById(`email-${path}`)?.focus(),
  });
  const [acts] = useState(() => ({
    set: (change: Partial<EmailDraft>) => edit.acts.edit(Object.keys(change)[0], (draft) => ({ ...draft, ...change })),
  }));
  const changed = documentChanges(edit.base, edit.draft).length > 0;
  useLeaveGuard(changed);
  return { ...edit, ...acts, changed };
}
