/** The applications of the demo: everything follows from the loan's number, so that each start makes the same ones. */
import { addDays } from "../../../lib/domain/dates.ts";
import { applicationFrom, type LoanApplication } from "../../../lib/domain/loans/application.ts";
import { EMPLOYERS, FIRST_NAMES, LAST_NAMES } from "./people.ts";
import { PLACES, STREETS } from "./places.ts";

export const LOANS = 150;

const TYPES = ["Second", "First", "Second", "Third", "Second", "First", "Bridge", "Second", "First"];
const USES = [
  "Debt Consolidation",
  "Renovation",
  "New Purchase",
  "Business Investment",
  "Education",
  "Investment in Another Property",
];
const HOMES = ["Detached", "Semi-detached", "Townhouse", "Condominium", "Detached", "Duplex"];
const LENDERS = ["Great Lakes Savings", "Union Trust", "Capital Street Bank", "Heritage Credit Union"];
const COMMENTS = [
  "Clients want to pay out two cards and a line of credit before renewal.",
  "Kitchen and basement renovation; contractor's quote is attached.",
  "Bridging until the sale of the present home closes.",
  "Self-employed with strong deposits; bank declined on stated income.",
  "",
];

/** A household that asked once more, through another broker: the later loan's number, and the earlier one's. */
const EARLIER_APPLICATION: ReadonlyMap<number, number> = new Map([[148, 125]]);
/** What of an application is the household's, not the loan's. */
const OF_HOUSEHOLD = [
  "firstName",
  "lastName",
  "DOB",
  "address",
  "city",
  "region",
  "postal",
  "phone",
  "marritalStatus",
  "coApplicant",
  "employer",
  "sector",
  "yoe",
  "typeOfIncome",
  "primaryIncome",
  "secondaryIncome",
  "otherIncome",
  "creditScore",
  "propertyType",
  "ownerOccupied",
  "homePurPrice",
  "appraisedValue",
  "propertyTax",
] as const satisfies (keyof LoanApplication)[];

/** The loan with which the household of loan `n` came first: `n` itself, but for one. */
export const householdOf = (n: number): number => EARLIER_APPLICATION.get(n) ?? n;

/** One of a list, by a number. */
export const pick = <T>(list: readonly T[], n: number): T => list[n % list.length];
const rounded = (amount: number, step: number) => Math.round(amount / step) * step;

/** The day on which loan `n` (1 to 150) was submitted; the last one three days ago. */
export const submittedOn = (n: number, today: string): string => addDays(today, -3 - (LOANS - n) * 4);

/** The application of loan `n`. Whole dollars; days as YYYY-MM-DD. */
export function demoApplication(n: number, today: string): LoanApplication {
  const own = ownApplication(n, today), first = householdOf(n);
  if (first === n) return own;
  const before = ownApplication(first, today);
  return { ...own, ...Object.fromEntries(OF_HOUSEHOLD.map((name) => [name, before[name]])) };
}

