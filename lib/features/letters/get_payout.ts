/** A loan's payout on a day, or the reason why there is none. */
import type { Context } from "../../../db/mod.ts";
import { addDays, formatLongDate } from "../../domain/dates.ts";
import { type LetterFacts, missingTerms, scheduleTerms } from "../../domain/letters/facts.ts";
import { type Gap, gapOf, missingTermsText } from "../../domain/letters/gaps.ts";
import { type NextContract, payoutDocument } from "../../domain/letters/statements.ts";
import { NO_TERMS } from "../../domain/letters/terms.ts";
import { bridgeMinimum, bridgePrice } from "../../domain/lending/bridge.ts";
import { compileSettings } from "../../domain/lending/compile.ts";
import {
  contractBridgePrice,
  contractSchedule,
  type ContractTerms,
  inForceOn,
  nextAfter,
  penaltyOf,
} from "../../domain/lending/contract.ts";
import { chargedMonths, type Payout, payout, type PayoutFee, payoutProblem } from "../../domain/lending/payout.ts";
import { maturityOf, type ScheduleTerms } from "../../domain/lending/schedule.ts";
import { isLent } from "../../domain/loans/status.ts";
import { invalid } from "../../domain/refusal.ts";
import { closedBalanceText, closedFigures, closedOn } from "../../domain/servicing/figures.ts";
import { startOf } from "../../domain/servicing/ledger.ts";
import { nothingOwed } from "../../domain/servicing/overpayment.ts";
import { ledgerPayout } from "../../domain/servicing/payout.ts";
import type { PayoutInput } from "../../schemas/letters.ts";
import { loadFacts, type LoanFacts } from "./_load.ts";

/** Days that a statement looks ahead. */
const LATER_DAYS = 10;

export interface PayoutView {
  facts: LetterFacts;
  /** Those of the contract in force on the day; the form's for a loan without one (lending rules 12). */
  terms: ScheduleTerms | null;
  penalty: string;
  /** The requested day, by default today. */
  date: string;
  fees: PayoutFee[];
  payout: Payout | null;
  /** The ten days after it, each by the contract then in force, up to the first that has no payout. */
  later: Payout[];
  /** The contract that starts after the day; null where none does. */
  next: NextContract | null;
  /** How to pay, a line each, as the lender configured it. */
  howToPay: readonly string[];
  missing: Gap[];
  /** Why there is no payout on this day; empty where terms are missing instead. */
  reason: string;
  /** The first day on which the loan has a payout, where only the day is wrong; else empty. */
  firstDay: string;
}

