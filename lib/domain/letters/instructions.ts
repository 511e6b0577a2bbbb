/**
 * Instructions to the lender's lawyer: what to register, what to pay from the advance, and what to return (lending
 * rules 11).
 */
import { formatLongDate, isCalendarDate } from "../dates.ts";
import { moneyWithCents } from "../money.ts";
import { inSentence } from "../sentence.ts";
import { borrowersOf, type LetterSection } from "./clauses.ts";
import { chargeText, commitmentSections, partiesText } from "./commitment.ts";
import type { LetterFacts } from "./facts.ts";
import { commitmentFigures, type LetterFigures } from "./figures.ts";
import { gapMark, orGap } from "./gaps.ts";
import type { LetterTerms } from "./terms.ts";

const RANKS = { first: "First", second: "Second", third: "Third", bridge: "Bridge" } as const;

/** A line of the statement of funds. Dollars. */
export interface FundsRow {
  label: string;
  amount: number;
}

/**
 * Where the principal goes: fees, what is held back for debts that rank before or press, and the rest. All of it adds
 * up.
 */
export function statementOfFunds(facts: LetterFacts, terms: LetterTerms): {
  principal: number;
  fees: FundsRow[];
  netAdvance: number;
  holdbacks: FundsRow[];
  toBorrower: number;
  /** Interest up to the adjustment date, which the advance does not pay; null where there is none. */
  adjustment: LetterFigures["adjustment"];
} {
  const { deductions, netAdvance, adjustment } = commitmentFigures(facts, terms);
  const holdbacks = [
    ...facts.paysOut.map(({ rank, amount, holder }) => ({
      label: `${RANKS[rank]} mortgage, ${holder || "holder not named"}`,
      amount,
    })),
    ...facts.claims,
  ];
  const held = holdbacks.reduce((sum, { amount }) => sum + amount, 0);
  return {
    principal: facts.amount,
    fees: deductions,
    netAdvance,
    holdbacks,
    toBorrower: netAdvance - held,
    adjustment,
  };
}

function fundsText(facts: LetterFacts, terms: LetterTerms): string {
  if (!(facts.amount > 0)) return `Principal | ${gapMark("amount")}`;
  const { principal, fees, netAdvance, holdbacks, toBorrower, adjustment } = statementOfFunds(facts, terms);
  const less = ({ label, amount }: FundsRow) => `Less ${inSentence(label)} | ${moneyWithCents(-amount)}`;
  return [
    `Principal | ${moneyWithCents(principal)}`,
    ...(facts.lenderFee === null ? [`Less lender fee | ${gapMark("lenderFee")}`] : []),
    ...(facts.brokerFee === null ? [`Less broker fee | ${gapMark("brokerFee")}`] : []),
    ...fees.map(less),
    `= Net advance | ${moneyWithCents(netAdvance)}`,
    ...holdbacks.map(less),
    ...(holdbacks.length > 0
      ? [
        `= ${toBorrower < 0 ? "Short, from the borrower" : "To the borrower"} | ${
          moneyWithCents(Math.abs(toBorrower))
        }`,
      ]
      : []),
    "",
    ...(holdbacks.length > 0
      ? [
        "The amounts held back are the balances on the application. Obtain a payout or discharge statement for each " +
        "before you pay it. What is left over goes to the borrower; tell us if it is not enough.",
        "",
      ]
      : []),
    ...(adjustment
      ? [
        `Keep nothing back for interest: we collect the ${moneyWithCents(adjustment.interest)} up to the interest ` +
        `adjustment date ourselves, on ${formatLongDate(adjustment.date)}.`,
        "",
      ]
      : []),
    "Hold the net advance in trust until the charge is registered. " +
    (terms.lawyerFee
      ? `Your own account is among the fees above: keep ${moneyWithCents(terms.lawyerFee)} of the principal for it.`
      : "Your own account is for the borrower; take it from what goes to them."),
  ].join("\n");
}

function chargeSection(facts: LetterFacts): string {
  const { position, prior, paysOut } = facts;
  return [
    `Property | ${orGap(facts.address, "address")}`,
    `Charge to register | ${orGap(facts.amount > 0 ? moneyWithCents(facts.amount) : "", "amount")}, ${
      position === null ? gapMark("position") : position === "bridge" ? "as a bridge" : `as a ${position} charge`
    }`,
    `In favour of | ${facts.lender.name}`,
    `By | ${borrowersOf(facts)}`,
    ...prior.map((one) => `Ranks before it | ${chargeText(one)}`),
    ...(facts.chargeMissing ? [`Ranks before it | ${gapMark("chargeBefore")}`] : []),
    ...paysOut.map((one) => `To be discharged | ${chargeText(one)}`),
    "",
    prior.length > 0
      ? "No other claim may rank before it. Confirm that each charge above stands in good standing for no more than this."
      : "No claim may rank before it.",
  ].join("\n");
}

/** The instructions' sections, filled from the loan and its commitment. Missing figures are named in the text. */
export function instructionSections(facts: LetterFacts, terms: LetterTerms): LetterSection[] {
  const open = facts.conditions.filter(({ settled, optional }) => !settled && !optional);
  const text = (id: string) => commitmentSections(facts, terms).find((section) => section.id === id)?.text ?? "";
  const rows = (id: string) => text(id).split("\n").filter((line) => line.includes(" | ")).join("\n");
  const advance = isCalendarDate(facts.fundsOn) ? formatLongDate(facts.fundsOn) : gapMark("fundsOn");
  return [
    {
      id: "instruction",
      title: "What we ask you to do",
      text: `Please act for ${facts.lender.name} alone on the loan ${facts.clientCode}: search title, prepare and ` +
        `register the charge below, and pay out the advance on ${advance}. Tell us before you act on anything that ` +
        "differs from this letter.",
    },
    { id: "parties", title: "Parties", text: partiesText(facts, false) },
    { id: "charge", title: "Property and charge", text: chargeSection(facts) },
    { id: "terms", title: "Terms of the charge", text: `${rows("rate")}\n\n${text("prepayment")}` },
    { id: "funds", title: "Statement of funds", text: fundsText(facts, terms) },
    {
      id: "conditions",
      title: "Still open before the advance",
      text: open.length > 0
        ? open.map(({ title }) => `- ${title}`).join("\n")
        : "Nothing: we have accepted every condition of the commitment.",
    },
    {
      id: "before",
      title: "Before you pay out",
      text: [
        "- A search of title, of executions against each borrower and of property tax shows nothing that this letter does not name",
        "- Title insurance for the full amount of the charge, or your opinion on title",
        "- Fire insurance with loss payable to the lender as its interest may appear",
        "- A certificate of independent legal advice for each borrower and guarantor",
        "- Each borrower's identification, seen by you and copied",
        "- The disclosure statement, signed as received in time, before the mortgage was signed",
      ].join("\n"),
    },
    {
      id: "return",
      title: "What to return",
      text: [
        "- The registered charge, with its number, and an assignment of rents",
        "- The title insurance policy, or your opinion",
        "- The certificates of independent legal advice, and the signed commitment and disclosure statement",
        "- The insurance binder",
        "- Your statement of receipts and payments, with proof of each payout above",
        "- Pre-authorised debit form and void cheque",
      ].join("\n"),
    },
    { id: "signed", title: "For the lender", text: `____ ${facts.lender.name}` },
  ];
}
