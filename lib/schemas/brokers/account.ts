/** Accounts as administrators edit them: checks and messages of accounts specification 5. */
import * as v from "valibot";
import {
  isStrongPassword,
  MESSAGES,
  PASSWORD_MAX,
  USERNAME_MAX,
  USERNAME_MIN,
} from "../../domain/accounts/account_rules.ts";
import { needsLicence, RATINGS, ROLES } from "../../domain/accounts/account_values.ts";
import { ROLE } from "../../domain/permissions.ts";
import { email, flag, id, number, optionalText, phone, requiredText, text } from "../fields.ts";

const whole = v.union([v.number(), v.pipe(v.string(), v.regex(/^\d{1,3}$/), v.transform(Number))]);

/** Licences are stored in capitals, so that equal ones match. */
const capitals = v.transform((s: string) => s.toUpperCase());

const username = requiredText(MESSAGES.username, USERNAME_MAX);
const newUsername = v.pipe(username, v.minLength(USERNAME_MIN, MESSAGES.usernameShort));

/** A form sends "off" before a ticked box's "on": the last value counts. */
const box = v.union([flag, v.pipe(v.array(flag), v.minLength(1), v.transform((all) => all[all.length - 1]))]);

const CHOOSE_ROLE = "Choose a role.";
const role = v.pipe(whole, v.picklist(ROLES, CHOOSE_ROLE));

const SHARED = {
  role: v.optional(role),
  name: requiredText(MESSAGES.name),
  email: email(MESSAGES.email, MESSAGES.emailForm),
  phone: v.optional(phone),
  brokerage: v.optional(text()),
  brokerageLicense: v.optional(v.pipe(text(40), capitals)),
  license: v.optional(v.pipe(text(40), capitals)),
  confirmPassword: v.optional(v.pipe(v.string(), v.maxLength(PASSWORD_MAX, MESSAGES.password)), ""),
  notes: v.optional(text(4000)),
  rating: v.optional(v.picklist(RATINGS, "Choose a rating.")),
  status: v.optional(v.pipe(whole, v.picklist([0, 1], "Choose enabled or disabled."))),
};

const password = v.optional(v.pipe(v.string(), v.maxLength(PASSWORD_MAX, MESSAGES.password)), "");

/** Brokers need a licence. Without a role in the input `updateAccount` uses the account's own. */
const licensed = (a: { role?: number; license?: string }): boolean =>
  a.role === undefined || !needsLicence(a.role) || !!a.license;

/**
 * `updateAccount`: an empty password or role, or a missing field, leaves the value. The verb checks the length of a
 * changed username (the first owner's may be shorter). `updatedAt` (milliseconds) is the account's when the form was
 * opened; without it no edit conflict is detected.
 */
export const UpdateAccount = v.pipe(
  v.object({
    ...SHARED,
    role: v.optional(v.union([role, v.pipe(v.literal(""), v.transform(() => undefined))], CHOOSE_ROLE)),
    id,
    username,
    password,
    touchBaseEmails: v.optional(box),
    updatedAt: v.optional(number(0, Number.MAX_SAFE_INTEGER)),
  }),
  v.forward(v.partialCheck([["role"], ["license"]], licensed, MESSAGES.license), ["license"]),
  v.forward(v.partialCheck([["password"]], (a) => !a.password || isStrongPassword(a.password), MESSAGES.password), [
    "password",
  ]),
  v.forward(
    v.partialCheck(
      [["password"], ["confirmPassword"]],
      (a) => !a.password || a.password === a.confirmPassword,
      MESSAGES.passwordsDiffer,
    ),
    ["confirmPassword"],
  ),
);

/** `createAccount`: like the update, without id, with a required password and a username without spaces. */
export const CreateAccount = v.pipe(
  v.object({
    ...SHARED,
    username: v.pipe(newUsername, v.check((s) => !/\s/.test(s), MESSAGES.usernameSpaces)),
    password,
    introEmail: v.optional(box, false),
  }),
  v.forward(
    v.partialCheck(
      [["role"], ["license"]],
      ({ role = ROLE.broker, license }) => licensed({ role, license }),
      MESSAGES.license,
    ),
    ["license"],
  ),
  v.forward(v.partialCheck([["password"]], (a) => isStrongPassword(a.password), MESSAGES.password), ["password"]),
  v.forward(
    v.partialCheck(
      [["password"], ["confirmPassword"]],
      (a) => a.password === a.confirmPassword,
      MESSAGES.passwordsDiffer,
    ),
    ["confirmPassword"],
  ),
);

/** A licence to check; `id` is the account that may have it. */
export const LicenceCheckInput = v.object({ license: optionalText(40), id: v.optional(id) });

/** `notes`: the private comment, as the review has it. */
export const AddRequest = v.object({
  id,
  introEmail: v.optional(box, false),
  notes: v.optional(text(4000)),
});
export const IdInput = v.object({ id });

export type UpdateAccountInput = v.InferOutput<typeof UpdateAccount>;
export type AddRequestInput = v.InferOutput<typeof AddRequest>;
export type CreateAccountInput = v.InferOutput<typeof CreateAccount>;
