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

const encoder = new TextEncoder();
const PIECE_BYTES = 64 * 1024;

/**
 * A form with a token and files of so many bytes, in pieces as from a socket, with `x` as its boundary: a form of large
 * `File`s comes in pieces of megabytes, each of them a long turn of the event loop where memory is slow.
 */
export function* formInPieces(token: string, sizes: readonly number[]): Generator<Uint8Array<ArrayBuffer>> {
  const part = (head: string) => encoder.encode(`--x\r\nContent-Disposition: form-data; ${head}\r\n\r\n`);
  yield part('name="tmpUploadId"');
  yield encoder.encode(`${token}\r\n`);
  for (const [at, size] of sizes.entries()) {
    yield part(`name="file${at}"; filename="${size}.pdf"\r\nContent-Type: application/pdf`);
    yield encoder.encode(PDF);
    for (let left = size - PDF.length; left > 0; left -= PIECE_BYTES) {
      yield new Uint8Array(Math.min(left, PIECE_BYTES));
    }
    yield encoder.encode("\r\n");
  }
  yield encoder.encode("--x--\r\n");
}
