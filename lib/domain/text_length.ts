/** Whether a text fits where it is kept: nothing that was typed is cut, it is refused with the limit instead. */
import { countText } from "./money.ts";

/** Characters of a loan's comments. */
export const COMMENT_MAX = 10_000;
/** Characters of the reason to lend against the rule of an area. */
export const AREA_REASON_MAX = 500;

/** What to do with a text of more than `max` characters. */
export const tooLongText = (max: number): string => `Shorten this to ${countText(max)} characters.`;

/** True for such a message. */
export const isTooLong = (message: string): boolean => message.startsWith("Shorten this ");

/** The problem of a text, without space around it; empty where it is fine. `missing` is that of an empty one. */
export function textProblem(text: string, max: number, missing = ""): string {
  const { length } = text.trim();
  return length === 0 ? missing : length > max ? tooLongText(max) : "";
}
