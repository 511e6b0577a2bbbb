/** Applications as forms lay them out. Every person, company and number is invented. */
import { type LaidOut, rows, text } from "./laid_out.ts";
import { type FormField, pdfOf } from "./pdf.ts";

export const labelValue: LaidOut = {
  name: "label: value",
  type: "application",
  bytes: () =>
    pdfOf([[
      text(60, 50, "Mortgage Application", 16),
      ...rows(90, 18, [60], [
        ["Applicant name: Ms. Anna Lee"],
        ["Date of birth: 1972-Oct-30"],
        ["Marital status: Divorced"],
        ["Cell phone: 416-555-0123"],
        ["Property address: 24 Birch Avenue"],
        ["City: Toronto PROV: ON"],
        ["Postal code: M4B 1B3"],
        ["Employer: Hydro Networks Inc."],
        ["Length of employment: 11 yrs 3 mths"],
        ["Income: $88.4K"],
        ["Loan amount: $85,000"],
        ["Mortgage type: 2nd"],
        ["Purpose of loan: Renovations"],
        ["Estimated value: $2.1M"],
        ["First mortgage: $412,000"],
        ["Mortgage payment: $2,846 monthly"],
        ["Maturity date: 05/2027"],
        ["Closing date: Dec. 11, 2026"],
      ]),
    ]]),
  wanted: {
    firstName: "Anna",
    lastName: "Lee",
    DOB: "1972-10-30",
    marritalStatus: "Divorced",
    phone: "416-555-0123",
    address: "24 Birch Avenue",
    city: "Toronto",
    postal: "M4B 1B3",
    employer: "Hydro Networks Inc.",
    yoe: "11.25",
    primaryIncome: "88400",
    newLoanAmount: "85000",
    firstOrSecond: "Second",
    useOfProceeds: "Renovation",
    appraisedValue: "2100000",
    firstMortgage: "412000",
    mortgageMonthlyPayment: "2846",
    maturesIn: "2027-05-01",
    estClosingDate: "2026-12-11",
  },
};

export const twoColumns: LaidOut = {
  name: "two columns",
  type: "application",
  bytes: () =>
    pdfOf([[
      text(40, 50, "Loan Application Form", 16),
      ...rows(90, 20, [40, 160, 320, 460], [
        ["First name", "Willem", "Last name", "van der Berg"],
        ["Date of birth", "3 Feb 1968", "Marital status", "Married"],
        ["Home phone", "(613) 555-0188", "Email", "willem@example.ca"],
        ["Street address", "9 Canal Road", "City", "Ottawa"],
        ["Postal code", "K1S 2B7", "Province", "Ontario"],
        ["Employer", "City of Ottawa", "Years employed", "22"],
        ["Annual income", "$101,250.00", "Other income", "$12,000 / yr"],
        ["Loan amount", "$60,000", "Mortgage type", "Second"],
        ["Property type", "Semi-detached", "Occupancy", "Owner occupied"],
        ["Purchase price", "$389,000", "Estimated value", "$640,000"],
        ["Mortgage balance", "$211,400", "Current lender", "Rideau Credit Union"],
      ]),
    ]]),
  wanted: {
    firstName: "Willem",
    lastName: "van der Berg",
    DOB: "1968-02-03",
    marritalStatus: "Married",
    phone: "613-555-0188",
    address: "9 Canal Road",
    city: "Ottawa",
    postal: "K1S 2B7",
    employer: "City of Ottawa",
    yoe: "22",
    primaryIncome: "101250",
    otherIncome: "12000",
    newLoanAmount: "60000",
    firstOrSecond: "Second",
    propertyType: "Semi-detached",
    ownerOccupied: "Yes",
    homePurPrice: "389000",
    appraisedValue: "640000",
    firstMortgage: "211400",
    firstMortgageLender: "Rideau Credit Union",
  },
};

export const grid: LaidOut = {
  name: "grid",
  type: "application",
  bytes: () =>
    pdfOf([[
      text(40, 50, "Mortgage Application Summary", 16),
      ...rows(100, 14, [40, 180, 320, 460], [
        ["First name", "Last name", "Date of birth", "Home phone"],
        ["Priya", "Raman", "1985-07-14", "905-555-0101"],
      ]),
      ...rows(150, 14, [40, 250, 380, 490], [
        ["Property address", "City", "Postal code", "Property type"],
        ["77 Mill Street, Unit 4", "Guelph", "N1H 3R2", "Townhouse"],
      ]),
      ...rows(200, 14, [40, 180, 320, 460], [
        ["Loan amount", "Loan purpose", "Closing date", "Mortgage type"],
        ["$140,000", "Debt consolidation", "15 Jan 2027", "2nd"],
      ]),
      ...rows(250, 14, [40, 250, 400], [
        ["Employer", "Years at job", "Gross annual income"],
        ["Speed River Dental", "6 yrs", "$92,000"],
      ]),
    ]]),
  wanted: {
    firstName: "Priya",
    lastName: "Raman",
    DOB: "1985-07-14",
    phone: "905-555-0101",
    address: "77 Mill Street, Unit 4",
    city: "Guelph",
    postal: "N1H 3R2",
    propertyType: "Townhouse",
    newLoanAmount: "140000",
    useOfProceeds: "Debt Consolidation",
    estClosingDate: "2027-01-15",
    firstOrSecond: "Second",
    employer: "Speed River Dental",
    yoe: "6",
    primaryIncome: "92000",
  },
};

