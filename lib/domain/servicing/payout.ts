/** What pays a loan out on a day, by its ledger (lending rules 15). */
import { addDays, formatLongDate, wholeDays } from "../dates.ts";
import { statedRate } from "../lending/bridge.ts";
import { agreedRate, contractBridgePrice, type ContractRecord, inForceOn } from "../lending/contract.ts";
import {
  chargedMonths,
  grownBy,
  isCut,
  type Payout,
  type PayoutFee,
  type PayoutLine,
  penaltyCentsOf,
  type PenaltyCut,
} from "../lending/payout.ts";
import { daysInterest, monthsInterestCents, nextDayInterest } from "../lending/payments.ts";
import { fromCents, halfUp, toCents } from "../money.ts";
import { dueDays, interestToMaturity, ratesOf } from "./due_days.ts";
import { type LedgerFigures, ledgerFigures } from "./figures.ts";
import { ledgerOn, type LedgerRow, liveRows, startOf, type UnpaidDue } from "./ledger.ts";
import { maturedPrincipal, postedUpTo } from "./posting.ts";

/**
 * The payout on `day` in cents: what the ledger owes then, interest to the day included, with the penalty, never above
 * the interest to maturity, and the fees (dollars). Nothing is taken as paid that is not recorded by then. For a ledger
 * that has begun by that day.
 */
export function ledgerPayout(
  book: { rows: readonly LedgerRow[]; contracts: readonly ContractRecord[] },
  penalty: string,
  day: string,
  fees: readonly PayoutFee[],
): Payout {
  const { contracts } = book;
  const contract = inForceOn(contracts, day);
  if (!contract) throw new Error("a ledger without a contract has no payout");
  const figures = ledgerFigures(book.rows, contracts, day);
  const rows = rowsOn(book.rows, contracts, day);
  const { principal, next } = figures;
  const { rate, structure, maturity } = contract;
  const running = dueDays(contracts, day, maturity).at(0);
  const since = running?.since ?? maturity;
  // A bridge costs a day at least.
  const isFirstDay = structure === "Bridge" && day === contract.effectiveDate;
  const days = isFirstDay ? 1 : wholeDays(since, day);
  const accrued = isFirstDay ? toCents(contractBridgePrice(contract, 1)) : figures.accrued;
  const months = chargedMonths(contract, penalty, day) ?? 0;
  const whole = monthsInterestCents(fromCents(principal), rate, structure, months);
  const toMaturity = interestToMaturity(contract, rows, figures), cut = { months, whole, toMaturity };
  const penaltyCents = penaltyCentsOf(cut);
  const byLedger = linesOf(rows, contracts, figures);
  const feeCents = fees.reduce((sum, fee) => sum + toCents(fee.amount), 0);
  return {
    date: day,
    maturity,
    paid: 0,
    since,
    days,
    principal,
    lastInterest: 0,
    accrued,
    perDiem: perDiem(contract, figures, { days, accrued }, running === undefined ? null : cut),
    penalty: penaltyCents,
    penaltyMonths: months,
    isPenaltyCut: isCut(cut),
    nextDue: next && next.day < maturity ? { date: next.day, payment: next.payment } : null,
    fees: feeCents,
    byLedger,
    total: principal + accrued + penaltyCents + feeCents + byLedger.reduce((sum, { cents }) => sum + cents, 0),
  };
}

/**
 * What the next day adds, in cents, rounded once over principal and arrears; null for a bridge whose price does not
 * follow from its days. `cut` is null where no period runs: principal that was added after maturity bears no interest.
 */
function perDiem(
  contract: ContractRecord,
  figures: LedgerFigures,
  { days, accrued }: Pick<Payout, "days" | "accrued">,
  cut: PenaltyCut | null,
): number | null {
  const { rate, structure } = contract, { day, principal, arrears, dueToday, next } = figures;
  const overdue = 100 * daysInterest(fromCents(arrears + dueToday), agreedRate(contract), "Interest Only", 1);
  if (cut === null) return halfUp(overdue);
  if (structure === "Bridge" && !growsByDay(contract, figures, accrued)) return null;
  const nextDay = 100 * nextDayInterest(fromCents(principal), rate, structure, days);
  return halfUp(grownBy(nextDay, cut, next?.day === addDays(day, 1)) + overdue);
}

