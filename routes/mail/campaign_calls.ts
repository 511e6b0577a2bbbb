/** The calls of campaigns and touch-base (loans specification 7.4). */
import {
  activateEmail,
  checkEmailLinks,
  copyEmail,
  createEmail,
  deleteEmail,
  getEmailProgress,
  getEmails,
  getTouchBase,
  pauseEmail,
  previewEmail,
  reachOf,
  resumeEmail,
  skipTouchBaseEmail,
  stopEmail,
  testEmail,
  updateEmail,
  updateTouchBase,
  updateTouchBaseTemplates,
} from "../../lib/features/mail/mod.ts";
import { EmptyInput } from "../../lib/schemas/fields.ts";
import {
  CreateEmailInput,
  EmailInput,
  PreviewEmailInput,
  RecipientsInput,
  SeenEmailInput,
  SkipInput,
  TouchBaseConfigInput,
  TouchBaseTemplatesInput,
  UpdateEmailInput,
} from "../../lib/schemas/mail/mail.ts";
import { type Call, call } from "../../lib/server/call.ts";
import { mailPolicy } from "../../lib/server/mail/dev_pages.ts";

/** GET /api/loans/touchbasedata: settings, both lists of templates as JSON text, and the queue. */
const touchBaseDataCall = call({
  method: "GET",
  path: "/api/loans/touchbasedata",
  permission: "manageLoans",
  input: EmptyInput,
  run: async (ctx) => ({ data: await getTouchBase(ctx) }),
});

/** POST /api/loans/updatetouchbase: the settings. With `savedAt` a stale save is refused. */
const updateTouchBaseCall = call({
  method: "POST",
  path: "/api/loans/updatetouchbase",
  permission: "manageLoans",
  input: TouchBaseConfigInput,
  run: async (ctx, input) => ({ savedAt: await updateTouchBase(ctx, input) }),
});

/** POST /api/loans/updatetouchbaseemails: both lists of templates, each in its order. */
const updateTouchBaseEmailsCall = call({
  method: "POST",
  path: "/api/loans/updatetouchbaseemails",
  permission: "manageLoans",
  input: TouchBaseTemplatesInput,
  run: (ctx, input) => updateTouchBaseTemplates(ctx, input),
});

/** POST /api/loans/skiptouchbaseemail: a queued mail does not go out. */
const skipTouchBaseEmailCall = call({
  method: "POST",
  path: "/api/loans/skiptouchbaseemail",
  permission: "manageLoans",
  input: SkipInput,
  run: async (ctx, input) => {
    await skipTouchBaseEmail(ctx, input);
    return {};
  },
});

/** GET /api/loans/getemails: every campaign. */
const getEmailsCall = call({
  method: "GET",
  path: "/api/loans/getemails",
  permission: "manageLoans",
  input: EmptyInput,
  run: async (ctx) => ({ data: await getEmails(ctx) }),
});

/** POST /api/loans/createemail: an inactive draft with this name. */
const createEmailCall = call({
  method: "POST",
  path: "/api/loans/createemail",
  permission: "manageLoans",
  input: CreateEmailInput,
  run: async (ctx, input) => ({ data: await createEmail(ctx, input) }),
});

/** POST /api/loans/updateemail: a campaign's text and times. With `savedAt` a stale save is refused. */
const updateEmailCall = call({
  method: "POST",
  path: "/api/loans/updateemail",
  permission: "manageLoans",
  input: UpdateEmailInput,
  run: async (ctx, input) => ({ savedAt: await updateEmail(ctx, input) }),
});

/** POST /api/loans/emailrecipients: how many brokers an audience reaches and who, and who is left out and why. */
const emailRecipientsCall = call({
  method: "POST",
  path: "/api/loans/emailrecipients",
  permission: "manageLoans",
  input: RecipientsInput,
  run: async (ctx, input) => ({ data: await reachOf(ctx, input) }),
});

/** POST /api/loans/activateemail: its runs begin at the time that was saved. With `savedAt` a stale one is refused. */
const activateEmailCall = call({
  method: "POST",
  path: "/api/loans/activateemail",
  permission: "manageLoans",
  input: SeenEmailInput,
  run: async (ctx, input) => {
    await activateEmail(ctx, input);
    return {};
  },
});

