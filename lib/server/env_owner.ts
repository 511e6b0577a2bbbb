/** The variables of the first owner (docs/decisions/devices-and-links.md). */
import * as v from "valibot";
import { isEmail, PASSWORD_MAX, PASSWORD_MIN, USERNAME_MAX, USERNAME_MIN } from "../domain/accounts/account_rules.ts";

/** The first owner's username: the one that may be shorter than others. */
const FIRST_OWNER = "owner";

/** Why a password with these outer characters is none; null where it may be one. A blank text is as good as not set. */
export function outerSpaceProblem(password: string | undefined): string | null {
  if (!password?.trim() || password.trim() === password) return null;
  return "OWNER_PASSWORD begins or ends with a space or a line break. Take it away, and sign in with what is left.";
}

export const OWNER_VARIABLES = {
  OWNER_EMAIL: v.optional(v.pipe(v.string(), v.check(isEmail, "an email address"))),
  OWNER_USERNAME: v.optional(
    v.pipe(
      v.string(),
      v.check(
        (name) =>
          name === FIRST_OWNER || (name.length >= USERNAME_MIN && name.length <= USERNAME_MAX && !/\s/.test(name)),
        `${USERNAME_MIN} to ${USERNAME_MAX} characters without spaces`,
      ),
    ),
    FIRST_OWNER,
  ),
  OWNER_PASSWORD: v.optional(v.pipe(
    v.string(),
    v.minLength(PASSWORD_MIN, `OWNER_PASSWORD is too short: it must have at least ${PASSWORD_MIN} characters.`),
    v.maxLength(PASSWORD_MAX, `OWNER_PASSWORD is too long: it must have at most ${PASSWORD_MAX} characters.`),
  )),
};