/**
 * Whether a bridge costs its rate on what is left for each day: not on the first, which costs as much as the next, nor
 * while its minimum or the ceiling sets its price or, of one that was repaid in part, `accrued` (cents).
 */
function growsByDay(contract: ContractRecord, { day, principal }: LedgerFigures, accrued: number): boolean {
  const days = wholeDays(contract.effectiveDate, day), price = contractBridgePrice(contract, days);
  if (days === 0 || principal === 0 || statedRate({ ...contract, days, price }).isEquivalent) return false;
  return principal === toCents(contract.principal) || accrued > toCents(contract.bridgeMinimum ?? 0);
}

/** Payments that fell due and are unpaid, charges by name, and what was paid ahead, below 0. */
function linesOf(
  rows: readonly LedgerRow[],
  contracts: readonly ContractRecord[],
  figures: LedgerFigures,
): PayoutLine[] {
  const { unpaid } = ledgerOn(rows, figures.day, ratesOf(contracts));
  // What is left of the last payment of a term whose principal a renewal carries on is a payment like others.
  const atMaturity = maturedPrincipal(liveRows(rows), contracts, startOf(rows)?.day);
  const matured = unpaid.filter(({ day }) => atMaturity.has(day));
  const lines = [
    ...paymentLine(unpaid.filter(({ day }) => !atMaturity.has(day))),
    ...matured.map(({ day, left }) => ({ label: `Due at maturity, ${formatLongDate(day)}`, cents: left })),
    ...chargeLines(rows, figures),
    { label: "Paid ahead", cents: -figures.credit },
  ];
  return lines.filter(({ cents }) => cents !== 0);
}

const ARREARS = "Interest on arrears";

/** Unpaid charges on the figures' day by name, those of nothing left out: interest on arrears first, posted or not. */
export const chargesOwed = (
  { rows, contracts }: { rows: readonly LedgerRow[]; contracts: readonly ContractRecord[] },
  figures: LedgerFigures,
): PayoutLine[] => chargeLines(rowsOn(rows, contracts, figures.day), figures);

/** The live rows up to a day, with what is still to be posted up to it. */
const rowsOn = (rows: readonly LedgerRow[], contracts: readonly ContractRecord[], day: string): LedgerRow[] =>
  liveRows(postedUpTo(rows, contracts, day)).filter((row) => row.day <= day);

function chargeLines(rows: readonly LedgerRow[], { charges, arrearsInterest }: LedgerFigures): PayoutLine[] {
  const open = openCharges(rows, charges), interest = (open.get(ARREARS) ?? 0) + arrearsInterest;
  open.delete(ARREARS);
  const named: [string, number][] = [[ARREARS, interest], ...open];
  return named.map(([label, cents]) => ({ label, cents })).filter(({ cents }) => cents !== 0);
}

function paymentLine(unpaid: readonly UnpaidDue[]): PayoutLine[] {
  if (unpaid.length === 0) return [];
  const first = formatLongDate(unpaid[0].day), last = formatLongDate(unpaid.at(-1)!.day);
  const label = unpaid.length === 1
    ? `Payment due on ${first}, unpaid`
    : `${unpaid.length} payments due from ${first} to ${last}, unpaid`;
  return [{ label, cents: unpaid.reduce((sum, { left }) => sum + left, 0) }];
}

/** The charges that are unpaid, in cents by name. Payments cover the oldest first. */
function openCharges(rows: readonly LedgerRow[], charges: number): Map<string, number> {
  const open: [name: string, cents: number][] = [];
  let left = charges;
  for (const row of liveRows(rows).toReversed()) {
    const cents = Math.min(left, Math.max(0, row.charges));
    if (cents > 0) open.push([chargeName(row), cents]);
    left -= cents;
  }
  const byName = new Map<string, number>();
  for (const [name, cents] of open.toReversed()) byName.set(name, (byName.get(name) ?? 0) + cents);
  return byName;
}

function chargeName({ kind, note }: LedgerRow): string {
  if (kind === "arrears") return ARREARS;
  if (kind === "opening") return "Charges brought forward";
  return note;
}
