import { type SignIn, signIn } from "../../../lib/features/auth/sign_in.ts";
import { withNext } from "../../../lib/domain/next_path.ts";
import { LoginInput } from "../../../lib/schemas/sign_in.ts";
import { call } from "../../../lib/server/call.ts";
import { loginPage } from "../../account/login.tsx";

/**
 * POST login. Signed in: `{response: true, deviceSetup: false, data: account}` and the session's cookie. A browser that is
 * not known yet: `{response: true, deviceSetup: true, deviceId}` without a session. The credentials were accepted, so
 * `response` is true (false is 'Invalid Login'); a client that reads no further finds itself signed out, never half in.
 */
export const loginCall = call({
  method: "POST",
  path: "/api/auth/login",
  permission: "public",
  input: LoginInput,
  async run(ctx, input, c): Promise<SignIn> {
    const { sessions } = c.get("deps");
    const outcome = await signIn(ctx, { ...input, deviceCookie: sessions.deviceToken(c) });
    if (!outcome.deviceSetup) await sessions.start(c, outcome.account.id, ctx);
    return outcome;
  },
  reply: (outcome, c) =>
    c.json(
      outcome.deviceSetup
        ? { response: true, deviceSetup: true, deviceId: outcome.deviceId }
        : { response: true, deviceSetup: false, data: outcome.account },
    ),
  form: {
    page: loginPage,
    secret: ["password"],
    done: (outcome, { next }) => ({
      to: outcome.deviceSetup ? withNext(`/login?device=${outcome.deviceId}`, next) : next ?? "/dashboard",
    }),
  },
});