/**
 * POST /api/loans/checkemaillinks: each link of the saved mail: `state` good, bad or unknown, and `why` as a sentence.
 */
const checkEmailLinksCall = call({
  method: "POST",
  path: "/api/loans/checkemaillinks",
  permission: "manageLoans",
  input: EmailInput,
  run: async (ctx, input) => ({ data: await checkEmailLinks(ctx, input) }),
});

/** POST /api/loans/stopemail: ends its runs; mails that wait are withdrawn. */
const stopEmailCall = call({
  method: "POST",
  path: "/api/loans/stopemail",
  permission: "manageLoans",
  input: EmailInput,
  run: (ctx, input) => stopEmail(ctx, input),
});

/** POST /api/loans/pauseemail: its run stays where it is. */
const pauseEmailCall = call({
  method: "POST",
  path: "/api/loans/pauseemail",
  permission: "manageLoans",
  input: EmailInput,
  run: async (ctx, input) => {
    await pauseEmail(ctx, input);
    return {};
  },
});

/** POST /api/loans/resumeemail: its run goes on, or the next begins as planned. Refused after the time of one alone. */
const resumeEmailCall = call({
  method: "POST",
  path: "/api/loans/resumeemail",
  permission: "manageLoans",
  input: EmailInput,
  run: async (ctx, input) => {
    await resumeEmail(ctx, input);
    return {};
  },
});

/** GET /api/loans/emailprogress: the state of a campaign and how far its run is, as counts of mails. */
const emailProgressCall = call({
  method: "GET",
  path: "/api/loans/emailprogress",
  permission: "manageLoans",
  input: EmailInput,
  run: async (ctx, input) => ({ data: await getEmailProgress(ctx, input) }),
});

/** POST /api/loans/copyemail: an inactive draft with the text and recipients of another. */
const copyEmailCall = call({
  method: "POST",
  path: "/api/loans/copyemail",
  permission: "manageLoans",
  input: EmailInput,
  run: async (ctx, input) => ({ data: await copyEmail(ctx, input) }),
});

/** POST /api/loans/deleteemail: a draft goes for good; an email that was sent is kept. */
const deleteEmailCall = call({
  method: "POST",
  path: "/api/loans/deleteemail",
  permission: "manageLoans",
  input: SeenEmailInput,
  run: async (ctx, input) => {
    await deleteEmail(ctx, input);
    return {};
  },
});

/** POST /api/loans/testemail: the saved mail, to the person who asks. */
const testEmailCall = call({
  method: "POST",
  path: "/api/loans/testemail",
  permission: "manageLoans",
  input: EmailInput,
  run: (ctx, input) => testEmail(ctx, input),
});

const LINKS_OPEN = "allow-popups allow-popups-to-escape-sandbox";

/** GET /api/loans/previewemail: the saved mail's HTML or text, as a broker or the person who asks would get it. */
const previewEmailCall = call({
  method: "GET",
  path: "/api/loans/previewemail",
  permission: "manageLoans",
  input: PreviewEmailInput,
  run: (ctx, input) => previewEmail(ctx, input),
  reply: ({ type, body }, c) =>
    new Response(body, {
      headers: {
        "content-type": `${type}; charset=utf-8`,
        "cache-control": "no-store",
        // Our own page frames it, and its links open beside that.
        "content-security-policy": `${mailPolicy(c.get("deps").env.publicUrl)} ${LINKS_OPEN}; frame-ancestors 'self'`,
        "x-frame-options": "SAMEORIGIN",
      },
    }),
});

export const campaignCalls: readonly Call[] = [
  touchBaseDataCall,
  updateTouchBaseCall,
  updateTouchBaseEmailsCall,
  skipTouchBaseEmailCall,
  getEmailsCall,
  createEmailCall,
  updateEmailCall,
  emailRecipientsCall,
  activateEmailCall,
  checkEmailLinksCall,
  pauseEmailCall,
  resumeEmailCall,
  stopEmailCall,
  emailProgressCall,
  copyEmailCall,
  deleteEmailCall,
  testEmailCall,
  previewEmailCall,
];
