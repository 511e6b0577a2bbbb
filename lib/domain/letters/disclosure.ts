/**
 * The disclosure statement (statement of mortgage): the cost of a letter's loan, given before it is signed (lending
 * rules 11).
 */
import { addBusinessDays } from "../business_days.ts";
import { formatLongDate, isCalendarDate } from "../dates.ts";
import { countOf, moneyWithCents } from "../money.ts";
import { amendmentFigures, isAmendment, letterTitle } from "./amendment.ts";
import { amendmentSections } from "./amendment_sections.ts";
import { borrowersOf, defaultText, type LetterSection, prepaymentText, signatureLines } from "./clauses.ts";
import { commitmentSections, partiesText } from "./commitment.ts";
import type { LetterFacts } from "./facts.ts";
import { commitmentFigures, LAWYER_FEE, type LetterFigures, renewalFigures, renewalStructure } from "./figures.ts";
import { orGap } from "./gaps.ts";
import { letterDay } from "./letter_days.ts";
import { renewalSections } from "./renewal.ts";
import { type LetterKind, type LetterTerms } from "./terms.ts";
import { capitalised } from "../capitalised.ts";
import { withFullStop } from "../sentence.ts";

/**
 * The statement's own day, YYYY-MM-DD: the letter's, or today once that has passed, when it cannot be given any more.
 */
export function statementDay(facts: LetterFacts, terms: LetterTerms): string {
  const day = letterDay(facts, terms);
  return day > facts.today ? day : facts.today;
}

/** The first day on which the letter may be signed, YYYY-MM-DD: the lender's business days after the statement's. */
const signFrom = (facts: LetterFacts, terms: LetterTerms): string =>
  addBusinessDays(statementDay(facts, terms), facts.disclosureDays);

/** `2 business days`. */
const businessDaysText = (days: number): string => countOf(days, "business day");

/**
 * Says that a letter came back signed before its disclosure statement left the borrower the time to read it; empty
 * where it did not. Days are YYYY-MM-DD: `givenOn` the statement's, `signedOn` empty where nothing came back.
 */
export function signedEarlyText(givenOn: string, signedOn: string, days: number): string {
  const from = addBusinessDays(givenOn, days);
  return signedOn === "" || signedOn >= from
    ? ""
    : `The letter came back signed on ${formatLongDate(signedOn)}. The borrower may sign from ${
      formatLongDate(from)
    } on, ${businessDaysText(days)} after the disclosure statement: have it signed again, or note why not.`;
}

/** Says that a letter leaves no time between the statement and signing; none where it does. */
export function signingWarnings(kind: LetterKind, facts: LetterFacts, terms: LetterTerms): string[] {
  const from = signFrom(facts, terms), days = facts.disclosureDays;
  const ahead = days === 0 ? "the day of" : `${businessDaysText(days)} after`;
  const early = (what: string, day: string) =>
    isCalendarDate(day) && day < from
      ? [
        `${what} on ${formatLongDate(day)}, but the borrower may sign from ${
          formatLongDate(from)
        } on, ${ahead} the disclosure statement.`,
      ]
      : [];
  const advances = kind === "commitment" && !isAmendment(facts, terms) && !facts.funded;
  return [...early("The offer lapses", terms.expiresOn), ...(advances ? early("The advance is", facts.fundsOn) : [])];
}

/** A letter's terms and what they cost. */
function statedTerms(kind: LetterKind, facts: LetterFacts, terms: LetterTerms) {
  const amends = kind === "commitment" && isAmendment(facts, terms);
  const figures = kind === "renewal"
    ? renewalFigures(facts, terms)
    : amends
    ? amendmentFigures(facts, terms)
    : commitmentFigures(facts, terms);
  const sections = kind === "renewal"
    ? renewalSections(facts, terms)
    : amends
    ? amendmentSections(facts, terms)
    : commitmentSections(facts, terms);
  const text = (id: string) => sections.find((section) => section.id === id)?.text ?? "";
  return { figures, text };
}

/** The rows of a text, without its paragraphs. */
const rowsOf = (text: string): string => text.split("\n").filter((line) => line.includes(" | ")).join("\n");

