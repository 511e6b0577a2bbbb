/** Ontario behind a place's name, as people and documents write it. */

/** `, Ontario`, ` ON`, ` Prov. Ont` or a bare ` PROV` at a text's end. */
export const PROVINCE = /[\s,]+(?:prov(?:ince)?\b\.?:?\s*)?(?:ontario|ont?\.?|on)$|[\s,]+prov(?:ince)?\.?$/i;

/** The text without the province at its end. */
export const withoutProvince = (text: string): string => text.replace(PROVINCE, "").replace(/,$/, "");
