/** Inputs of the set-up of a second factor. */
import * as v from "valibot";
import { PASSWORD_MAX } from "../../domain/accounts/account_rules.ts";
import { isAppCode, plainCode } from "../../domain/accounts/second_factor.ts";
import { flag } from "../fields.ts";

const ASK = "Enter your password.";
/** The own password again: another person may be using an open browser. */
export const FactorPasswordInput = v.object({
  password: v.pipe(v.optional(v.string(ASK), ""), v.minLength(1, ASK), v.maxLength(PASSWORD_MAX, ASK)),
});

/** `replaces`: the mark of the codes that the page was about. Without it whatever is in force is replaced. */
export const RenewCodesInput = v.object({
  ...FactorPasswordInput.entries,
  replaces: v.optional(v.pipe(v.string(), v.maxLength(64))),
});

const DIGITS = "Enter the 6 digits that your app shows now.";
/** The first code of a new app, as typed. */
export const ConfirmFactorInput = v.strictObject({
  code: v.pipe(v.string(DIGITS), v.maxLength(40, DIGITS), v.transform(plainCode), v.check(isAppCode, DIGITS)),
});

export const RequireFactorInput = v.strictObject({ required: flag });
