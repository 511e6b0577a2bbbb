/** The public face of the feature tracking: what routes and other features use of it. */
export { followLink } from "./follow_link.ts";
export { latestOpen, listAllTrackedEmails, listTrackedEmails } from "./list_tracked_emails.ts";
export { ACCOUNT_MAILS_MOST, listMailOfAccount, type MailOfAccount } from "./list_mail_of_account.ts";
export { engagementOfLoanMails, trackLoanMail } from "./loan_mail.ts";
export { interactionsSince } from "./interactions.ts";
export { type RankedReader, rankedReaders } from "./ranked_readers.ts";
export { EMAIL_LINKS_MOST, type Reading, readingOf } from "./reading.ts";
export { type TrackedRun, trackRecipients } from "./track_recipients.ts";
export {
  getContactEvents,
  getTrackedEmail,
  listContacts,
  loadTrackedEmail,
  pageOfContacts,
  type TrackedContact,
} from "./tracked_email.ts";
export { type EmailInRange, emailsInRange, trackingOverview } from "./tracking_overview.ts";
export { RANGE_LINKS_MOST, trackingCharts } from "./tracking_charts.ts";
export { daysBefore, trackingWeeks } from "./tracking_weeks.ts";
export { writeTrackingFile } from "./write_tracking_file.ts";
