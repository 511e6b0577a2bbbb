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
  const [digits, extension] = phone.split(/[a-z#]+/i).map((part) => part.replace(/\D/g, ""));
  const country = phone.trim().startsWith("+") ? "+" : digits.length === 10 ? "+1" : "";
  return `tel:${country}${digits}${extension ? `,${extension}` : ""}`;
}
