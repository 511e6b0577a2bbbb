/** What a bank's file would record: each row with its loan and the reason. Saves nothing. */
import type { Context } from "../../../db/mod.ts";
import { formatDate, formatInstantDate } from "../../domain/dates.ts";
import { moneyOfCents } from "../../domain/money.ts";
import { bankMatcher } from "../../domain/servicing/bank_match.ts";
import type { BankPreview, BankPreviewRow } from "../../domain/servicing/bank_preview.ts";
import type { PreviewBankInput } from "../../schemas/bank.ts";
import { bankLoans, newestLedgerRow, readBankPlan, recordedPayments, takenRows, takeSame } from "./_bank_plan.ts";
import { countStale, keepBooks } from "./keep_books.ts";

export type { BankPreview };

/** What is said of a doubtful row that none, one or several loans may be meant by. */
const MEANT = ["No loan fits its text and amount.", "This loan may be meant.", "One of these may be meant."];
/** Ledgers that are brought up to date on the way. */
const AT_ONCE = 20;

/** Throws 422 for a file that cannot be read. */
export async function previewBankFile(ctx: Context, input: PreviewBankInput): Promise<BankPreview> {
  const { rows, ...plan } = readBankPlan(input);
  await keepBooks(ctx, AT_ONCE);
  // Read first: what is recorded while the rest is read is later than the preview.
  const seen = await newestLedgerRow(ctx.db);
  const [taken, loans] = await Promise.all([
    takenRows(ctx.db, rows.map(({ identity }) => identity)),
    bankLoans(ctx),
  ]);
  const matches = rows.map(bankMatcher(loans));
  const ids = new Set(
    matches.flatMap(({ sure, others }) => [...sure ? [sure] : [], ...others]).map(({ loan }) => loan.loanId),
  );
  const recorded = await recordedPayments(ctx.db, [...ids], rows);
  const listed = rows.map(({ identity, ...row }, i): BankPreviewRow => {
    const { sure, others } = matches[i], was = taken.get(identity);
    const loan = sure && { clientCode: sure.loan.clientCode, borrower: nameOf(sure.loan) };
    const proposed = others.map(({ loan, why }) => ({ clientCode: loan.clientCode, borrower: nameOf(loan), why }));
    const as = (state: BankPreviewRow["state"], why: string): BankPreviewRow => ({
      ...row,
      state,
      why,
      loan,
      proposed: state === "doubtful" ? proposed : [],
    });
    if (row.problem) return as("wrong", row.problem);
    if (row.cents <= 0) return as("out", "Money out is not read.");
    if (was?.counts) {
      return as("taken", `Recorded from a file on ${formatInstantDate(was.takenAt)}, ${was.clientCode}.`);
    }
    if (!sure) {
      return as(
        "doubtful",
        MEANT[Math.min(proposed.length, 2)],
      );
    }
    const same = takeSame(recorded, sure.loan.loanId, row);
    return same
      ? as("recorded", `${moneyOfCents(same.cents)} was recorded on ${formatDate(same.day)} already.`)
      : as("matched", sure.why);
  });
  return { ...plan, columns: [...plan.columns], rows: listed, seen, stale: await countStale(ctx) };
}

const nameOf = ({ firstName, lastName }: { firstName: string; lastName: string }): string =>
  [firstName, lastName].filter(Boolean).join(" ");
