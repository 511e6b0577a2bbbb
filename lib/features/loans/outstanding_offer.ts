/** The letter that is out for a loan: until when it is open, and when it came back signed. */
import { and, desc, eq, isNotNull } from "drizzle-orm";
import type { Context, Tx } from "../../../db/mod.ts";
import { conditions, contracts, letters } from "../../../db/schema/mod.ts";
import { dateInToronto } from "../../domain/dates.ts";
import type { OutstandingOffer } from "../../domain/letters/lapse.ts";
import { signedEarlyText } from "../../domain/letters/disclosure.ts";
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
    signedOf(db, loanId),
  ]);
  if (!letter) return null;
  // A condition from before its day was kept counts as done in time.
  const signedOn = signed ? (signed.at === null ? letter.until : dateInToronto(signed.at)) : "";
  return { until: letter.until, signedOn };
}

/**
 * Says that the letter that waits came back signed within `days` business days of its disclosure statement, which is
 * given with it; empty where it did not, and where no letter waits. The loan was already loaded for the actor.
 */
export async function signedEarly(db: Context["db"] | Tx, loanId: number, days: number): Promise<string> {
  const { stage, letterDate, recordedAt } = contracts;
  const [newest, signed] = await Promise.all([
    db.select({ stage, letterDate, recordedAt }).from(contracts).where(eq(contracts.loanId, loanId))
      .orderBy(desc(contracts.version)).limit(1).get(),
    signedOf(db, loanId),
  ]);
  if (newest?.stage !== "offered" || signed?.at == null) return "";
  const made = dateInToronto(newest.recordedAt);
  return signedEarlyText(newest.letterDate > made ? newest.letterDate : made, dateInToronto(signed.at), days);
}

/** When the signed letter came back, in milliseconds, null where that was not kept; nothing where it did not. */
const signedOf = (db: Context["db"] | Tx, loanId: number) =>
  db.select({ at: conditions.completedAt }).from(conditions).where(and(
    eq(conditions.loanId, loanId),
    eq(conditions.id, COMMITMENT_CONDITION),
    eq(conditions.completed, true),
  )).get();
