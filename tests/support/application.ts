/** A whole application as the submit form sends it, and a small PDF. */

/** The first loan of tests/unit/quote/vectors.json ("second, typical") with all that the default form requires. */
export const APPLICATION = {
  firstOrSecond: "Second",
  newLoanAmount: "120,000",
  useOfProceeds: "Debt Consolidation",
  firstName: "Daniel",
  lastName: "Smithers",
  DOB: "1984-03-19",
  marritalStatus: "Married",
  address: "118 Locke St. S",
  city: "Hamilton",
  postal: "L8P 4A8",
  region: "Hamilton",
  sector: "Construction",
  yoe: "4",
  primaryIncome: "98,000",
  secondaryIncome: "22,000",
  otherIncome: "0",
  creditScore: "668",
  total_other_credits: "36000",
  otherDebtRepaid: "18000",
  debtInArrears: "0",
  judgeExec: "0",
  incomeTaxInArrears: "",
  litigiousness: "None",
  propertyType: "Detached",
  ownerOccupied: "Yes",
  appraisedValue: "850,000",
  homePurPrice: "610,000",
  firstMortgage: "420,000",
  mortgageMonthlyPayment: "2,350",
  propertyTax: "5,400",
  utilities: "320",
} as const;

/** A PDF that is as small as its first bytes. */
export const PDF = "%PDF-1.7\n1 0 obj\n<<>>\nendobj\ntrailer\n<<>>\n%%EOF\n";

/** A file for a form. */
export const pdfFile = (name: string, content: BlobPart = PDF): File => new File([content], name);
