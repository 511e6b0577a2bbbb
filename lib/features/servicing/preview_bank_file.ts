/** What a bank's file would record: each row with its loan and the reason. Saves nothing. */
import { type Context, yieldWhenDue } from "../../../db/mod.ts";
import { dateInToronto, formatDate, formatInstantDate } from "../../domain/dates.ts";
import { clientName } from "../../domain/loans/client_name.ts";
import { moneyOfCents } from "../../domain/money.ts";
import { type BankRow, linesAlike } from "../../domain/servicing/bank_file.ts";
import {
  type BankLoan,
  type BankMatch,
  BankMatcher,
  type BankMatches,
  beyondTogether,
  type SureRow,
} from "../../domain/servicing/bank_match.ts";
import type { BankPreview, BankPreviewRow } from "../../domain/servicing/bank_preview.ts";
import type { PreviewBankInput } from "../../schemas/servicing/bank.ts";
import {
  bankLoans,
  ledgerStarts,
  loansOutside,
  newestLedgerRow,
  readBankPlan,
  type RecordedPayment,
  recordedPayments,
  takenRows,
  takeSame,
} from "./_bank_plan.ts";
import { AT_ONCE, countStale, updateBooks } from "./update_books.ts";

/** What is said of a doubtful row that none, one or several loans may be meant by. */
const MEANT = ["No loan fits its text and amount.", "This loan may be meant.", "One of these may be meant."];

/** Throws 422 for a file that cannot be read. */
export async function previewBankFile(ctx: Context, input: PreviewBankInput): Promise<BankPreview> {
  const { rows, ...plan } = readBankPlan(input);
  await updateBooks(ctx, { limit: AT_ONCE });
  // Read first: what is recorded while the rest is read is later than the preview.
  const seen = await newestLedgerRow(ctx.db);
  const [taken, loans, outside] = await Promise.all([
    takenRows(ctx.db, rows),
    bankLoans(ctx),
    loansOutside(ctx, rows.map(({ description }) => description)),
  ]);
  const matches = await matchesOf(rows, [...loans, ...outside]);
  const ids = new Set(
    matches.flatMap(({ sure, others }) => [...sure ? [sure] : [], ...others]).map(({ loan }) => loan.loanId),
  );
  const [recorded, starts] = await Promise.all([
    recordedPayments(ctx.db, [...ids], rows),
    ledgerStarts(ctx.db, [...ids]),
  ]);
  const today = dateInToronto(ctx.now), above = linesAlike(rows);
  const open = rows.map((row, i) => ({ row, i, ...matches[i] }))
    .filter(({ row }) => !row.problem && row.cents > 0 && !taken.get(row.line)?.counts);
  // A payment explains a row whose loan is certain before one that may be meant for it.
  const same = new Map<number, RecordedPayment>();
  for (const { row, i, sure, others } of open.toSorted((a, b) => Number(!a.sure) - Number(!b.sure))) {
    for (const { loan } of sure ? [sure] : others) {
      const found = same.has(i) ? undefined : takeSame(recorded, loan.loanId, row);
      if (found) same.set(i, found);
    }
  }
  const sures = open.flatMap(({ row, i, sure }): SureRow[] =>
    sure && !same.has(i) && !above[i] && row.day <= today && row.day >= (starts.get(sure.loan.loanId) ?? "")
      ? [{ row, loan: sure.loan }]
      : []
  );
  const beyond = beyondTogether(sures);
  const listed = rows.map(({ identity: _i, written: _w, fileHash: _f, ...row }, i): BankPreviewRow => {
    const { sure, others } = matches[i], was = taken.get(row.line), there = same.get(i);
    const loan = sure && { clientCode: sure.loan.clientCode, borrower: clientName(sure.loan) };
    const as = (state: BankPreviewRow["state"], why: string, meant = others): BankPreviewRow => ({
      ...row,
      state,
      why,
      loan,
      proposed: state === "doubtful" || state === "recorded" ? meant.map(proposal) : [],
    });
    if (row.problem) return as("wrong", row.problem);
    if (row.cents <= 0) return as("out", "Money out is not read.");
    if (was?.counts) {
      const other = was.day === row.day ? "" : ` of ${formatDate(was.day)}, since the days were read in another order`;
      return as("taken", `Recorded from a file on ${formatInstantDate(was.takenAt)}, ${was.clientCode}${other}.`);
    }
    if (row.day > today) return as("late", "Choose the file again on that day to record it.");
    const begun = sure && starts.get(sure.loan.loanId);
    if (begun && row.day < begun) {
      return as(
        "early",
        `The ledger of ${loan!.clientCode} begins on ${formatDate(begun)}, with what was paid before.`,
      );
    }
    if (there) return as("recorded", `${moneyOfCents(there.cents)} was recorded on ${formatDate(there.day)} already.`);
    // Two payments that are alike are rarer than one that the bank wrote twice.
    const twice = above[i] ? `The same as line ${above[i]} of the file: choose it only if it was paid twice.` : "";
    const unsure = twice || beyond.get(row.line);
    if (sure) return unsure ? as("doubtful", unsure, [sure]) : as("matched", sure.why);
    return as("doubtful", [MEANT[Math.min(others.length, 2)], twice].filter(Boolean).join(" "));
  });
  return { ...plan, columns: [...plan.columns], rows: listed, seen, stale: await countStale(ctx) };
}

/** What each row may pay, in slices between which other requests run. */
async function matchesOf(rows: readonly BankRow[], loans: readonly BankLoan[]): Promise<BankMatches[]> {
  const matcher = new BankMatcher(), matches: BankMatches[] = [];
  for (const loan of loans) {
    matcher.add(loan);
    await yieldWhenDue();
  }
  for (const row of rows) {
    matches.push(matcher.matchesOf(row));
    await yieldWhenDue();
  }
  return matches;
}

const proposal = ({ loan, why }: BankMatch): BankPreviewRow["proposed"][number] => ({
  clientCode: loan.clientCode,
  borrower: clientName(loan),
  why,
});
