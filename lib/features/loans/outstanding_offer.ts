/** The letter that is out for a loan: until when it is open, and when it came back signed. */
import { and, eq, isNotNull } from "drizzle-orm";
import type { Context, Tx } from "../../../db/mod.ts";
import { conditions, letters } from "../../../db/schema/mod.ts";
import { dateInToronto } from "../../domain/dates.ts";
import type { OutstandingOffer } from "../../domain/letters/lapse.ts";
import type { LetterKind } from "../../domain/letters/terms.ts";
import { COMMITMENT_CONDITION } from "../../domain/loans/conditions.ts";

/** The letter of a kind that was generated last; null where none was. The loan was already loaded for the actor. */
export async function outstandingOffer(
  db: Context["db"] | Tx,
  loanId: number,
  kind: LetterKind,
): Promise<OutstandingOffer | null> {
  const [letter, signed] = await Promise.all([
    db.select({ until: letters.offeredUntil }).from(letters)
      .where(and(eq(letters.loanId, loanId), eq(letters.kind, kind), isNotNull(letters.madeAt))).get(),
    db.select({ at: conditions.completedAt }).from(conditions).where(and(
      eq(conditions.loanId, loanId),
      eq(conditions.id, COMMITMENT_CONDITION),
      eq(conditions.completed, true),
    )).get(),
  ]);
  if (!letter) return null;
  // A condition from before its day was kept counts as done in time.
  const signedOn = signed ? (signed.at === null ? letter.until : dateInToronto(signed.at)) : "";
  return { until: letter.until, signedOn };
}
