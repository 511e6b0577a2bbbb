import { checkSession } from "../../../lib/features/auth/check_session.ts";
import { nothing } from "../../../lib/schemas/fields.ts";
import { call } from "../../../lib/server/call.ts";

/** GET checkSession: `{response, account}`; signed out, response is false and account null, with status 200. */
export const checkSessionCall = call({
  method: "GET",
  path: "/api/auth/checkSession",
  permission: "public",
  input: nothing,
  run: (ctx) => checkSession(ctx),
  reply: (account, c) => c.json({ response: account !== null, account }),
});
