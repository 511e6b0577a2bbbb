/** Broker licences (accounts specification 5; docs/decisions/licences.md). */

/** Shorter licences count as unverified and are not looked up in the register. */
const LICENCE_VERIFY_LENGTH = 9;

export const DEFAULT_LICENCE_LOOKUP_URL = "https://mbsweblist.fsco.gov.on.ca/ShowLicence.aspx?{license}~";

/** One row of the licence register that the operator may load. */
export interface RegisteredLicence {
  number: string;
  name: string;
  class: string;
  status: string;
  expiry: string;
}

/** A licence in the form in which accounts and the register have it, so that equal ones match. */
export const asHeld = (license: string): string => license.trim().toUpperCase();

/** M and eight digits, the regulator's format for brokers and agents. */
export const isLicenceForm = (license: string): boolean => /^M\d{8}$/i.test(license.trim());

/** True for a licence long enough to be verified. */
export const isVerifiable = (license: string): boolean => license.trim().length >= LICENCE_VERIFY_LENGTH;

/** The regulator's public page for a licence. Linked only; the server never reads it. */
export function licenceLookupLink(template: string, license: string): string {
  return template.replaceAll("{license}", encodeURIComponent(license.trim()));
}
