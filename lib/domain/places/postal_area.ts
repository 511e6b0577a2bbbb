/** Postal codes: `A1A 1A1`, without D, F, I, O, Q and U, and without W and Z in front. */

const CODE = /^([ABCEGHJ-NPRSTVXY]\d[ABCEGHJ-NPRSTV-Z])(\d[ABCEGHJ-NPRSTV-Z]\d)?$/;

/** Without what people put between its parts. */
const joined = (text: string): string => text.toUpperCase().replace(/[\s.-]/g, "");

/** A whole postal code as it is printed: "m5v1a1" is "M5V 1A1". Any other text stays as it is. */
export function postalText(text: string): string {
  const [, area, unit] = CODE.exec(joined(text)) ?? [];
  return unit ? `${area} ${unit}` : text;
}

/**
 * The forward sortation area of a Canadian postal code, whole or its first three characters, however it is spaced:
 * "m5v-2t6" is "M5V". Undefined where the text is no postal code.
 */
export const postalArea = (text: string): string | undefined => CODE.exec(joined(text))?.[1];

/** True where a forward sortation area is in Ontario: its first letter is K, L, M, N or P. */
export const inOntario = (area: string): boolean => /^[KLMNP]/.test(area);

/** A postal code as an example in sentences and fields. */
export const POSTAL_EXAMPLE = "L8P 1A1";

/** Why a property in another province, by its address, is refused. */
export const PROVINCE_ONLY = "We lend in Ontario only. Check the property's province.";

/** Why a property of another province is refused. */
export const ONTARIO_ONLY = "We lend in Ontario only: its postal codes begin with K, L, M, N or P.";
