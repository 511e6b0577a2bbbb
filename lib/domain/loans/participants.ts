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