/** Throws not-found for a loan that the actor may not see. */
export async function getPayout(ctx: Context, input: PayoutInput): Promise<PayoutView> {
  const loaded = await loadFacts(ctx, ctx.db, input.loanId);
  const { facts, figures, contracts, rows } = loaded;
  const begun = startOf(rows)?.day ?? "";
  const date = input.date || facts.today;
  const contract = inForceOn(contracts, date);
  const penalty = penaltyOf(contract, facts.penalty);
  const fees = [
    { label: "Discharge fee", amount: input.discharge ?? contract?.dischargeFee ?? 0 },
    { label: "Fees outstanding", amount: input.fees ?? 0 },
  ];
  const view: PayoutView = {
    facts,
    terms: null,
    penalty,
    date,
    fees,
    payout: null,
    later: [],
    next: null,
    howToPay: ctx.site.lender.payoutInstructions ?? [],
    missing: [],
    reason: "",
    firstDay: "",
  };
  view.reason = reasonAgainst(loaded);
  if (view.reason) return view;
  const terms = contract ? contractSchedule(contract) : scheduleTerms(facts, NO_TERMS);
  const names = contract ? [] : missingTerms(facts);
  if (!contract && !facts.funded) names.push("fundedOn");
  const isUnset = terms && chargedMonths({ ...terms, maturity: maturityOf(terms) }, penalty, date) === undefined;
  if (isUnset) names.push("penalty");
  view.missing = names.map((name) => gapOf(name, facts.loanId));
  if (names.length || !terms) return view;
  view.terms = terms;
  Object.assign(view, refusedDay(penalty, terms, date, begun));
  if (view.reason) return view;
  const tables = compileSettings(ctx.lending().settings);
  const on = (day: string): Payout => {
    const then = inForceOn(contracts, day);
    if (then) {
      const penalty = penaltyOf(then, facts.penalty);
      if (begun) return ledgerPayout({ rows, contracts }, penalty, day, fees);
      const price = (days: number) => contractBridgePrice(then, days);
      return payout(contractSchedule(then), penalty, day, fees, price);
    }
    const { principal, rate } = terms, minimum = bridgeMinimum(tables, figures.ltv);
    const price = (days: number) => bridgePrice(principal, rate, minimum, days, figures.cost.fees);
    return payout(terms, penalty, day, fees, price);
  };
  const stated = on(date), paidUp = nothingOwed(stated.total, date);
  if (paidUp) {
    view.reason = `${paidUp} ${stated.total < 0 ? "Give it back, then set" : "Set"} the loan to Repaid.`;
    return view;
  }
  view.payout = stated;
  const next = nextAfter(contracts, date);
  view.next = next && nextContract(next, facts);
  const end = view.next?.blockedBy ? view.next.from : "";
  const days = Array.from({ length: LATER_DAYS }, (_, i) => addDays(date, i + 1));
  view.later = days.filter((day) => end === "" || day < end).map(on);
  return view;
}

function nextContract(contract: ContractTerms, facts: LetterFacts): NextContract {
  const { kind, effectiveDate: from, maturity } = contract;
  const months = chargedMonths(contract, penaltyOf(contract, facts.penalty), from);
  return { kind, from, maturity, blockedBy: months === null ? "closed" : months === undefined ? "penalty" : "" };
}

/** Why a loan has no payout on any day, by its status and the balance with which its ledger was closed. */
function reasonAgainst({ facts: { status }, loan, rows, contracts }: LoanFacts): string {
  if (status === "Funded") return "";
  const closed = isLent(status) ? closedOn(rows, loan) : null;
  const left = closed === null ? "" : closedBalanceText(closedFigures(rows, contracts, closed).owed);
  if (status === "Repaid") return left ? `This loan is repaid. ${left}` : "This loan is repaid: nothing is owed on it.";
  if (status === "Loss") return `This loan is a loss, so it has no payout statement. ${left}`.trimEnd();
  return "This loan is not funded, so there is nothing to pay out. A payout statement is for funded loans.";
}

/** Why a day has no payout, and the first that has. `begun` is when the loan's ledger begins; empty without one. */
function refusedDay(
  penalty: string,
  terms: ScheduleTerms,
  date: string,
  begun: string,
): Pick<PayoutView, "reason" | "firstDay"> {
  const { structure, from } = terms, maturity = maturityOf(terms);
  const refused = (why: string, firstDay: string) => ({ reason: `${why} Choose that day or a later one.`, firstDay });
  if (date < from) return refused(`This loan was advanced on ${formatLongDate(from)}.`, from);
  if (date < begun) return refused(`The loan's ledger begins on ${formatLongDate(begun)}.`, begun);
  const problem = payoutProblem({ structure, maturity }, penalty, date);
  return problem ? refused(problem, maturity) : { reason: "", firstDay: "" };
}

/** The statement as a PDF. Throws 404 for an unknown loan, 422 with the reason why there is none. */
export async function printPayout(
  ctx: Context,
  input: PayoutInput,
): Promise<{ name: string; bytes: Uint8Array<ArrayBuffer> }> {
  const { facts, terms, payout, fees, later, next, howToPay, missing, reason, date } = await getPayout(ctx, input);
  if (!payout || !terms) throw invalid(reason || missingTermsText(missing));
  const bytes = await ctx.pdf.make(payoutDocument(facts, terms, payout, fees, later, next, howToPay));
  return { name: `Payout ${facts.clientCode} ${date}.pdf`, bytes };
}
