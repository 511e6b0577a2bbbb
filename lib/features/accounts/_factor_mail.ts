/** The mail that tells of a change of somebody's two-step sign-in, or that somebody else tries to get past it. */
import type { FactorChange } from "../../domain/accounts/second_factor.ts";
import type { Lender } from "../../domain/lender.ts";
import { hello, type MailText, writeTo } from "../../domain/mail/mail.ts";

const NO_CODES = "It was the last one. Make new ones in your account settings, under two-step sign-in.";
const NOT_YOU = "If it was not you, set a new password now";

/** For each change: the subject, what happened, and what to do about it. */
const FACTOR_WORDS: Readonly<Record<FactorChange, readonly [subject: string, happened: string, advice: string]>> = {
  on: [
    "Two-step sign-in is on",
    "From now on your account asks for a code of your authenticator app at each sign-in. Other browsers were signed out.",
    NOT_YOU,
  ],
  off: ["Two-step sign-in is off", "Your account no longer asks for a code of your authenticator app.", NOT_YOU],
  codes: ["New recovery codes", "You have new recovery codes. The ones before no longer work.", NOT_YOU],
  recovered: ["A recovery code was used", "Somebody signed in to your account with a recovery code.", NOT_YOU],
  reset: [
    "Two-step sign-in was reset",
    "An owner of the portal reset your two-step sign-in and signed you out everywhere. Set it up again once you signed in.",
    "If you did not ask for it, set a new password",
  ],
  guessed: [
    "Somebody has your password",
    "Somebody entered your password, then five wrong codes. They did not get in.",
    NOT_YOU,
  ],
};

/** `left`: recovery codes, where one was used. */
export function factorMail(
  { name, change, left, link }: { name: string; change: FactorChange; left: number; link: string },
  lender: Lender,
): MailText {
  const [subject, happened, advice] = FACTOR_WORDS[change];
  return {
    subject: `${subject} (${lender.name})`,
    preview: happened,
    lines: [
      hello(name),
      { p: happened },
      ...(change === "recovered" ? [{ p: left === 0 ? NO_CODES : `Recovery codes left: ${left}.` }] : []),
      { p: `${advice} and ${writeTo(lender)}.`, mute: change !== "guessed" },
      { button: "Set a new password", to: link },
    ],
  };
}