function feesText(kind: LetterKind, facts: LetterFacts, terms: LetterTerms, { deductions }: LetterFigures): string {
  const discharge = terms.dischargeFee ?? facts.contract?.dischargeFee;
  const how = kind === "renewal" ? "paid in cash" : "taken from the advance";
  const rows = [
    ...deductions.map(({ label, amount }) => `${label}, ${how} | ${moneyWithCents(amount)}`),
    ...(discharge ? [`Discharge of the mortgage, paid with the payout | ${moneyWithCents(discharge)}`] : []),
  ];
  const has = (label: string) => deductions.some((fee) => fee.label === label);
  const toBroker = facts.broker && has("Broker fee")
    ? `the broker fee is paid to ${[facts.broker.name, facts.broker.brokerage].filter(Boolean).join(", ")}`
    : "";
  const toLawyer = has(LAWYER_FEE) ? "the lender's lawyer is paid from the advance" : "";
  const named = [toBroker, toLawyer].filter(Boolean);
  const every = named.length > 0 ? "every other fee" : "every fee";
  const toLender = rows.length > named.length ? `${every} above is paid to ${facts.lender.name}` : "";
  const paid = [...named, toLender].filter(Boolean).join("; ");
  const own = "their own lawyer, and what the registry and insurers charge; these are not the lender's.";
  return [
    ...(rows.length > 0 ? rows : ["Fees | None"]),
    "",
    paid ? `${withFullStop(capitalised(paid))} The borrower also pays ${own}` : `The borrower pays ${own}`,
  ].join("\n");
}

/** From when the letter may be signed, by the day on which the statement is given. */
function signingText(facts: LetterFacts, terms: LetterTerms): string {
  const given = `It is given to you on ${formatLongDate(statementDay(facts, terms))}`;
  return facts.disclosureDays === 0
    ? `${given}: please read it before you sign the letter, or the mortgage.`
    : `${given}, ${businessDaysText(facts.disclosureDays)} before you sign: please do not sign the letter, or the ` +
      `mortgage, before ${formatLongDate(signFrom(facts, terms))}.`;
}

/** The statement's sections, filled from the loan and the letter's terms. Missing figures are named in the text. */
export function disclosureSections(kind: LetterKind, facts: LetterFacts, terms: LetterTerms): LetterSection[] {
  const { figures, text } = statedTerms(kind, facts, terms);
  const structure = kind === "renewal" ? renewalStructure(facts, terms) : facts.structure;
  const discharge = terms.dischargeFee ?? facts.contract?.dischargeFee;
  return [
    {
      id: "statement",
      title: "What this statement is",
      text: `To ${borrowersOf(facts)}:\n\nThis statement says what the loan of the ${
        letterTitle(kind, facts, terms).toLowerCase()
      } dated ${formatLongDate(letterDay(facts, terms))} costs you. ${
        signingText(facts, terms)
      } It binds you to nothing.`,
    },
    {
      id: "parties",
      title: "Parties and property",
      text: `${partiesText(facts, false)}\nProperty | ${orGap(facts.address, "address")}`,
    },
    {
      id: "terms",
      title: "Principal, rate, payments and term",
      text: kind === "renewal" || isAmendment(facts, terms)
        ? rowsOf(text("terms") || `${text("amount")}\n${text("rate")}`)
        : `${rowsOf(text("amount"))}\n\n${rowsOf(text("rate"))}`,
    },
    { id: "cost", title: "Cost of borrowing", text: text("cost") },
    { id: "fees", title: "Fees, and who is paid", text: feesText(kind, facts, terms, figures) },
    {
      id: "prepayment",
      title: "Repayment before maturity",
      text: prepaymentText({ ...facts, structure }) +
        (discharge ? `\n\nFee for the discharge of the mortgage | ${moneyWithCents(discharge)}` : ""),
    },
    { id: "default", title: "If a payment is missed", text: defaultText() },
    {
      id: "receipt",
      title: "Receipt",
      text: `Each borrower signs to say that they received this statement, and when.\n\n${signatureLines(facts)}`,
    },
  ];
}
