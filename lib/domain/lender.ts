/** A link with its title, such as a demo video. */
export type TitledLink = { title: string; url: string };

/** External addresses. Pages leave out the ones that are not configured. */
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
 * The company that runs this portal, from its configuration. `name` is the trade name, `legalName` the registered one;
 * `licences` are complete lines, one for each licence.
 */
export type Lender = {
  name: string;
  legalName?: string;
  licences: readonly string[];
  address?: string;
  phone?: string;
  contactEmail?: string;
  /** How a loan is paid out, one line each, for payout statements; without lines they name the lender alone. */
  payoutInstructions?: readonly string[];
  links: LenderLinks;
};

/**
 * A telephone number as a `tel:` URL. Ten digits are Canadian; a number with a country code keeps it; an extension is
 * dialled after a pause.
 */
export function telephoneUrl(phone: string): string {
  const dialled = phone.replace(/(\d)[^\da-z#]*[a-z#]\D*(?=\d)/gi, "$1,").replace(/[^\d,]/g, "");
  const country = phone.trim().startsWith("+") ? "+" : /^\d{10}\b/.test(dialled) ? "+1" : "";
  return `tel:${country}${dialled}`;
}
