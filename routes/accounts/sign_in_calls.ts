/** Calls for signing in and out, and for confirming a browser. */
import { activateDevice, checkSession, type SignIn, signIn, signOut } from "../../lib/features/accounts/mod.ts";
import { withNext } from "../../lib/domain/accounts/next_path.ts";
import { forbidden } from "../../lib/domain/refusal.ts";
import { ActivateDeviceInput, LoginInput } from "../../lib/schemas/accounts/sign_in.ts";
import { EmptyInput } from "../../lib/schemas/fields.ts";
import { type Call, call } from "../../lib/server/call.ts";
import { type Http, userAgentOf, wantsPage } from "../../lib/server/http.ts";
import { loginPage } from "./login.tsx";

/**
 * POST login: a session and the account as `data`; without a session `deviceSetup: true` and `deviceId` for an unknown
 * browser, or `secondFactor: true` and `factorId` for enterSecondFactor. `response` is false for 'Invalid Login' alone.
 */
const loginCall = call({
  method: "POST",
  path: "/api/auth/login",
  permission: "public",
  input: LoginInput,
  async run(ctx, input, c): Promise<SignIn> {
    const { sessions } = c.get("deps");
    const outcome = await signIn(ctx, { ...input, deviceCookie: sessions.deviceToken(c) });
    if ("account" in outcome) {
      const { account, passwordHash, decided, limited } = outcome;
      const facts = { passwordHash, decided, address: ctx.address, userAgent: userAgentOf(c), limited };
      await sessions.start(c, account.id, facts);
    }
    return outcome;
  },
  reply: (outcome, c) =>
    c.json(
      "account" in outcome
        ? { response: true, deviceSetup: false, data: outcome.account }
        : "factorId" in outcome
        ? { response: true, deviceSetup: false, secondFactor: true, factorId: outcome.factorId }
        : { response: true, deviceSetup: true, deviceId: outcome.deviceId },
    ),
  form: {
    page: loginPage,
    secret: ["password"],
    done: (outcome, { next }) => ({
      to: "account" in outcome ? next ?? "/dashboard" : withNext(
        "factorId" in outcome ? `/login?factor=${outcome.factorId}` : `/login?device=${outcome.deviceId}`,
        next,
      ),
    }),
  },
});

/**
 * GET logout, a GET by the specification. Signs out only on a same-origin navigation or fetch; a prefetch, an image,
 * another site and requests without fetch metadata get 403.
 */
const logoutCall = call({
  method: "GET",
  path: "/api/auth/logout",
  permission: "public",
  input: EmptyInput,
  acts: true,
  async run(ctx, _input, c) {
    if (!isOwnPageRequest(c)) throw forbidden("Sign out with the Logout button. Nothing was changed.");
    await signOut(ctx);
    await c.get("deps").sessions.end(c);
    return {};
  },
  reply: (_output, c) => wantsPage(c) ? c.redirect("/", 303) : c.json({ response: true }),
});

function isOwnPageRequest(c: Http): boolean {
  const head = (name: string) => c.req.header(name) ?? "";
  const ahead = [head("sec-purpose"), head("purpose"), head("x-moz")].some((p) =>
    /prefetch|preview|prerender/i.test(p)
  );
  return head("sec-fetch-site") === "same-origin" && !ahead &&
    ["", "document", "empty"].includes(head("sec-fetch-dest"));
}

/** GET checkSession: `{response, account}`; signed out, response is false and account null, with status 200. */
const checkSessionCall = call({
  method: "GET",
  path: "/api/auth/checkSession",
  permission: "public",
  input: EmptyInput,
  run: (ctx) => checkSession(ctx),
  reply: (account, c) => c.json({ response: account !== null, account }),
});

/** POST activateDevice: a valid code saves the browser for a year; the person then signs in again. */
const activateDeviceCall = call({
  method: "POST",
  path: "/api/auth/activateDevice",
  permission: "public",
  input: ActivateDeviceInput,
  async run(ctx, input, c) {
    const { sessions } = c.get("deps");
    const sent = { ...input, userAgent: userAgentOf(c), deviceCookie: sessions.deviceToken(c) };
    sessions.saveDevice(c, await activateDevice(ctx, sent));
    return {};
  },
  form: {
    page: loginPage,
    secret: ["code"],
    done: (_output, { next }) => ({ to: withNext("/login", next), toast: "Device Saved!" }),
  },
});

export const signInCalls: readonly Call[] = [
  loginCall,
  logoutCall,
  checkSessionCall,
  activateDeviceCall,
];
