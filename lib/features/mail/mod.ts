/** The public face of the feature mail: what routes and the server's tasks use of it. */
export { addBlacklist, listBlacklist, removeBlacklist } from "./blacklist.ts";
export { createEmail } from "./create_email.ts";
export { activateEmail, getEmail, previewEmail, stopEmail, testEmail, updateEmail } from "./email_view.ts";
export { getEmails, type ListedEmail } from "./get_emails.ts";
export { getTouchBase, type TouchBaseData } from "./get_touch_base.ts";
export { loadSender } from "./load_sender.ts";
export { countOutboxProblems, listOutbox, type OutboxRow } from "./outbox.ts";
export { recordMailReport } from "./record_mail_report.ts";
export { allowAddress, resumeMail, sendFailedAgain, sendMailAgain } from "./send_again.ts";
export { sendContactEmail } from "./send_contact_email.ts";
export { skipTouchBaseEmail } from "./skip_touch_base.ts";
export { updateTouchBase } from "./update_touch_base.ts";
export { updateTouchBaseTemplates } from "./update_touch_base_templates.ts";
export { LEFT_OUT, type LeftOut, listRecipients } from "./recipients.ts";
export { isUnsubscribeLink, unsubscribe } from "./unsubscribe.ts";
