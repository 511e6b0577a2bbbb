/** Changes to one's own account (accounts specification 3 and 5). */
import * as v from "valibot";
import { MESSAGES } from "../../domain/accounts/account_rules.ts";
import { isReservedEmail, RESERVED } from "../../domain/accounts/erased.ts";
import { phone, requiredText, text } from "../fields.ts";
import { plainEmail } from "./sign_in.ts";

/** What people say of themselves, as their page showed it. */
const OwnDetails = v.object({
  name: v.string(),
  phone: v.string(),
  brokerage: v.string(),
  brokerageLicense: v.string(),
});
export type OwnDetails = v.InferOutput<typeof OwnDetails>;

/**
 * Excludes email, which needs a confirmed link, and license, which only the lender changes. `seen` are the details that
 * the page showed, as an object or its JSON: one that changed since is refused; left out, nothing is compared. A detail
 * that is left out stays.
 */
export const UpdateSettingsInput = v.object({
  name: requiredText(MESSAGES.name),
  phone: v.optional(phone),
  brokerage: v.optional(text()),
  brokerageLicense: v.optional(text(40)),
  seen: v.optional(v.union([OwnDetails, v.pipe(v.string(), v.maxLength(4_000), v.parseJson(), OwnDetails)])),
});
export type UpdateSettingsInput = v.InferOutput<typeof UpdateSettingsInput>;

export const ChangeEmailInput = v.object({
  email: v.pipe(plainEmail, v.check((s) => !isReservedEmail(s), RESERVED.email)),
});
