import { Refusal } from "../refusal.ts";

/** What a wrong name and a wrong password are answered with, alike. */
export const INVALID_LOGIN = "Invalid Login";

/** Of a sign-in whose name or password is wrong, or not right any more: 401. */
export const invalidLogin = () => new Refusal(401, INVALID_LOGIN);
