/** A postal code that somebody asks about, whether we lend there. */
import { inOntario, postalArea } from "../places/postal_area.ts";
import { POSTAL_CENTRES } from "../places/postal_centres.ts";

/** A postal code as an example in sentences and fields. */
export const POSTAL_EXAMPLE = "L8P 1A1";

/** True for a postal code of another province. */
export function isElsewhere(text: string): boolean {
  const area = postalArea(text);
  return area !== undefined && !inOntario(area);
}

/** Why a text cannot be asked about; null where its first three characters name a postal area of Ontario. */
export function postalProblem(text: string): string | null {
  const area = postalArea(text);
  if (!area) return `Enter a postal code, such as ${POSTAL_EXAMPLE}.`;
  if (isElsewhere(text)) return "We lend in Ontario only: its postal codes begin with K, L, M, N or P.";
  return POSTAL_CENTRES.has(area) ? null : `We do not know ${area}. Check the code, or ask us.`;
}
