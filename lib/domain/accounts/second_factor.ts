/** Rules of the second factor (docs/decisions/second-factor.md). */
import { isStaff } from "../permissions.ts";

/** A code lives this long, in seconds (RFC 6238). */
export const STEP_SECONDS = 30;
/** Steps before and after the current one whose codes count: clocks differ. */
export const DRIFT_STEPS = 1;
export const RECOVERY_CODES = 10;
/** Letters and digits of a recovery code, 5 bits each. */
export const RECOVERY_LENGTH = 16;

/** What happened to an account's second factor; `guessed`: five wrong codes in a day, after right passwords. */
export type FactorChange = "on" | "off" | "codes" | "recovered" | "reset" | "guessed";

/** A code as it is compared: as typed, without spaces and hyphens, in small letters. */
export const plainCode = (typed: string): string => typed.replace(/[\s-]/g, "").toLowerCase();

/** True for six digits of an app. */
export const isAppCode = (code: string): boolean => /^\d{6}$/.test(code);

/** True for what may be a recovery code. */
export const isRecoveryCode = (code: string): boolean => new RegExp(`^[a-z2-7]{${RECOVERY_LENGTH}}$`).test(code);

/** A secret or recovery code in groups of four, as it is read and typed. */
export const inGroups = (code: string, by = " "): string => code.match(/.{1,4}/g)?.join(by) ?? "";

/** True where an account must set one up before it reaches anything else. */
export const mustSetUp = (
  account: { role: number },
  { required, hasFactor }: { required: boolean; hasFactor: boolean },
): boolean => required && !hasFactor && isStaff(account.role);
