/** The calls of the area tracking. */
import {
  getContactEvents,
  getTrackedEmail,
  listAllTrackedEmails,
  trackingOverview,
  writeTrackingFile,
} from "../../lib/features/tracking/mod.ts";
import { EmptyInput } from "../../lib/schemas/fields.ts";
import {
  TrackedContactInput,
  TrackedEmailInput,
  TrackerFileInput,
  TrackerRangeInput,
} from "../../lib/schemas/tracking.ts";
import { type Call, call } from "../../lib/server/call.ts";
import { sendCsv } from "../../lib/server/send_csv.ts";

/** Every tracked email with people's figures, the machines' beside them (loans specification 7.5). */
const allCall = call({
  method: "GET",
  path: "/api/tracker/all",
  permission: "manageLoans",
  input: EmptyInput,
  run: async (ctx) => ({ data: (await listAllTrackedEmails(ctx)).map(({ lastBy: _, ...email }) => email) }),
});

/** Answers `data.trackers`, `data.users` and `data.email.name` (loans specification 7.5). */
const emailCall = call({
  method: "POST",
  path: "/api/tracker/email",
  permission: "manageLoans",
  input: TrackedEmailInput,
  run: async (ctx, input) => ({ data: await getTrackedEmail(ctx, input) }),
});

/** One contact's opens and clicks, for the dialog. */
const contactCall = call({
  method: "POST",
  path: "/api/tracker/contact",
  permission: "manageLoans",
  input: TrackedContactInput,
  run: async (ctx, input) => ({ data: await getContactEvents(ctx, input) }),
});

/** Emails and brokers of the last `range` days (loans specification 7.5). */
const overviewCall = call({
  method: "GET",
  path: "/api/tracker/overview",
  permission: "manageLoans",
  input: TrackerRangeInput,
  run: (ctx, { range }) => trackingOverview(ctx, range),
});

/** A CSV file of emails, or of an email's contacts or events. */
const fileCall = call({
  method: "GET",
  path: "/api/tracker/file",
  permission: "manageLoans",
  input: TrackerFileInput,
  run: (ctx, input) => writeTrackingFile(ctx, input),
  reply: sendCsv,
});

export const trackingCalls: readonly Call[] = [allCall, emailCall, contactCall, overviewCall, fileCall];
