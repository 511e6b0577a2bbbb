/** Bank details, and the files of debits and credits that are made of them (docs/decisions/pre-authorised-debit.md). */
import { index, integer, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import { TRANSFER_KINDS, TRANSFER_STATES } from "../../../lib/domain/servicing/transfers.ts";
import { loans } from "../loans/loans.ts";

/**
 * Where money of a loan's borrower is collected, or a participant's is paid. Account and holder are in `sealed` alone.
 */
export const bankDetails = sqliteTable("bank_details", {
  id: integer("id").primaryKey({ autoIncrement: true }),
  /** Their party: `loan:12` or `participant:Maple Fund`. They open under this name alone. */
  party: text("party").notNull(),
  loanId: integer("loan_id").references(() => loans.id, { onDelete: "cascade" }),
  sealed: text("sealed").notNull(),
  /** Which key sealed them. */
  keyMark: text("key_mark").notNull(),
  /** The day of the agreement, YYYY-MM-DD. */
  agreedOn: text("agreed_on").notNull(),
  savedAt: integer("saved_at").notNull(),
  savedBy: integer("saved_by"),
  savedByName: text("saved_by_name").notNull().default(""),
}, (t) => [uniqueIndex("bank_details_party").on(t.party), index("bank_details_loan").on(t.loanId)]);

/** A file for the bank. Its bytes are sealed, since they hold accounts; instants are milliseconds, amounts cents. */
export const transferFiles = sqliteTable("transfer_files", {
  id: integer("id").primaryKey({ autoIncrement: true }),
  kind: text("kind", { enum: TRANSFER_KINDS }).notNull(),
  /** The payment date, YYYY-MM-DD. */
  day: text("day").notNull(),
  /** Credits: the month whose shares are paid, YYYY-MM; empty for debits. */
  month: text("month").notNull().default(""),
  /** Counts the files that the bank may have, from 1; null for one that was undone before anybody had it. */
  number: integer("number"),
  state: text("state", { enum: TRANSFER_STATES }).notNull(),
  sealed: text("sealed").notNull(),
  keyMark: text("key_mark").notNull(),
  /** SHA-256 of the bytes for the bank. */
  sha256: text("digest").notNull(),
  payments: integer("payments").notNull(),
  cents: integer("cents").notNull(),
  madeAt: integer("made_at").notNull(),
  madeBy: integer("made_by"),
  madeByName: text("made_by_name").notNull().default(""),
  downloadedAt: integer("downloaded_at"),
  /** When it was marked as sent, or undone. */
  endedAt: integer("ended_at"),
  endedBy: integer("ended_by"),
  endedByName: text("ended_by_name").notNull().default(""),
  /** When its payments were posted: on the payment date, or when it was marked after that. */
  postedAt: integer("posted_at"),
}, (t) => [uniqueIndex("transfer_files_number").on(t.number), index("transfer_files_day").on(t.day)]);

/** What a file collects or pays, a row each. */
export const transfers = sqliteTable("transfers", {
  id: integer("id").primaryKey({ autoIncrement: true }),
  fileId: integer("file_id").notNull().references(() => transferFiles.id, { onDelete: "cascade" }),
  party: text("party").notNull(),
  loanId: integer("loan_id").references(() => loans.id, { onDelete: "cascade" }),
  /** Borrower or participant, and the last digits of the account, as they were then. */
  name: text("name").notNull(),
  lastDigits: text("last_digits").notNull(),
  /** The transfer's reference at the bank. */
  reference: text("reference").notNull(),
  cents: integer("cents").notNull(),
  /** Of a debit what fell due before its day; 0 in files from before this was kept. */
  arrears: integer("arrears").notNull().default(0),
  /** The payment in the ledger, once it was posted; why it could not be, else. */
  rowId: integer("row_id"),
  problem: text("problem").notNull().default(""),
  /**
   * A credit that the bank gave back: the day, YYYY-MM-DD, empty while it counts, the bank's reason, and when it was
   * marked.
   */
  returnedOn: text("returned_on").notNull().default(""),
  returnReason: text("return_reason").notNull().default(""),
  returnedAt: integer("returned_at"),
}, (t) => [
  index("transfers_file").on(t.fileId),
  index("transfers_party").on(t.party),
  index("transfers_loan").on(t.loanId),
  uniqueIndex("transfers_reference").on(t.reference),
]);
