import { money } from "../money.ts";

/** An investor in a loan and their share in whole dollars. */
export type Participant = { name: string; amount: number };

/** Most participants of one loan. */
export const PARTICIPANTS_MAX = 30;

/** The participants' total in whole dollars. */
export function totalHeld(participants: readonly Participant[]): number {
  return participants.reduce((sum, { amount }) => sum + amount, 0);
}

/**
 * Why these participants are refused (their total exceeds the funded amount), else null
 * (docs/decisions/loan-records.md).
 */
export function participantsRefusal(participants: readonly Participant[], fundedAmount: number): string | null {
  const held = totalHeld(participants);
  if (held <= fundedAmount) return null;
  return `Participants would hold ${money(held)} of a funded amount of ${money(fundedAmount)}: ` +
    `${money(held - fundedAmount)} too much.`;
}

/** A name as two of them are compared: without case, and with single spaces. */
const nameKey = (name: string): string => name.normalize().trim().replace(/\s+/g, " ").toLowerCase();

/**
 * The participants under the names that hold parts of loans already (`known`, the first entered first): one that
 * differs in case or spaces alone would have a second statement, and no bank details.
 */
export function underKnownNames(list: readonly Participant[], known: readonly string[]): Participant[] {
  const byKey = new Map(known.toReversed().map((name) => [nameKey(name), name]));
  return list.map(({ name, amount }) => {
    const same = known.includes(name) ? name : byKey.get(nameKey(name));
    return { name: same ?? name.replace(/\s+/g, " "), amount };
  });
}

/** Why a list is refused that names a participant twice, else null. */
export function namedTwice(list: readonly Participant[]): string | null {
  const keys = list.map(({ name }) => nameKey(name));
  const again = list.find((_, i) => keys.indexOf(keys[i]) < i);
  return again ? `${again.name} is in the list twice. Enter one row with the sum of both amounts.` : null;
}
