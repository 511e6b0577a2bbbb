/** Changes to one's own account (accounts specification 3 and 5). */
import * as v from "valibot";
import { MESSAGES } from "../../domain/accounts/account_rules.ts";
import { isReservedEmail, RESERVED } from "../../domain/accounts/erased.ts";
import { optionalText, requiredText } from "../fields.ts";
import { plainEmail } from "./sign_in.ts";

/** Excludes email, which needs a confirmed link, and license, which only the lender changes. */
export const UpdateSettingsInput = v.object({
  name: requiredText(MESSAGES.name),
  phone: optionalText(40),
  brokerage: optionalText(),
  brokerageLicense: optionalText(40),
});
export type UpdateSettingsInput = v.InferOutput<typeof UpdateSettingsInput>;

export const ChangeEmailInput = v.object({
  email: v.pipe(plainEmail, v.check((s) => !isReservedEmail(s), RESERVED.email)),
});
