/** Inputs of sign-in, device codes and recovery (accounts specification 5 and 7). */
import * as v from "valibot";
import {
  isEmail,
  isStrongPassword,
  MESSAGES,
  PASSWORD_MAX,
  RECOVERY_MESSAGES,
  recoveryProblem,
  USERNAME_MAX,
} from "../../domain/accounts/account_rules.ts";
import { isAppCode, isRecoveryCode, plainCode } from "../../domain/accounts/second_factor.ts";
import { INVALID_LOGIN } from "../../domain/accounts/invalid_login.ts";
import { safeNext } from "../../domain/accounts/next_path.ts";

const INVALID_CODE = "Invalid Code!";

/** More than a username's own maximum: space around it, and names from before that held, sign in. */
const TYPED_NAME_MAX = 2 * USERNAME_MAX;

const short = (message: string, max: number) =>
  v.pipe(v.optional(v.string(message), ""), v.maxLength(max, message), v.minLength(1, message));

/** The redirect target; null unless it is a path of this site. */
const next = v.pipe(v.optional(v.string(), ""), v.transform((s) => safeNext(s)));

export const LoginInput = v.object({
  userName: v.pipe(short(INVALID_LOGIN, TYPED_NAME_MAX), v.trim()),
  password: short(INVALID_LOGIN, PASSWORD_MAX),
  next,
});
export type LoginInput = v.InferOutput<typeof LoginInput>;

/** A device code as typed, spaces allowed. */
export const ActivateDeviceInput = v.object({
  code: v.pipe(
    short(INVALID_CODE, 40),
    v.transform((s) => s.replace(/[\s-]/g, "")),
    v.regex(/^\d{6}$/, INVALID_CODE),
  ),
  deviceId: short(INVALID_CODE, 100),
  next,
});

/** The second step: six digits of an app or a recovery code, as typed. */
const factorCode = v.pipe(
  v.optional(v.string(INVALID_CODE), ""),
  v.trim(),
  v.minLength(1, "Enter the code."),
  v.maxLength(40, INVALID_CODE),
  v.transform(plainCode),
  v.check((code) => isAppCode(code) || isRecoveryCode(code), INVALID_CODE),
);
export const EnterFactorInput = v.object({ code: factorCode, factorId: short(INVALID_CODE, 100), next });

/** An email address, trimmed, with the short message 'Invalid Email'. */
export const plainEmail = v.pipe(
  v.optional(v.string(MESSAGES.emailFormShort), ""),
  v.trim(),
  v.check(isEmail, MESSAGES.emailFormShort),
);

/** `from` names the plain form, for the redirect back. */
export const RecoverAccountInput = v.object({
  email: plainEmail,
  from: v.optional(v.picklist(["login", "settings"]), "login"),
});

/** A mailed link's id; a malformed one is treated as unknown. */
export const LinkInput = v.object({ recoverId: v.fallback(v.pipe(v.string(), v.maxLength(200)), "") });

/** `confirmPassword` is sent by plain forms; otherwise the browser has already compared the passwords. */
export const FinishRecoveryInput = v.pipe(
  v.object({
    recoverId: LinkInput.entries.recoverId,
    password: v.pipe(
      v.optional(v.string(RECOVERY_MESSAGES.length), ""),
      v.maxLength(PASSWORD_MAX, RECOVERY_MESSAGES.length),
    ),
    confirmPassword: v.optional(v.string(RECOVERY_MESSAGES.differ)),
  }),
  v.forward(
    v.check((i) => i.password === (i.confirmPassword ?? i.password), RECOVERY_MESSAGES.differ),
    ["confirmPassword"],
  ),
  v.forward(
    v.check((i) => isStrongPassword(i.password), (issue) => problem(issue.input as { password: string })),
    ["password"],
  ),
);
export type FinishRecoveryInput = v.InferOutput<typeof FinishRecoveryInput>;

const problem = ({ password }: { password: string }): string =>
  recoveryProblem(password, password) ?? RECOVERY_MESSAGES.length;
