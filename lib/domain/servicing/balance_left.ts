/** The principal that a ledger leaves on a day, for letters that continue from it (lending rules 11). */
import { formatLongDate } from "../dates.ts";
import type { ContractRecord } from "../lending/contract.ts";
import { daysInterestCents } from "../lending/payments.ts";
import { fromCents, moneyWithCents, toCents } from "../money.ts";
import { type DueDay, dueDays, ratesOf } from "./due_days.ts";
import { ledgerOn, type LedgerRow, liveRows, startOf, unpaidOf } from "./ledger.ts";
import { postedUpTo } from "./posting.ts";

/** What letters read of a loan's ledger, in dollars. */
export interface LedgerBalances {
  /** The principal that is left on a day, by the day (YYYY-MM-DD). */
  left: Record<string, number>;
  /** Payments due and unpaid today, without the principal that a term's end made due. */
  unpaid: number;
  /** Interest of a day on everything that is due and unpaid today. */
  perDay: number;
}

/**
 * The balances of `days` once the payments due by then are made, by what is recorded up to `today`. The principal that
 * a term's end makes due counts as left on that day, for a renewal carries it. Null where the ledger has not begun, and
 * no balance of a day before it, but for a maturity that it began after.
 */
export function ledgerBalances(
  stored: readonly LedgerRow[],
  contracts: readonly ContractRecord[],
  days: readonly string[],
  today: string,
): LedgerBalances | null {
  const start = startOf(stored);
  if (!start) return null;
  const until = days.reduce((last, day) => day > last ? day : last, today);
  const rows = liveRows(postedUpTo(stored, contracts, until));
  const ends = new Map(
    dueDays(contracts, start.day, until).filter(({ isLast }) => isLast).map((due) => [due.day, due]),
  );
  const left: Record<string, number> = {};
  for (const day of days) {
    const beganAfter = day <= start.day && contracts.some(({ maturity }) => maturity === day);
    if (day < start.day && !beganAfter) continue;
    const at = beganAfter ? start.day : day;
    const before = rows.filter((row) => row.day <= at && !(row.kind === "renewal" && row.day === at));
    const cents = before.reduce((sum, row) => {
      const isEnd = row.kind === "due" && row.day === at && (beganAfter || ends.has(at));
      return sum + (isEnd ? 0 - regularPart(row, ends.get(at)) : row.principal);
    }, 0);
    left[day] = fromCents(cents);
  }
  return { left, ...overdue(rows, contracts, ends, start.day, today) };
}

/**
 * Says that an offered renewal or amendment states more than the ledger has for it, or another balance, as after a
 * prepayment since; empty where it does not, for a letter that restates the contract from its own first day, and
 * without a ledger. `today` is YYYY-MM-DD.
 */
export function behindLedgerText(
  { kind, principal, effectiveDate: from }: Pick<ContractRecord, "kind" | "principal" | "effectiveDate">,
  { rows, contracts }: { rows: readonly LedgerRow[]; contracts: readonly ContractRecord[] },
  today: string,
): string {
  if (contracts.some(({ effectiveDate }) => effectiveDate === from)) return "";
  const balances = ledgerBalances(rows, contracts, [from], from < today ? from : today), left = balances?.left[from];
  if (!balances || left === undefined) return "";
  const most = kind === "renewal" ? fromCents(toCents(left) + toCents(balances.unpaid)) : left;
  if (kind === "renewal" ? principal <= most : principal === most) return "";
  return `The ledger leaves ${moneyWithCents(most)} on ${formatLongDate(from)}, and the letter states ${
    moneyWithCents(principal)
  }. Generate it anew for the ledger's balance, or put it in force as it was signed.`;
}

/** Cents that the last payment of a term would repay if the loan continued: those of P+I, else 0. */
function regularPart({ due: payment, principal }: LedgerRow, due: DueDay | undefined): number {
  if (due?.contract.structure !== "P+I" || !due.isWhole) return 0;
  const interest = payment + principal;
  return Math.max(0, Math.min(-principal, toCents(due.contract.payment) - interest));
}

function overdue(
  rows: readonly LedgerRow[],
  contracts: readonly ContractRecord[],
  ends: ReadonlyMap<string, DueDay>,
  begun: string,
  today: string,
): Omit<LedgerBalances, "left"> {
  const state = ledgerOn(rows, today, ratesOf(contracts));
  const matured = new Map(
    rows.filter(({ kind, day, principal }) => kind === "due" && principal < 0 && (ends.has(day) || day === begun))
      .map((row) => [row.day, -row.principal - regularPart(row, ends.get(row.day))]),
  );
  const byDay = Map.groupBy(state.unpaid, ({ day }) => day);
  const unpaid = [...byDay].reduce((sum, [day, list]) => {
    const left = list.reduce((cents, one) => cents + one.left, 0);
    return sum + Math.max(0, left - (matured.get(day) ?? 0));
  }, 0);
  const rate = ratesOf(contracts).findLast(({ from }) => from <= today)?.rate ?? 0;
  return {
    unpaid: fromCents(unpaid),
    perDay: fromCents(daysInterestCents(fromCents(unpaidOf(state)), rate, "Interest Only", 1)),
  };
}
