import { FALLBACK_DATE } from "../dates.ts";
import { bandOf, type Colour } from "../lending/colours.ts";
import type { ContractTerms } from "../lending/contract.ts";
import { shownScore } from "../lending/scoring.ts";
import type { LendingSettings } from "../lending/settings.ts";
import { halfUp, money, NUMBER_WRONG, parseDecimal, parseNumber } from "../money.ts";
import { NUMBER_FIELDS, OPTIONAL_NUMBER_FIELDS, TEXT_FIELDS } from "./application.ts";
import { RATING_OVERRIDES } from "./deal_options.ts";
import type { LoanFigures } from "./deal.ts";
import { type Occasion, plausibilityProblems } from "./plausibility.ts";
import { SAVE } from "./saved_days.ts";
import { isLent } from "./status.ts";
import { capitalised } from "../capitalised.ts";

/** A loan as a form holds it: text by field name, amounts with separators, rates in percent. */
export type LoanForm = Readonly<Record<string, string>>;

/** Deal amounts in dollars. */
const DEAL_AMOUNTS = ["fsfcLoan", "adminFee", "loss"] as const;
const DEAL_TEXTS = [
  "adminTerm",
  "adminStructure",
  "adminPenalty",
  "commercialReason",
  "exitStrategySelect",
  "adminComSelect",
  "declineReason",
  "comments",
  "adminComments",
  "dateFunded",
  "dateRepaid",
  "clientCode",
  "additionalProperties",
] as const;

/** Without a date, these show the far fallback date (loans specification 4.3). */
const TERM_DATES = ["maturityEmailDate", "reminderEmailDate"] as const;

const PLAIN_NUMBERS = new Set<string>(["yoe", "creditScore", "bridgeTerm", "adminRate"]);

/** Fields compared as numbers. */
const NUMERIC = new Set<string>([...NUMBER_FIELDS, ...DEAL_AMOUNTS, ...OPTIONAL_NUMBER_FIELDS, "adminRate"]);

const numberOf = (name: string, text: string) => (PLAIN_NUMBERS.has(name) ? parseDecimal : parseNumber)(text);

/** Dollars as field text, with separators and no sign: `1,234` or `1,234.50`. */
export function amountText(dollars: number | null | undefined): string {
  if (dollars == null) return "";
  const cents = halfUp(dollars * 100) % 100;
  const whole = money(Math.trunc(dollars)).replace("$", "");
  return cents === 0 ? whole : `${whole}.${String(cents).padStart(2, "0")}`;
}

/** An entry formatted on blur: amounts get separators; invalid numbers stay for their message. */
export function formatEntry(name: string, text: string): string {
  const number = NUMERIC.has(name) ? numberOf(name, text) : null;
  if (number === null || number < 0) return text.trim() && text;
  return PLAIN_NUMBERS.has(name) ? String(number) : amountText(number);
}

/** True where two entries of a field have the same value. */
export function sameEntry(name: string, a: string | undefined, b: string | undefined): boolean {
  if (a === b) return true;
  if (a === undefined || b === undefined || !NUMERIC.has(name)) return false;
  const number = numberOf(name, a);
  return number !== null && number === numberOf(name, b);
}

/** True for an entry that should be a number and is not. */
export function isInvalidNumber(name: string, text: string): boolean {
  return NUMERIC.has(name) && text.trim() !== "" && numberOf(name, text) === null;
}

const invalidNames = (form: LoanForm) => Object.keys(form).filter((name) => isInvalidNumber(name, form[name]));

/** The form that figures are computed from: a number that cannot be read counts as it was saved until it is mended. */
export function readableForm(form: LoanForm, base: LoanForm): LoanForm {
  const wrong = invalidNames(form);
  return wrong.length === 0 ? form : { ...form, ...Object.fromEntries(wrong.map((name) => [name, base[name] ?? ""])) };
}

/** The entries that differ in meaning from the saved form. */
export function changedEntries(entries: LoanForm, base: LoanForm): LoanForm {
  if (entries === base) return {};
  return Object.fromEntries(Object.entries(entries).filter(([name, text]) => !sameEntry(name, text, base[name])));
}

