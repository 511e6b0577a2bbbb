/** Texts about a change of a person's two-step sign-in, for mails and for the bell's list. */
import type { FactorChange } from "./second_factor.ts";

/** From so many recovery codes on, the list says first how few are left. */
const FEW_CODES = 2;

/** For each change: how it is called, and what happened, to the person. */
const OWN: Readonly<Record<FactorChange, readonly [title: string, happened: string]>> = {
  on: [
    "Two-step sign-in is on",
    "From now on your account asks for a code of your authenticator app at each sign-in. Other browsers were signed out.",
  ],
  off: ["Two-step sign-in is off", "Your account no longer asks for a code of your authenticator app."],
  codes: ["New recovery codes", "You have new recovery codes. The ones before no longer work."],
  recovered: ["A recovery code was used", "Somebody signed in to your account with a recovery code."],
  reset: [
    "Two-step sign-in was reset",
    "An owner of the portal reset your two-step sign-in and signed you out everywhere. Set it up again after signing in.",
  ],
  guessed: [
    "Somebody has your password",
    "Somebody entered your password, then five wrong codes. They did not get in.",
  ],
};

/** To owners, about another person. */
const OF_OTHER: Readonly<Record<FactorChange, (name: string) => readonly [title: string, happened: string]>> = {
  on: (name) => [`${name} turned two-step sign-in on`, "The account asks for a code of an authenticator app now."],
  off: (name) => [`${name} turned two-step sign-in off`, "The password alone signs in to the account now."],
  codes: (name) => [`${name} has new recovery codes`, "The ones before no longer work."],
  recovered: (name) => [`${name} used a recovery code`, "Ask whether it was them, and whether the phone is lost."],
  reset: (name) => [
    `Two-step sign-in of ${name} was reset`,
    "They were signed out everywhere. The password alone signs in until they set it up again.",
  ],
  guessed: (name) => [
    `Somebody has the password of ${name}`,
    "They entered it, then five wrong codes, and did not get in. Ask for a new password.",
  ],
};

/** The recovery codes left, as a sentence. */
export const codesLeftText = (left: number): string =>
  left === 0
    ? "It was the last one. Make new ones in your account settings, under two-step sign-in."
    : `Recovery codes left: ${left}.`;

export const describeFactorChange = (change: FactorChange): readonly [title: string, happened: string] => OWN[change];

/** The news to the person; `left` counts recovery codes where one was used. */
export function ownFactorNews(change: FactorChange, left: number): { title: string; text: string } {
  const [title, happened] = OWN[change];
  if (change !== "recovered") return { title, text: happened };
  const few = left === 0
    ? "No recovery code is left"
    : left === 1
    ? "One recovery code is left"
    : "Two recovery codes are left";
  return { title: left <= FEW_CODES ? few : title, text: `${happened} ${codesLeftText(left)}` };
}

/** The owners' news about another person. */
export function otherFactorNews(name: string, change: FactorChange, left: number): { title: string; text: string } {
  const [title, happened] = OF_OTHER[change](name);
  return { title, text: change === "recovered" ? `${happened} Recovery codes left: ${left}.` : happened };
}