export const labelAbove: LaidOut = {
  name: "label above value",
  type: "application",
  bytes: () =>
    pdfOf([[
      text(50, 50, "Private Mortgage Application", 16),
      ...[
        ["Borrower name", "Mr. Hugo St. James"],
        ["Date of birth", "19-MAR-1979"],
        ["Telephone", "705 555 0147"],
        ["Subject property address", "3 Harbour Lane"],
        ["Municipality", "Collingwood, Ont."],
        ["Postal code", "L9Y1A1"],
        ["Amount requested", "$250,000"],
        ["Charge position", "First mortgage"],
        ["Use of funds", "Purchase"],
        ["Estimated property value", "$495,000"],
        ["Annual property taxes", "$3,920.55"],
        ["Expected closing date", "January 29, 2027"],
      ].flatMap(([label, value], i) => {
        const x = 50 + (i % 3) * 175, y = 100 + Math.floor(i / 3) * 46;
        return [text(x, y, label, 8), text(x, y + 15, value, 11)];
      }),
    ]]),
  wanted: {
    firstName: "Hugo",
    lastName: "St. James",
    DOB: "1979-03-19",
    phone: "705-555-0147",
    address: "3 Harbour Lane",
    city: "Collingwood",
    postal: "L9Y 1A1",
    newLoanAmount: "250000",
    firstOrSecond: "First",
    useOfProceeds: "New Purchase",
    appraisedValue: "495000",
    propertyTax: "3921",
    estClosingDate: "2027-01-29",
  },
};

/** A form of fields that were filled in with a PDF viewer: the page's own text has the labels alone. */
const FORM_LINES: readonly (readonly [label: string, name: string, value: string])[] = [
  ["First name", "txtApplicantFirstName", "Olena"],
  ["Last name", "txtApplicantLastName", "Koval"],
  ["Date of birth", "form1.page1[0].DOB[0]", "1988-Jan-17"],
  ["Phone", "f4", "437-555-0166"],
  ["Property address", "f5", "88 Bond Street"],
  ["City", "f6", "Oshawa"],
  ["Postal code", "f7", "L1G 1A8"],
  ["Employer", "f8", "Durham Transit"],
  ["Years employed", "f9", "5 yrs"],
  ["Annual income", "Annual_Income", "$71,400"],
  ["Loan amount", "LoanAmount", "45,000"],
  ["Mortgage type", "f12", "2nd"],
  ["Purpose of loan", "f13", "Debt consolidation"],
  ["Estimated value", "f14", "$455,000"],
  ["First mortgage", "f15", "$251,000"],
  ["Mortgage payment", "f16", "$1,690 / month"],
];

export const acroForm: LaidOut = {
  name: "form fields",
  type: "application",
  bytes: () =>
    pdfOf([[
      text(50, 50, "Mortgage Application Form", 16),
      ...FORM_LINES.map(([label], i) => text(50, 100 + i * 24, label)),
      text(50, 100 + FORM_LINES.length * 24, "Marital status"),
    ]], {
      fields: [
        ...FORM_LINES.map(([, name, value], i): FormField => ({ name, value, x: 200, y: 90 + i * 24 })),
        { name: "marital", value: "Single", x: 200, y: 90 + FORM_LINES.length * 24, ticked: true },
        { name: "consent", value: "On", x: 50, y: 600, ticked: true },
      ],
    }),
  wanted: {
    firstName: "Olena",
    lastName: "Koval",
    DOB: "1988-01-17",
    phone: "437-555-0166",
    address: "88 Bond Street",
    city: "Oshawa",
    postal: "L1G 1A8",
    employer: "Durham Transit",
    yoe: "5",
    primaryIncome: "71400",
    newLoanAmount: "45000",
    firstOrSecond: "Second",
    useOfProceeds: "Debt Consolidation",
    appraisedValue: "455000",
    firstMortgage: "251000",
    mortgageMonthlyPayment: "1690",
    marritalStatus: "Single",
  },
};

const TURNED_LINES = [
  ["Applicant name", "Marek Nowak"],
  ["Date of birth", "1 Dec 1969"],
  ["Property address", "5 Lakeshore Drive"],
  ["City", "Barrie"],
  ["Postal code", "L4N 7Y9"],
  ["Loan amount", "$70,000"],
  ["Mortgage type", "Second"],
  ["Annual income", "$64,000"],
  ["Estimated value", "$530,000"],
  ["First mortgage", "$240,000"],
] as const;

/** Lines that run up the sheet of a page that is turned by a quarter: shown, they are upright. */
export const turned: LaidOut = {
  name: "rotated",
  type: "application",
  bytes: () =>
    pdfOf([[text(60, 60, "Mortgage Application", 16), ...rows(100, 18, [60, 240], TURNED_LINES)]], { turned: true }),
  wanted: {
    firstName: "Marek",
    lastName: "Nowak",
    DOB: "1969-12-01",
    address: "5 Lakeshore Drive",
    city: "Barrie",
    postal: "L4N 7Y9",
    newLoanAmount: "70000",
    firstOrSecond: "Second",
    primaryIncome: "64000",
    appraisedValue: "530000",
    firstMortgage: "240000",
  },
};
