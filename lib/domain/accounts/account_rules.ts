/** Rules of usernames, passwords and addresses, with the messages of accounts specification 5. */

export const USERNAME_MIN = 6;
export const USERNAME_MAX = 100;
export const PASSWORD_MIN = 8;
export const PASSWORD_MAX = 200;
export const GENERATED_PASSWORD_LENGTH = 9;

export const MESSAGES = {
  name: "Name is required!",
  email: "Email is required!",
  emailForm: "Invalid Email!",
  emailFormShort: "Invalid Email",
  username: "Username is required!",
  usernameShort: "Username must have 6 or more characters",
  usernameSpaces: "Username cant have spaces",
  license: "License is required!",
  passwordsDiffer: "Passwords dont match!",
  password: "Password must contain: Uppercase, Lowercase, Number, length > 7",
} as const;

/** The response to a recovery request, always the same (accounts specification 8). */
export const RECOVERY_SENT =
  "If the email address exists you will receive an email to reset your password! Please check all inboxes!";

/** Why a mailed link that sets a password leads to the login. */
export const DEAD_LINK = "This link was used already or is too old.";
/** A new address's link that confirms nothing: the specification's words, and what to do. */
export const DEAD_EMAIL_LINK = `Not found. ${DEAD_LINK} Ask for a new one in Account Settings, Change Email.`;
/** Where somebody else is signed in than who asked for it; whose it is stays untold. */
export const OTHERS_EMAIL_LINK =
  "Not found. This link belongs to another account than the one signed in here. Sign in with that one and open it again.";

/** Where another account has the new address by the time the link is opened. */
export const EMAIL_TAKEN =
  "Not found. This address belongs to another account, and yours stays as it is. Ask for another address in Account Settings, Change Email.";

/** Recovery has its own messages, one for each part of the password rule. */
export const RECOVERY_MESSAGES = {
  differ: "Password Dont Match!",
  digit: "Password must contain a digit!",
  cases: "Password must contain an uppercase and lowercase!",
  length: "Password must be 8 or more characters!",
} as const;

/** Longest email address, in characters. */
export const EMAIL_MAX = 254;
const EMAIL =
  /^[\w.!#$%&'*+/=?^`{|}~-]+@[A-Za-z0-9](?:[A-Za-z0-9-]*[A-Za-z0-9])?(?:\.[A-Za-z0-9](?:[A-Za-z0-9-]*[A-Za-z0-9])?)*\.[A-Za-z]{2,}$/;

/**
 * A standard email address of at most EMAIL_MAX characters, all of ASCII: most mail servers take no others, and SQL
 * does not find them whatever their case.
 */
export const isEmail = (text: string): boolean => text.length <= EMAIL_MAX && EMAIL.test(text);

/** At least 8 characters, only letters and digits, with an uppercase letter, a lowercase letter and a digit. */
export function isStrongPassword(password: string): boolean {
  return password.length >= PASSWORD_MIN && password.length <= PASSWORD_MAX && /^[A-Za-z0-9]+$/.test(password) &&
    /[A-Z]/.test(password) && /[a-z]/.test(password) && /[0-9]/.test(password);
}

/** The first problem of a recovery form's passwords, in the specification's order; null where there is none. */
export function recoveryProblem(password: string, confirmation: string): string | null {
  if (password !== confirmation) return RECOVERY_MESSAGES.differ;
  if (!/[0-9]/.test(password)) return RECOVERY_MESSAGES.digit;
  if (!/[a-z]/.test(password) || !/[A-Z]/.test(password)) return RECOVERY_MESSAGES.cases;
  return isStrongPassword(password) ? null : RECOVERY_MESSAGES.length;
}

/** True where an account's username becomes too short; the one that it has stays (the first owner's may be shorter). */
export const isShortUsername = (username: string, stored: string): boolean =>
  username !== stored && username.length < USERNAME_MIN;

/** A new account's initial username: the name with its first space removed. */
export const usernameFrom = (name: string): string => name.replace(" ", "");

const LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789";

/**
 * A password of 9 letters and digits that satisfies the rule, uniformly distributed. `random(n)` returns an integer in
 * [0, n) from a secure source.
 */
export function generatePassword(random: (n: number) => number): string {
  for (;;) {
    let password = "";
    for (let i = 0; i < GENERATED_PASSWORD_LENGTH; i++) password += LETTERS[random(LETTERS.length)];
    if (isStrongPassword(password)) return password;
  }
}
