/** Offers that lapsed: what a person confirms before such a letter's terms come into force (lending rules 12). */
import { formatDate } from "../dates.ts";

/** A letter that is out. Days are YYYY-MM-DD, empty for none. */
export interface OutstandingOffer {
  /** The last day for acceptance. */
  until: string;
  /** The day on which the signed letter came back. */
  signedOn: string;
}

/** Says that an offer had lapsed by a day, since it did not come back signed in time; empty where it had not. */
export function lapseText(offer: OutstandingOffer | null, day: string): string {
  if (!offer || offer.until === "" || day <= offer.until) return "";
  if (offer.signedOn !== "" && offer.signedOn <= offer.until) return "";
  return `The offer lapsed after ${formatDate(offer.until)}: no signed letter came back by then.`;
}
