/** Checks of a postal code entered on the page of lending areas. */
import { inOntario, ONTARIO_ONLY, POSTAL_EXAMPLE, postalArea } from "../places/postal_area.ts";
import { POSTAL_CENTRES } from "../places/postal_centres.ts";
import { shortened } from "../shortened.ts";

export { POSTAL_EXAMPLE };

/** True for a postal code of another province. */
export function isElsewhere(text: string): boolean {
  const area = postalArea(text);
  return area !== undefined && !inOntario(area);
}

/** Letters of a text that are said again: no postal code has more. */
const SAID_LETTERS = 20;

/** What a price says of a text that is no postal code we know: it stands, and a right one adds what we lend there. */
export function unreadPostal(text: string): string {
  const said = shortened(text, SAID_LETTERS);
  return `The price stands, but we could not look up “${said}”. A postal code such as ${POSTAL_EXAMPLE} adds how much we lend there.`;
}

/** Why a text cannot be asked about; null where its first three characters name a postal area of Ontario. */
export function postalProblem(text: string): string | null {
  const area = postalArea(text);
  if (!area) return `Enter a postal code, such as ${POSTAL_EXAMPLE}.`;
  if (isElsewhere(text)) return ONTARIO_ONLY;
  return POSTAL_CENTRES.has(area) ? null : `We do not know ${area}. Check the code, or ask us.`;
}