/** One message for each entry that should be a number and is none, rows of other properties included. */
function invalidEntries(form: LoanForm): Record<string, string> {
  const wrong = invalidNames(form);
  const rows: Record<string, unknown>[] = JSON.parse(form.additionalProperties || "[]");
  for (const [at, row] of rows.entries()) {
    for (const name of ["value", "mortgage"]) {
      if (row[name] && parseNumber(row[name]) === null) wrong.push(`additionalProperties.${at}.${name}`);
    }
  }
  return Object.fromEntries(wrong.map((path) => [path, NUMBER_WRONG]));
}

/** What is wrong with a form: numbers that are none, and changed entries that cannot be (lending rules 13). */
export function formProblems(form: LoanForm, base: LoanForm, about: Omit<Occasion, "at">): Record<string, string> {
  const senseless = plausibilityProblems(changedEntries(form, base), { ...about, at: SAVE });
  return { ...Object.fromEntries(senseless.map(({ field, message }) => [field, message])), ...invalidEntries(form) };
}

/** A loan's form from a database row or a wire loan; `additionalProperties` is JSON text. */
export function formOf(loan: Readonly<Record<string, unknown>>): LoanForm {
  const form: Record<string, string> = {};
  const text = (name: string) => loan[name] == null ? "" : String(loan[name]);
  for (const name of [...TEXT_FIELDS, ...DEAL_TEXTS]) form[name] = text(name);
  for (const name of [...NUMBER_FIELDS, ...DEAL_AMOUNTS, ...OPTIONAL_NUMBER_FIELDS]) {
    form[name] = PLAIN_NUMBERS.has(name) ? text(name) : amountText(loan[name] as number | null);
  }
  for (const name of TERM_DATES) form[name] = text(name) || FALLBACK_DATE;
  const rate = parseNumber(loan.adminRate);
  form.adminRate = rate === null ? "" : String(halfUp(rate * 100, 1e6));
  form.assumedTax = text("assumedTax");
  form.riskRatingOver = RATING_OVERRIDES.some(({ value }) => value === loan.riskRatingOver)
    ? text("riskRatingOver")
    : "Nil";
  form.finalScore = text("finalScore");
  form.timestamp = text("timestamp");
  return form;
}

/** A form's entries for the server and the lending rules: rates as fractions, the rest as entered. */
export function entriesOf(form: LoanForm): Record<string, string | number | null> {
  const entries: Record<string, string | number | null> = { ...form };
  if ("adminRate" in form) {
    const percentage = parseDecimal(form.adminRate);
    entries.adminRate = percentage === null ? form.adminRate.trim() || null : halfUp(percentage / 100, 1e8);
  }
  return entries;
}

/** The figures in the head of a loan's page. */
export interface LoanSummary {
  position: string;
  amount: number;
  ltv: number | null;
  rate: number;
  payment: number;
  netTdsc: number;
  cashLeft: number;
  closing: string;
  /** The contract's, YYYY-MM-DD; empty before funding. */
  maturity: string;
  finalScore: number;
  shownScore: number;
  band: Colour;
}

/** The scores that a lent loan keeps from its funding, as they show. */
export interface ContractScore {
  finalScore: number;
  shownScore: number;
  band: Colour;
}

/** The stored score with the form's override; null for a loan that is not lent, whose score is the computed one. */
export function contractScore(
  base: LoanForm,
  form: LoanForm,
  thresholds: LendingSettings["globalScore"],
): ContractScore | null {
  const finalScore = parseNumber(base.finalScore);
  if (!isLent(base.adminComSelect) || finalScore === null) return null;
  const shown = shownScore(finalScore, form.riskRatingOver);
  return { finalScore, shownScore: shown, band: bandOf(shown, thresholds) };
}

/** The head's figures: a contract's terms and a kept score before those of the form and its underwriting. */
export function summaryOf(
  form: LoanForm,
  figures: LoanFigures,
  contract: ContractTerms | null = null,
  kept: ContractScore | null = null,
): LoanSummary {
  const { position } = contract ?? figures;
  return {
    position: capitalised(position),
    amount: contract?.principal ?? figures.fundedAmount,
    ltv: figures.lentLtv,
    rate: contract?.rate ?? figures.rate,
    payment: contract?.payment ?? figures.lentPayment,
    netTdsc: figures.analytics.fdsc,
    cashLeft: figures.analytics.netCashRemain,
    closing: form.estClosingDate ?? "",
    maturity: contract?.maturity ?? "",
    finalScore: figures.finalScore,
    shownScore: kept?.shownScore ?? figures.shownScore,
    band: kept?.band ?? figures.band,
  };
}
