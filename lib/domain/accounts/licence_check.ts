import { isLicenceForm, isVerifiable, type RegisteredLicence } from "./licence.ts";

/** Whether a licence counts as verified; `note` says why not, or gives a warning. */
export interface LicenceStanding {
  verified: boolean;
  /** Its format is right and no other account has it, but there is no register to look it up in. */
  unchecked?: true;
  class?: string;
  note?: string;
}

const LEVEL_1 = /level\s*1/i;

/**
 * Checks a licence (docs/decisions/licences.md): format, no other account with it, and active in the register.
 * `registered` is undefined where no register is loaded, null where the licence is not listed.
 */
export function checkLicence(
  license: string,
  facts: { heldByOther: boolean; registered: RegisteredLicence | null | undefined },
): LicenceStanding {
  const { heldByOther, registered } = facts;
  const known = registered?.class ? { class: registered.class } : {};
  const no = (note: string): LicenceStanding => ({ verified: false, ...known, note });
  if (!isVerifiable(license) || !isLicenceForm(license)) return no("A licence is M and eight digits.");
  if (heldByOther) return no("Another account has this licence.");
  if (registered === null) return no("The register does not list this licence.");
  if (registered && registered.status.trim().toLowerCase() !== "active") {
    return no(`The register lists this licence as ${registered.status.trim().toLowerCase() || "not active"}.`);
  }
  // Since April 2023 an Agent Level 1 may not place private mortgages.
  const note = registered && LEVEL_1.test(registered.class) ? "Level 1 may not place private mortgages." : undefined;
  return { verified: true, ...(registered ? known : { unchecked: true }), ...(note ? { note } : {}) };
}
