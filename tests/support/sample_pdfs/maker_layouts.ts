/** Documents as brokers' systems, bureaus and appraisers lay them out. Every person, company and number is invented. */
import { type LaidOut, rows, text } from "./laid_out.ts";
import { pdfOf } from "./pdf.ts";

export const finmo: LaidOut = {
  name: "Finmo-like",
  type: "application",
  bytes: () =>
    pdfOf([[
      text(50, 48, "Application summary", 18),
      text(50, 68, "Created with Finmo", 8),
      text(50, 100, "Borrower", 13),
      ...rows(118, 16, [50, 200], [
        ["Name", "Mrs. Chantal A. Bouchard"],
        ["Birth date", "Aug 2, 1990"],
        ["Marital status", "Common-law"],
        ["Mobile", "+1 647 555 0172"],
      ]),
      text(50, 200, "Subject property", 13),
      ...rows(218, 13, [50, 200], [
        ["Address", "410 Queen Street West, Unit 1203"],
        ["", "Toronto, ON M5V 2A5"],
      ]),
      ...rows(252, 16, [50, 200], [
        ["Property type", "Condo"],
        ["Estimated value", "$612,500"],
        ["Annual taxes", "$2,610"],
      ]),
      text(50, 318, "Existing mortgage", 13),
      ...rows(336, 16, [50, 200], [
        ["Lender", "Maple Savings"],
        ["Balance", "$318,220.14"],
        ["Payment", "$1,902.33 monthly"],
        ["Rate type", "Variable"],
        ["Maturity date", "2028-03"],
      ]),
      text(50, 436, "Employment", 13),
      ...rows(454, 16, [50, 200], [
        ["Employer", "Lakeside Media Group"],
        ["Income type", "Salary"],
        ["Tenure", "4 years 6 months"],
        ["Annual income", "$79,500"],
      ]),
      text(50, 540, "Request", 13),
      ...rows(558, 16, [50, 200], [
        ["Requested amount", "$75,000"],
        ["Mortgage position", "2nd"],
        ["Purpose", "Debt consolidation"],
      ]),
    ]]),
  wanted: {
    firstName: "Chantal",
    lastName: "Bouchard",
    DOB: "1990-08-02",
    marritalStatus: "Common law",
    phone: "647-555-0172",
    address: "410 Queen Street West, Unit 1203",
    city: "Toronto",
    postal: "M5V 2A5",
    propertyType: "Condominium",
    appraisedValue: "612500",
    propertyTax: "2610",
    firstMortgageLender: "Maple Savings",
    firstMortgage: "318220",
    mortgageMonthlyPayment: "1902",
    mrtgType: "Variable",
    maturesIn: "2028-03-01",
    employer: "Lakeside Media Group",
    typeOfIncome: "Salary",
    yoe: "4.5",
    primaryIncome: "79500",
    newLoanAmount: "75000",
    firstOrSecond: "Second",
    useOfProceeds: "Debt Consolidation",
  },
};

export const filogix: LaidOut = {
  name: "Filogix-like, applicant and co-applicant in columns",
  type: "application",
  bytes: () =>
    pdfOf([[
      text(40, 46, "FILOGIX EXPERT", 9),
      text(40, 64, "Mortgage Application", 15),
      ...rows(96, 16, [40, 190, 390], [
        ["", "Applicant", "Co-Applicant"],
        ["Name", "Daniel R. Okafor", "Grace Okafor"],
        ["Date of birth", "1981-05-09", "1983-11-21"],
        ["Home phone", "519-555-0110", "519-555-0110"],
        ["Marital status", "Married", "Married"],
        ["Employer", "Thames Valley Schools", "London Health Partners"],
        ["Time at job", "9 yrs 2 mos", "3 yrs"],
        ["Annual income", "$84,300", "$61,000"],
      ]),
      text(40, 250, "Property", 12),
      ...rows(268, 16, [40, 190, 390, 460], [
        ["Property address", "58 Wharncliffe Rd S", "City", "London PROV"],
        ["Postal code", "N6J 2K2", "Occupancy", "Owner-Occupied"],
        ["Dwelling type", "Detached", "Purchase price", "$415,000"],
      ]),
      text(40, 334, "Mortgage request", 12),
      ...rows(352, 16, [40, 190, 390, 500], [
        ["Mortgage type", "Second", "Amount requested", "$95,000"],
        ["Closing date", "2027-02-12", "Broker fee", "$1,900"],
      ]),
    ]]),
  wanted: {
    firstName: "Daniel",
    lastName: "Okafor",
    DOB: "1981-05-09",
    phone: "519-555-0110",
    marritalStatus: "Married",
    coApplicant: "Grace Okafor",
    employer: "Thames Valley Schools",
    yoe: "9.17",
    primaryIncome: "84300",
    secondaryIncome: "61000",
    address: "58 Wharncliffe Rd S",
    city: "London",
    postal: "N6J 2K2",
    ownerOccupied: "Yes",
    propertyType: "Detached",
    homePurPrice: "415000",
    firstOrSecond: "Second",
    newLoanAmount: "95000",
    estClosingDate: "2027-02-12",
    broker_fee: "1900",
  },
};

