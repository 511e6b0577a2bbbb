/** Expected failures: a sentence for the person and the HTTP status that fits it. */
import { formatInstant } from "./dates.ts";
import { OTHER_WINDOW } from "./other_window.ts";

export type RefusalStatus = 400 | 401 | 403 | 404 | 408 | 409 | 413 | 415 | 422 | 429 | 507;

/** Thrown by rules and verbs; `call()` and `page()` turn it into a response. `fields` maps input names to messages. */
export class Refusal extends Error {
  override name = "Refusal";
  constructor(
    readonly status: RefusalStatus,
    reason: string,
    readonly fields?: Readonly<Record<string, string>>,
    /** Seconds to wait, for 429. */
    readonly retryAfter?: number,
    /** Further fields of the answer, by name. */
    readonly more?: object,
  ) {
    super(reason);
  }
}

/** The same response for a missing thing and for another person's. */
export const notFound = (what: string) =>
  new Refusal(404, `This ${what} does not exist, or you do not have access to it. Reload the page.`);
export const invalid = (reason: string, fields?: Record<string, string>) => new Refusal(422, reason, fields);
export const forbidden = (reason = "Your account may not do this. Ask the lender if you think it should.") =>
  new Refusal(403, reason);
export const conflict = (reason: string) => new Refusal(409, reason);

/** Refuses what a person has to confirm first: the same input goes through once it names these sentences. */
export function confirmFirst(toConfirm: readonly string[], act: string): Refusal {
  return new Refusal(422, `${toConfirm.join(" ")} Confirm it, then ${act} again.`, undefined, undefined, { toConfirm });
}

/** The last person to save, by name (empty where unknown) or as OTHER_WINDOW, and when, in milliseconds (else 0). */
export interface LastSave {
  who: string;
  at: number;
}

/** A stale answer's fields besides its sentence: the last save, and what is stored now, in the call's own shape. */
export interface Stale<T = unknown> extends LastSave {
  code: "stale";
  theirs: T;
}

const SAVE_AGAIN = "Nothing was saved. Look at that change, then save again.";

/** A stale save's refusal: what it is about, the last save, and what is stored now. */
class StaleRefusal extends Refusal {
  constructor(readonly what: string, readonly last: LastSave, readonly theirs: unknown, readonly advice: string) {
    const { who, at } = last;
    const saved = who === OTHER_WINDOW
      ? `You changed ${what} in another window`
      : `${who || "Somebody"} changed ${what}`;
    const reason = `${saved}${at ? ` on ${formatInstant(at)},` : ""} after you opened it. ${advice}`;
    const more: Stale = { code: "stale", who, at, theirs };
    super(409, reason, undefined, undefined, more);
  }
}

/**
 * Refuses to overwrite a save made after the form was loaded. `what` names the thing ("this loan"); `theirs` is the
 * stored state, from which the sender's form merges both changes; `advice` says what to do where it was no save.
 */
export const stale = (what: string, last: LastSave, theirs: unknown, advice = SAVE_AGAIN): Refusal =>
  new StaleRefusal(what, last, theirs, advice);

/**
 * The refusal as this person reads it: a save of their own name was made in another window of theirs. Names are what
 * saves keep; two people who share one read the same.
 */
export function refusalFor(refusal: Refusal, name: string | undefined): Refusal {
  if (!(refusal instanceof StaleRefusal) || !name || refusal.last.who !== name) return refusal;
  return new StaleRefusal(refusal.what, { ...refusal.last, who: OTHER_WINDOW }, refusal.theirs, refusal.advice);
}
