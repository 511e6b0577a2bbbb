/** Records rows of a bank's file as payments, each once whatever file it comes in. */
import { inArray } from "drizzle-orm";
import { type Context, inTransaction, type Tx } from "../../../db/mod.ts";
import { bankRows, loans } from "../../../db/schema/mod.ts";
import { dateInToronto, formatDate } from "../../domain/dates.ts";
import { moneyOfCents } from "../../domain/money.ts";
import { Refusal } from "../../domain/refusal.ts";
import { dayProblem, entriesOf } from "../../domain/servicing/entries.ts";
import { overpaymentProblem } from "../../domain/servicing/overpayment.ts";
import type { TakeBankInput } from "../../schemas/servicing/bank.ts";
import { audit } from "../audit.ts";
import { BANK_KEY, type BankPlan, readBankPlan, recordedPayments, takenRows, takeSame } from "./_bank_plan.ts";
import { requireOrder } from "./_read_bank_file.ts";
import { addRows, plainEntry } from "./_book.ts";
import { openBook } from "./_open_book.ts";
import { updateBooksIn } from "./update_books.ts";

/** Payments in one transaction: other writes wait for it. */
const BATCH = 10;
/** Characters of the bank's text that the ledger's note keeps. */
const NOTE_TEXT = 120;

export interface TakenRows {
  /** How many payments were recorded now, and their sum in cents. */
  payments: number;
  cents: number;
  /** How many had been taken before: nothing was recorded for them. */
  already: number;
  /** What was left out, and why. */
  skipped: { line: number; reason: string }[];
}

interface Chosen {
  line: number;
  clientCode: string;
  day: string;
  cents: number;
  description: string;
  identity: string;
  written: string;
  fileHash: string;
  problem: string;
}

/**
 * Each row in the ledger of its loan, with its audit row; sent again, or in another file of the account, it records
 * nothing. Throws 422 for a file that cannot be read as its columns say, or whose days can be read in two ways.
 */
export async function takeBankRows(ctx: Context, input: TakeBankInput): Promise<TakenRows> {
  const plan = readBankPlan(input), today = dateInToronto(ctx.now);
  requireOrder(plan);
  const byLine = new Map(plan.rows.map((row) => [row.line, row]));
  const done: TakenRows = { payments: 0, cents: 0, already: 0, skipped: [] };
  const chosen: Chosen[] = [];
  for (const { line, clientCode } of new Map(input.rows.map((row) => [row.line, row])).values()) {
    const row = byLine.get(line);
    const reason = !row
      ? "The file has no such line."
      : row.problem || (row.cents <= 0 ? "Money out is no payment." : "");
    if (reason) done.skipped.push({ line, reason });
    else chosen.push({ ...row!, clientCode: clientCode.trim() });
  }
  const file = input.name || "Bank file";
  const seen = { rows: plan.rows, after: input.seen };
  for (let i = 0; i < chosen.length; i += BATCH) {
    const some = await inTransaction(ctx.db, (tx) => takeSome(tx, ctx, chosen.slice(i, i + BATCH), file, seen, today));
    done.payments += some.payments;
    done.cents += some.cents;
    done.already += some.already;
    done.skipped.push(...some.skipped);
  }
  return done;
}

/** The file's rows, and the newest ledger row that their preview looked at. */
type Seen = { rows: BankPlan["rows"]; after: number };

async function takeSome(
  tx: Tx,
  ctx: Context,
  some: Chosen[],
  file: string,
  seen: Seen,
  today: string,
): Promise<TakenRows> {
  const done: TakenRows = { payments: 0, cents: 0, already: 0, skipped: [] };
  const taken = await takenRows(tx, some);
  const codes = some.map(({ clientCode }) => clientCode.toUpperCase());
  const found = await tx.select({ id: loans.id, code: loans.clientCode }).from(loans)
    .where(inArray(loans.clientCode, codes));
  const loanOf = new Map(found.map(({ id, code }) => [code, id]));
  const meanwhile = await recordedPayments(tx, [...loanOf.values()], seen.rows, seen.after);
  const changed = new Set<number>();
  for (const row of some) {
    const was = taken.get(row.line), loanId = loanOf.get(row.clientCode.toUpperCase());
    if (was?.counts) done.already++;
    else if (loanId === undefined) {
      done.skipped.push({
        line: row.line,
        reason: row.clientCode ? `No loan has the number ${row.clientCode}.` : "No loan was chosen.",
      });
    } else {
      const same = takeSame(meanwhile, loanId, row);
      const reason = same
        ? meanwhileReason(row, same)
        : await takeOne(tx, ctx, { ...row, loanId, turn: (was?.turn ?? 0) + 1, file }, today);
      if (reason) done.skipped.push({ line: row.line, reason });
      else {
        done.payments++;
        done.cents += row.cents;
        changed.add(loanId);
      }
    }
  }
  if (changed.size > 0) await updateBooksIn(tx, ctx, [...changed], today);
  return done;
}

const meanwhileReason = ({ clientCode, cents }: Chosen, { day }: { day: string }): string =>
  `${clientCode}: ${moneyOfCents(cents)} of ${
    formatDate(day)
  } was recorded meanwhile. Record it only if it was paid twice.`;

type One = Chosen & { file: string; loanId: number; turn: number };

/** Empty where it was recorded, else why it was left out. */
async function takeOne(tx: Tx, ctx: Context, row: One, today: string): Promise<string> {
  const { loanId, day, cents, description, identity, written, turn, file, fileHash, line } = row;
  let book;
  try {
    book = await openBook(tx, ctx, loanId, today);
  } catch (error) {
    if (error instanceof Refusal) return `${row.clientCode}: ${error.message}`;
    throw error;
  }
  const reason = dayProblem(day, book.rows, today) || overpaymentProblem(cents, book.rows, book.contracts, today);
  if (reason) return `${row.clientCode}: ${reason}`;
  const [entry] = entriesOf({ kind: "payment", day, cents, note: `Bank: ${description.slice(0, NOTE_TEXT)}` });
  const [made] = await addRows(tx, ctx, loanId, [{ ...entry, key: `${BANK_KEY}${identity}:${turn}` }]);
  await tx.insert(bankRows).values({
    identity,
    turn,
    loanId,
    rowId: made.id,
    file,
    fileHash,
    line,
    written,
    day,
    cents,
    description,
    takenAt: ctx.now,
    takenBy: ctx.actor?.id ?? null,
    takenByName: ctx.actor?.name ?? "",
  });
  const after = { rows: [plainEntry(entry)], file, line };
  await audit(tx, ctx, { action: "ledger.record", entityId: loanId, after });
  return "";
}
