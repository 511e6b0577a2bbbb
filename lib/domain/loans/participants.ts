import { money } from "../money.ts";

/** Who holds a part of a loan, and how much of it in whole dollars. */
export type Participant = { name: string; amount: number };

/** Most participants of one loan. */
export const PARTICIPANTS_MAX = 30;

/** What participants hold together. Whole dollars. */
export function heldBy(participants: readonly Participant[]): number {
  return participants.reduce((sum, { amount }) => sum + amount, 0);
}

/** The sentence that refuses participants who would hold more than was funded, else null (decisions, "Loans"). */
export function participantsRefusal(participants: readonly Participant[], fundedAmount: number): string | null {
  const held = heldBy(participants);
  if (held <= fundedAmount) return null;
  return `Participants would hold ${money(held)} of a funded amount of ${money(fundedAmount)}: ` +
    `${money(held - fundedAmount)} too much.`;
}
