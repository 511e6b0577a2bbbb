/**
 * An account request, and its first tab, which is validated separately (accounts specification 3 and 5).
 */
import * as v from "valibot";
import { isReservedEmail, isReservedUsername, RESERVED } from "../../domain/accounts/erased.ts";
import { isStrongPassword, MESSAGES, PASSWORD_MAX, USERNAME_MIN } from "../../domain/accounts/account_rules.ts";
import { email, flag, optionalText, phone, requiredText } from "../fields.ts";

const secret = v.pipe(v.optional(v.string(MESSAGES.password), ""), v.maxLength(PASSWORD_MAX, MESSAGES.password));

const information = {
  name: requiredText(MESSAGES.name),
  email: v.pipe(email(MESSAGES.emailForm, MESSAGES.emailForm), v.check((s) => !isReservedEmail(s), RESERVED.email)),
  phone: v.optional(phone, ""),
  brokerage: optionalText(),
  brokerageLicense: optionalText(40),
  license: requiredText(MESSAGES.license, 40),
};

/** Tab 1, Account Information. */
export const RegistrationInformation = v.object(information);

export const RegistrationInput = v.pipe(
  v.object({
    ...information,
    username: v.pipe(
      requiredText(MESSAGES.usernameShort, 60),
      v.minLength(USERNAME_MIN, MESSAGES.usernameShort),
      v.check((s) => !/\s/.test(s), MESSAGES.usernameSpaces),
      v.check((s) => !isReservedUsername(s), RESERVED.username),
    ),
    password: secret,
    confirmPassword: secret,
    /** Agrees to the lender's news: unticked at first, as the law wants it. */
    newsByEmail: v.optional(flag, false),
  }),
  v.forward(
    v.partialCheck(
      [["password"], ["confirmPassword"]],
      (i) => i.password === i.confirmPassword,
      MESSAGES.passwordsDiffer,
    ),
    ["confirmPassword"],
  ),
  v.forward(
    v.partialCheck([["password"]], (i) => isStrongPassword(i.password), MESSAGES.password),
    ["password"],
  ),
);
export type RegistrationInput = v.InferOutput<typeof RegistrationInput>;
