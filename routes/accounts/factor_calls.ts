/** The calls of the second factor. */
import {
  beginFactor,
  confirmFactor,
  enterFactor,
  removeFactor,
  renewRecoveryCodes,
  requireFactor,
  resetFactor,
} from "../../lib/features/accounts/mod.ts";
import {
  ConfirmFactorInput,
  FactorPasswordInput,
  RenewCodesInput,
  RequireFactorInput,
} from "../../lib/schemas/accounts/second_factor.ts";
import { EnterFactorInput } from "../../lib/schemas/accounts/sign_in.ts";
import { IdInput } from "../../lib/schemas/brokers/account.ts";
import { type Call, call } from "../../lib/server/call.ts";
import { type Http, userAgentOf } from "../../lib/server/http.ts";
import { SET_UP_PATH } from "../../lib/server/session/limited.ts";
import { accountPage } from "../brokers/account.tsx";
import { loginPage } from "./login.tsx";
import { secondFactorPage } from "./second_factor.tsx";
import { NOT_REQUIRED, REQUIRED, staffSignInPage } from "./staff_sign_in.tsx";

const ownSession = (c: Http): string => c.get("deps").sessions.token(c) ?? "";

/**
 * POST enterSecondFactor: the second step of a sign-in. `factorId` is login's; `code` six digits of the app or a
 * recovery code. Answers the account as `data` and starts the session.
 */
const enterSecondFactorCall = call({
  method: "POST",
  path: "/api/auth/enterSecondFactor",
  permission: "public",
  input: EnterFactorInput,
  async run(ctx, input, c) {
    const { account, ...checked } = await enterFactor(ctx, input);
    const facts = { ...checked, address: ctx.address, userAgent: userAgentOf(c), limited: false };
    await c.get("deps").sessions.start(c, account.id, facts);
    return { data: account };
  },
  form: { page: loginPage, secret: ["code"], done: (_output, { next }) => ({ to: next ?? "/dashboard" }) },
});

/** POST beginSecondFactor: makes a new secret for the person's app, which their page then shows. */
const beginSecondFactorCall = call({
  method: "POST",
  path: "/api/auth/beginSecondFactor",
  permission: "signedIn",
  input: FactorPasswordInput,
  async run(ctx, input, c) {
    await beginFactor(ctx, { ...input, session: ownSession(c) });
    return {};
  },
  form: { page: secondFactorPage, secret: ["password"], done: () => ({ to: SET_UP_PATH }) },
});

/**
 * POST confirmSecondFactor: turns it on by a first code. Answers ten recovery `codes`, this once; other sessions end.
 */
const confirmSecondFactorCall = call({
  method: "POST",
  path: "/api/auth/confirmSecondFactor",
  permission: "signedIn",
  input: ConfirmFactorInput,
  run: (ctx, input, c) => confirmFactor(ctx, { ...input, session: ownSession(c) }),
  form: { page: secondFactorPage, secret: ["code"] },
});

/**
 * POST renewRecoveryCodes: ten new recovery `codes`, this once; those before stop working. `replaces`, as the page has
 * it, says which: 409 where others are in force.
 */
const renewRecoveryCodesCall = call({
  method: "POST",
  path: "/api/auth/renewRecoveryCodes",
  permission: "signedIn",
  input: RenewCodesInput,
  run: (ctx, input) => renewRecoveryCodes(ctx, input),
  form: { page: secondFactorPage, secret: ["password"] },
});

/** POST removeSecondFactor: turns it off, and ends the person's other sessions; 403 where an owner requires it. */
const removeSecondFactorCall = call({
  method: "POST",
  path: "/api/auth/removeSecondFactor",
  permission: "signedIn",
  input: FactorPasswordInput,
  async run(ctx, input, c) {
    await removeFactor(ctx, { ...input, session: ownSession(c) });
    return {};
  },
  form: {
    page: secondFactorPage,
    secret: ["password"],
    done: () => ({ to: SET_UP_PATH, toast: "Two-step sign-in is off" }),
  },
});

/** POST resetSecondFactor: takes another account's away, for a lost phone, and ends its sessions. */
const resetSecondFactorCall = call({
  method: "POST",
  path: "/api/auth/resetSecondFactor",
  permission: "manageSecurity",
  input: IdInput,
  async run(ctx, input) {
    await resetFactor(ctx, input);
    return {};
  },
  form: {
    page: accountPage,
    done: (_, { id }) => ({ to: `/dashboard/viewbroker?id=${id}#two-step`, toast: "Two-step sign-in was reset" }),
  },
});

/** POST requireSecondFactor: requires it of all staff, or no longer; sessions of staff without one end. */
const requireSecondFactorCall = call({
  method: "POST",
  path: "/api/auth/requireSecondFactor",
  permission: "manageSecurity",
  input: RequireFactorInput,
  async run(ctx, input) {
    await requireFactor(ctx, input);
    return {};
  },
  form: {
    page: staffSignInPage,
    done: (_, { required }) => ({
      to: staffSignInPage.path,
      toast: required ? REQUIRED : NOT_REQUIRED,
    }),
  },
});

export const factorCalls: readonly Call[] = [
  enterSecondFactorCall,
  beginSecondFactorCall,
  confirmSecondFactorCall,
  renewRecoveryCodesCall,
  removeSecondFactorCall,
  resetSecondFactorCall,
  requireSecondFactorCall,
];
