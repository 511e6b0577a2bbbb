/** The calls of the outbox, for owners. */
import { allowAddress, resumeMail, sendFailedAgain, sendMailAgain } from "../../lib/features/mail/mod.ts";
import { ADDRESS_ALLOWED, MAIL_RESUMED, MAILS_QUEUED } from "../../lib/domain/mail/outbox.ts";
import { AddressInput, FailedMailsInput, MailInput, outboxQuery, ResumeInput } from "../../lib/schemas/mail/outbox.ts";
import { type Call, call } from "../../lib/server/call.ts";
import { outboxPage } from "./outbox.tsx";

const { path, defaults } = outboxQuery;
const FAILED = outboxQuery.address(defaults, { state: "failed" });
/** The list that a row's button was pressed in. */
const listLeft = (query: Readonly<Record<string, string>>): string => outboxQuery.address(outboxQuery.parse(query));

/** POST /api/loans/sendmailagain: a failed mail leaves once more. */
const sendMailAgainCall = call({
  method: "POST",
  path: "/api/loans/sendmailagain",
  permission: "manageOutbox",
  input: MailInput,
  run: sendMailAgain,
  form: { page: outboxPage, done: (_output, _input, query) => ({ to: listLeft(query), toast: MAILS_QUEUED }) },
});

/** POST /api/loans/sendfailedmails: all failed mails, or those of one kind or to addresses that begin with `q`. */
const sendFailedMailsCall = call({
  method: "POST",
  path: "/api/loans/sendfailedmails",
  permission: "manageOutbox",
  input: FailedMailsInput,
  run: sendFailedAgain,
  form: { page: outboxPage, done: () => ({ to: FAILED, toast: MAILS_QUEUED }) },
});

/** POST /api/loans/resumemail: asks the mail service at once whether it takes our mail again. */
const resumeMailCall = call({
  method: "POST",
  path: "/api/loans/resumemail",
  permission: "manageOutbox",
  input: ResumeInput,
  run: async (ctx, input) => {
    await resumeMail(ctx, input);
    return {};
  },
  form: { page: outboxPage, done: () => ({ to: path, toast: MAIL_RESUMED }) },
});

/** POST /api/loans/allowaddress: an address that bounced or complained gets campaigns again. */
const allowAddressCall = call({
  method: "POST",
  path: "/api/loans/allowaddress",
  permission: "manageOutbox",
  input: AddressInput,
  run: async (ctx, input) => {
    await allowAddress(ctx, input);
    return {};
  },
  form: { page: outboxPage, done: (_output, _input, query) => ({ to: listLeft(query), toast: ADDRESS_ALLOWED }) },
});

export const outboxCalls: readonly Call[] = [
  sendMailAgainCall,
  sendFailedMailsCall,
  resumeMailCall,
  allowAddressCall,
];
