/** The calls of the blacklist (loans specification 7.4). */
import {
  addBlacklist,
  importBlacklist,
  listBlacklist,
  removeBlacklist,
  writeBlacklistFile,
} from "../../lib/features/mail/mod.ts";
import { EmptyInput } from "../../lib/schemas/fields.ts";
import { BlacklistedInput, BlacklistFileInput, BlacklistInput } from "../../lib/schemas/mail/mail.ts";
import { type Call, call } from "../../lib/server/call.ts";
import { sendCsv } from "../../lib/server/send_csv.ts";

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
  input: BlacklistedInput,
  run: async (ctx, input) => {
    await removeBlacklist(ctx, input);
    return {};
  },
});

/**
 * POST /api/loans/importblacklist: adds the addresses and domains of a CSV's text; tells the lines that it left out.
 */
const importBlacklistCall = call({
  method: "POST",
  path: "/api/loans/importblacklist",
  permission: "manageLoans",
  input: BlacklistFileInput,
  run: async (ctx, input) => ({ data: await importBlacklist(ctx, input) }),
});

/** GET /api/loans/blacklistfile: every entry as CSV. */
const blacklistFileCall = call({
  method: "GET",
  path: "/api/loans/blacklistfile",
  permission: "manageLoans",
  input: EmptyInput,
  run: (ctx) => writeBlacklistFile(ctx),
  reply: sendCsv,
});

export const blacklistCalls: readonly Call[] = [
  getBlacklistCall,
  addBlacklistCall,
  removeBlacklistCall,
  importBlacklistCall,
  blacklistFileCall,
];
