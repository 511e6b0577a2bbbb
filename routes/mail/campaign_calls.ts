/** The calls of campaigns, the blacklist and touch-base (loans specification 7.4). */
import {
  addBlacklist,
  createEmail,
  getEmails,
  getTouchBase,
  listBlacklist,
  removeBlacklist,
  skipTouchBaseEmail,
  updateTouchBase,
  updateTouchBaseTemplates,
} from "../../lib/features/mail/mod.ts";
import { EmptyInput } from "../../lib/schemas/fields.ts";
import {
  BlacklistInput,
  CreateEmailInput,
  SkipInput,
  TouchBaseConfigInput,
  TouchBaseTemplatesInput,
} from "../../lib/schemas/mail.ts";
import { type Call, call } from "../../lib/server/call.ts";

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
  run: async (ctx, input) => ({ savedAt: await updateTouchBaseTemplates(ctx, input) }),
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

/** GET /api/loans/getblacklist: the addresses and domains, the newest first. */

const getBlacklistCall = call({
  method: "GET",
  path: "/api/loans/getblacklist",
  permission: "manageLoans",
  input: EmptyInput,
  run: async (ctx) => ({ data: (await listBlacklist(ctx)).map(({ email }) => email) }),
});

/** POST /api/loans/addblacklist: an address, or `@domain` for all of them. */

const addBlacklistCall = call({
  method: "POST",
  path: "/api/loans/addblacklist",
  permission: "manageLoans",
  input: BlacklistInput,
  run: async (ctx, input) => {
    await addBlacklist(ctx, input);
    return {};
  },
});

/** POST /api/loans/removeblacklist: takes an entry off. */

const removeBlacklistCall = call({
  method: "POST",
  path: "/api/loans/removeblacklist",
  permission: "manageLoans",
  input: BlacklistInput,
  run: async (ctx, input) => {
    await removeBlacklist(ctx, input);
    return {};
  },
});

export const campaignCalls: readonly Call[] = [
  touchBaseDataCall,
  updateTouchBaseCall,
  updateTouchBaseEmailsCall,
  skipTouchBaseEmailCall,
  getEmailsCall,
  createEmailCall,
  getBlacklistCall,
  addBlacklistCall,
  removeBlacklistCall,
];
