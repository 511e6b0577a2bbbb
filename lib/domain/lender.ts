/** A titled link of the lender's: a demo video, say. */
export type TitledLink = { title: string; url: string };

/** Addresses outside the portal. What the operator has not set is left out of every page. */
export type LenderLinks = {
  partners?: string;
  mortgageOffice?: string;
  propertyMap?: string;
  soldPrices?: string;
  listings?: string;
  propertyRegistry?: string;
  valuation?: string;
  enforcement?: string;
  scheduleCall?: string;
  demoVideos: readonly TitledLink[];
};

/**
 * Who the lender is: facts of the company that runs this portal, from its configuration and never from the code.
 * `name` is what people call it, `legalName` what the law does; `licences` are whole lines, one a licence.
 */
export type Lender = {
  name: string;
  legalName?: string;
  licences: readonly string[];
  address?: string;
  phone?: string;
  contactEmail?: string;
  links: LenderLinks;
};

/** A telephone number as a tel: address. Ten digits are Canadian; a number that says its country keeps it. */
export function telephoneUrl(phone: string): string {
  const digits = phone.replace(/\D/g, "");
  if (phone.trim().startsWith("+")) return `tel:+${digits}`;
  return digits.length === 10 ? `tel:+1${digits}` : `tel:${digits}`;
}
