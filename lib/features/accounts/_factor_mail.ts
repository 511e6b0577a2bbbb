/** The mail about a change of a person's two-step sign-in, or about another person's attempts at it. */
import { codesLeftText, describeFactorChange } from "../../domain/accounts/factor_text.ts";
import type { FactorChange } from "../../domain/accounts/second_factor.ts";
import type { Lender } from "../../domain/lender.ts";
import { hello, type MailText, writeTo } from "../../domain/mail/mail.ts";

const NOT_YOU = "If it was not you, set a new password now";
const RESET = "If you did not ask for it, set a new password";

/** `left`: recovery codes, where one was used. */
export function factorMail(
  { name, change, left, link }: { name: string; change: FactorChange; left: number; link: string },
  lender: Lender,
): MailText {
  const [subject, happened] = describeFactorChange(change);
  const advice = change === "reset" ? RESET : NOT_YOU;
  return {
    subject: `${subject} (${lender.name})`,
    preview: happened,
    lines: [
      hello(name),
      { p: happened },
      ...(change === "recovered" ? [{ p: codesLeftText(left) }] : []),
      { p: `${advice} and ${writeTo(lender)}.`, mute: change !== "guessed" },
      { button: "Set a new password", to: link },
    ],
  };
}
