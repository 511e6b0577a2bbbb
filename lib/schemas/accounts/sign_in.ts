/** What signing in, device codes and recovery send (specification of accounts, sections 5 and 7). */
import * as v from "valibot";
import {
  isEmail,
  isStrongPassword,
  MESSAGES,
  RECOVERY_MESSAGES,
  recoveryProblem,
} from "../../domain/accounts/account_rules.ts";
import { safeNext } from "../../domain/accounts/next_path.ts";

const INVALID_LOGIN = "Invalid Login";
const INVALID_CODE = "Invalid Code!";

const short = (message: string, max: number) =>
  v.pipe(v.optional(v.string(message), ""), v.maxLength(max, message), v.minLength(1, message));

/** Where the person was going; anything but a path of this site counts as nothing. */
const next = v.pipe(v.optional(v.string(), ""), v.transform((s) => safeNext(s)));

export const LoginInput = v.object({
  userName: v.pipe(short(INVALID_LOGIN, 200), v.trim()),
  password: short(INVALID_LOGIN, 200),
  next,
});
export type LoginInput = v.InferOutput<typeof LoginInput>;

/** A code as people type it: with a space in the middle, say. */
export const ActivateDeviceInput = v.object({
  code: v.pipe(
    short(INVALID_CODE, 40),
    v.transform((s) => s.replace(/[\s-]/g, "")),
    v.regex(/^\d{6}$/, INVALID_CODE),
  ),
  deviceId: short(INVALID_CODE, 100),
  next,
});

/** An email address as the short message wants it ('Invalid Email'), trimmed. */
export const plainEmail = v.pipe(
  v.optional(v.string(MESSAGES.emailFormShort), ""),
  v.trim(),
  v.check(isEmail, MESSAGES.emailFormShort),
);

/** `from` says which plain form asked, so that it goes back there. */
export const RecoverAccountInput = v.object({
  email: plainEmail,
  from: v.optional(v.picklist(["login", "settings"]), "login"),
});

/** The id of a mailed link; one that cannot be is treated like one that is not there. */
export const LinkInput = v.object({ recoverId: v.optional(v.pipe(v.string(), v.maxLength(200)), "") });

/** `confirmPassword` is sent by plain forms; without it the browser has compared the two already. */
export const FinishRecoveryInput = v.pipe(
  v.object({
    recoverId: LinkInput.entries.recoverId,
    password: v.pipe(
      v.optional(v.string(RECOVERY_MESSAGES.length), ""),
      v.maxLength(200, RECOVERY_MESSAGES.length),
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
