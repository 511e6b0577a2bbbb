/** What the field says of a code that no longer works, whatever is typed: the way on is a new one. */

/** Of a mailed code, for a new browser. */
export const DEAD_CODE = {
  tries: "After five tries this code no longer works. Send a new code.",
  time: "This code no longer works. Send a new code.",
} as const;

/** Of a sign-in that waits for its second step. */
export const DEAD_SIGN_IN = {
  tries: "After five tries this sign-in no longer works. Log in again.",
  time: "This sign-in no longer works. Log in again.",
} as const;

const DEAD: readonly string[] = [DEAD_CODE, DEAD_SIGN_IN].flatMap((one) => Object.values(one));

/** True where no code is worth typing. */
export const isDead = (said: string | undefined): boolean => said !== undefined && DEAD.includes(said);