export const velocity: LaidOut = {
  name: "Velocity-like, with a table of liabilities",
  type: "application",
  bytes: () =>
    pdfOf([[
      text(40, 48, "Velocity", 9),
      text(40, 66, "Application details", 15),
      ...rows(96, 17, [40, 180], [
        ["Primary applicant", "Dr. Samuel Adeyemi Jr."],
        ["DOB", "Nov 4, 1975"],
        ["Primary phone", "289-555-0135"],
        ["Subject property", "1206 Plains Road East, Burlington, ON L7S 1W6"],
        ["Market value", "$985,000 (NINE HUNDRED EIGHTY-FIVE THOUSAND)"],
        ["Existing first mortgage", "$502,000"],
        ["First mortgage lender", "Union Trust Company"],
        ["Monthly payment", "$3,105"],
        ["Loan amount", "$120,000"],
        ["Mortgage rank", "2nd"],
        ["Yearly income", "$164,000"],
        ["Length of employment", "11 yrs 3 mths"],
      ]),
      text(40, 330, "Liabilities", 12),
      ...rows(348, 16, [40, 260, 380, 490], [
        ["Creditor", "Type", "Balance", "Payment"],
        ["Northern Visa", "Credit card", "$12,400", "$372"],
        ["Auto Lease Co", "Lease", "$18,900", "$455"],
        ["Prairie Line", "Line of credit", "$7,000", "$140"],
        ["Total", "", "$38,300", "$967"],
      ]),
    ]]),
  wanted: {
    firstName: "Samuel",
    lastName: "Adeyemi",
    DOB: "1975-11-04",
    phone: "289-555-0135",
    address: "1206 Plains Road East",
    city: "Burlington",
    postal: "L7S 1W6",
    appraisedValue: "985000",
    firstMortgage: "502000",
    firstMortgageLender: "Union Trust Company",
    mortgageMonthlyPayment: "3105",
    newLoanAmount: "120000",
    firstOrSecond: "Second",
    primaryIncome: "164000",
    yoe: "11.25",
    total_other_credits: "38300",
  },
};

export const bureau: LaidOut = {
  name: "credit bureau",
  type: "bureau",
  bytes: () =>
    pdfOf([[
      text(40, 46, "Consumer Credit Report", 15),
      text(40, 64, "Equifax Canada - report date 2026-11-02", 8),
      ...rows(92, 16, [40, 190], [
        ["Consumer name", "VAN DER BERG, WILLEM P."],
        ["SIN", "046-454-286"],
        ["Date of birth", "03-Feb-1968"],
        ["Telephone", "613-555-0188"],
      ]),
      text(40, 176, "Score summary", 12),
      ...rows(194, 16, [40, 190], [["Beacon score", "702"], ["Inquiries", "4"]]),
      text(40, 246, "Trade lines", 12),
      ...rows(264, 15, [40, 180, 280, 370, 470], [
        ["Account", "Opened", "Limit", "Balance", "Past due"],
        ["Northern Visa", "2014-06", "$15,000", "$6,120", "$0"],
        ["Rideau Loan", "2021-09", "$20,000", "$11,880", "$240"],
        ["Totals", "", "$35,000", "$18,000", "$240"],
      ]),
      ...rows(344, 16, [40, 190], [["Judgments", "$0"], ["Collections", "0"]]),
    ]]),
  wanted: {
    firstName: "WILLEM",
    lastName: "VAN DER BERG",
    DOB: "1968-02-03",
    phone: "613-555-0188",
    creditScore: "702",
    total_other_credits: "18000",
    debtInArrears: "240",
    judgeExec: "0",
  },
};

export const appraisal: LaidOut = {
  name: "appraisal",
  type: "appraisal",
  bytes: () =>
    pdfOf([[
      text(50, 48, "Residential Appraisal Report", 16),
      ...rows(80, 13, [50, 190], [
        ["Subject property", "118 Locke Street South"],
        ["", "Hamilton, Ontario L8P 4A8"],
      ]),
      ...rows(116, 17, [50, 190], [
        ["Property type", "Detached dwelling"],
        ["Occupant", "Owner"],
        ["Realty taxes", "$5,400.00 per year"],
        ["Last sale price", "$610,000"],
        ["Year built", "1924"],
      ]),
      ...rows(220, 14, [50, 200, 330, 460], [
        ["Comparable sales", "Comparable 1", "Comparable 2", "Comparable 3"],
        ["Address", "12 Locke St S", "40 Pine St", "9 Tuckett St"],
        ["Sale price", "$842,000", "$861,000", "$839,500"],
      ]),
      text(50, 290, "Value conclusion", 12),
      text(50, 310, "The market value of the subject property as of 2026-11-02 is estimated at: $850,000"),
      text(50, 324, "(EIGHT HUNDRED AND FIFTY THOUSAND DOLLARS)"),
      text(50, 360, "Appraiser: L. Marchetti, AACI"),
    ]]),
  wanted: {
    address: "118 Locke Street South",
    city: "Hamilton",
    postal: "L8P 4A8",
    propertyType: "Detached",
    ownerOccupied: "Yes",
    propertyTax: "5400",
    homePurPrice: "610000",
    appraisedValue: "850000",
  },
};

export const prose: LaidOut = {
  name: "prose",
  type: "application",
  bytes: () =>
    pdfOf([[
      text(60, 60, "Loan application", 16),
      ...rows(100, 15, [60], [
        ["Dear Sir or Madam, we submit this mortgage application for our client. The requested loan amount is"],
        ["$110,000 and the closing date is December 18, 2026. The appraised value is $720,000, the first"],
        ["mortgage balance is $365,000 and the monthly payment is $2,050. The annual income is $96,000;"],
        ["the other income is $4,800 per year. The credit score is 655. The broker fee is $2,200."],
        ["Our client's date of birth is 12 June 1980 and the phone number is 905-555-0119."],
      ]),
    ]]),
  wanted: {
    newLoanAmount: "110000",
    estClosingDate: "2026-12-18",
    appraisedValue: "720000",
    firstMortgage: "365000",
    mortgageMonthlyPayment: "2050",
    primaryIncome: "96000",
    otherIncome: "4800",
    creditScore: "655",
    broker_fee: "2200",
    DOB: "1980-06-12",
    phone: "905-555-0119",
  },
};