function ownApplication(n: number, today: string): LoanApplication {
  const [city, region, , , letters] = pick(PLACES, n * 5);
  const [employer, sector, typeOfIncome] = pick(EMPLOYERS, n * 3);
  const firstOrSecond = pick(TYPES, n);
  const behind = firstOrSecond === "Second" || firstOrSecond === "Third";
  const appraisedValue = 420_000 + ((n * 37) % 23) * 35_000;
  const bridges = firstOrSecond === "Bridge";
  const share = behind ? 0.32 + ((n * 3) % 5) * 0.05 : bridges ? 0.22 : 0;
  const firstMortgage = rounded(appraisedValue * share, 5000);
  const secondMortgage = firstOrSecond === "Third" ? rounded(appraisedValue * 0.04, 5000) : 0;
  const ltv = behind ? share + 0.07 + ((n * 7) % 20) / 100 : 0.42 + ((n * 7) % 36) / 100;
  const newLoanAmount = Math.max(30_000, rounded(appraisedValue * ltv - firstMortgage - secondMortgage, 5000));
  const arrears = n % 9 === 4;
  // Every seventh applicant has serious risks, which a private lender looks at twice.
  const hard = n % 7 === 5;
  return applicationFrom({
    firstOrSecond,
    newLoanAmount,
    broker_fee: rounded(newLoanAmount * 0.01, 100),
    coBrokeredSelect: n % 13 === 0 ? "Yes" : "No",
    useOfProceeds: firstOrSecond === "Bridge" ? "New Purchase" : pick(USES, n),
    estClosingDate: addDays(submittedOn(n, today), 21),
    firstName: pick(FIRST_NAMES, n * 4),
    lastName: pick(LAST_NAMES, n * 3),
    DOB: `${1952 + (n * 7) % 44}-${String(1 + n % 12).padStart(2, "0")}-${String(1 + (n * 5) % 28).padStart(2, "0")}`,
    address: `${n % 8 === 0 ? `Unit ${1 + n % 12}, ` : ""}${11 + (n * 17) % 880} ${pick(STREETS, n)}`,
    city,
    region,
    postal: `${letters} ${1 + n % 9}${"ABCEGHJKLM"[n % 10]}${(n * 3) % 10}`,
    phone: `416-555-01${String(n % 100).padStart(2, "0")}`,
    marritalStatus: pick(["Married", "Common law", "Single", "Married", "Divorced", "Separated", "Widowed"], n),
    coApplicant: n % 4 === 1 ? `${pick(FIRST_NAMES, n * 4 + 11)} ${pick(LAST_NAMES, n * 3)}` : "",
    employer,
    sector,
    yoe: hard ? n % 2 : (n * 5) % 17,
    typeOfIncome,
    primaryIncome: (hard ? 24_000 : 48_000) + ((n * 13) % 17) * (hard ? 1000 : 6000),
    secondaryIncome: n % 3 === 1 ? 36_000 + (n % 7) * 4000 : 0,
    otherIncome: n % 5 === 2 ? 14_400 : 0,
    debtInArrears: hard ? 17_500 + (n % 4) * 9000 : arrears ? 2500 + (n % 4) * 4000 : 0,
    judgeExec: n % 31 === 5 ? 12_000 : 0,
    incomeTaxInArrears: n % 23 === 6 ? 18_500 : 0,
    litigiousness: hard ? pick(["Active", "Threatened", "Settled"], n) : n % 19 === 3 ? "Settled" : "None",
    creditScore: hard ? 472 + (n * 29) % 90 : 536 + (n * 29) % 270,
    total_other_credits: 6000 + ((n * 11) % 13) * 3500,
    otherDebtRepaid: n % 2 ? 12_000 : 0,
    repaying: n % 2 ? "Two cards and a line of credit" : "",
    propertyType: pick(HOMES, n),
    ownerOccupied: n % 6 === 5 ? "No" : "Yes",
    homePurPrice: rounded(appraisedValue * 0.72, 5000),
    appraisedValue,
    firstMortgage,
    firstMortgageLender: firstMortgage > 0 ? pick(LENDERS, n) : "",
    secondMortgage,
    secondMortgageLender: secondMortgage > 0 ? pick(LENDERS, n + 1) : "",
    secondMortgageMonthlyPayment: rounded(secondMortgage * 0.009, 10),
    mrtgType: firstMortgage > 0 ? pick(["Fixed", "Variable", "Fixed", "Line of credit"], n) : "None",
    maturesIn: firstMortgage > 0 ? addDays(today, 120 + (n * 9) % 700) : "",
    mortgageMonthlyPayment: firstMortgage > 0 ? rounded(firstMortgage * 0.0062, 10) : 0,
    utilities: 260 + (n % 8) * 20,
    propertyTax: rounded(appraisedValue * 0.0095, 50),
    bridgeTerm: firstOrSecond === "Bridge" ? 60 : null,
    additionalProperties: n % 10 === 3
      ? [{ address: `${5 + n} ${pick(STREETS, n + 4)}, ${pick(PLACES, n)[0]}`, value: 390_000, mortgage: 240_000 }]
      : [],
  });
}

/** What the broker wrote with loan `n`. */
export const commentOf = (n: number): string => pick(COMMENTS, n);
