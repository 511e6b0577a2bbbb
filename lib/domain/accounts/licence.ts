/** Broker licences (specification of accounts, section 5; decisions, "Licences"). */

/** Shorter licences count as unverified and the register is not asked. */
export const LICENCE_VERIFY_LENGTH = 9;

export const DEFAULT_LICENCE_LOOKUP_URL = "https://mbsweblist.fsco.gov.on.ca/ShowLicence.aspx?{license}~";

/** One row of the register that the operator may load. */
export interface RegisteredLicence {
  number: string;
  name: string;
  class: string;
  status: string;
  expiry: string;
}

/** M and eight digits, as the regulator issues them to brokers and agents. */
export const isLicenceForm = (license: string): boolean => /^M\d{8}$/i.test(license.trim());

/** Long enough to be verified at all. */
export const isVerifiable = (license: string): boolean => license.trim().length >= LICENCE_VERIFY_LENGTH;

/** The regulator's public page about a licence. It is only linked, never read by the server. */
export function licenceLookupLink(template: string, license: string): string {
  return template.replaceAll("{license}", encodeURIComponent(license.trim()));
}
