/** A postal code that somebody asks about, whether we lend there. */
import { inOntario, ONTARIO_ONLY, POSTAL_EXAMPLE, postalArea } from "../places/postal_area.ts";
import { POSTAL_CENTRES } from "../places/postal_centres.ts";

export { POSTAL_EXAMPLE };

/** True for a postal code of another province. */
export function isElsewhere(text: string): boolean {
  const area = postalArea(text);
  return area !== undefined && !inOntario(area);
}

/** Why a text cannot be asked about; null where its first three characters name a postal area of Ontario. */
export function postalProblem(text: string): string | null {
  const area = postalArea(text);
  if (!area) return `Enter a postal code, such as ${POSTAL_EXAMPLE}.`;
  if (isElsewhere(text)) return ONTARIO_ONLY;
  return POSTAL_CENTRES.has(area) ? null : `We do not know ${area}. Check the code, or ask us.`;
}
