/** The ledgers of loans. Triggers refuse to change or remove a row (lending rules 14). */
import { MATURITY_PLANS } from "../../../lib/domain/servicing/maturity_plan.ts";
import { index, integer, primaryKey, real, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import type { Participant } from "../../../lib/domain/loans/participants.ts";
import { LEDGER_KINDS } from "../../../lib/domain/servicing/ledger.ts";
import { loans } from "../loans/loans.ts";

const cents = (name: string) => integer(name).notNull().default(0);

/** Amounts are integer cents; the day is YYYY-MM-DD. */
export const ledgerRows = sqliteTable("ledger_rows", {
  id: integer("id").primaryKey({ autoIncrement: true }),
  loanId: integer("loan_id").notNull().references(() => loans.id, { onDelete: "cascade" }),
  kind: text("kind", { enum: LEDGER_KINDS }).notNull(),
  day: text("day").notNull(),
  principal: cents("principal"),
  due: cents("due"),
  charges: cents("charges"),
  paid: cents("paid"),
  note: text("note").notNull().default(""),
  /** The row that this one undoes: one row is undone once. */
  reverses: integer("reverses"),
  /** Unique in a loan's ledger: a due day, or the request that recorded the row. */
  key: text("key").notNull(),
  recordedAt: integer("recorded_at").notNull(),
  /** Null for rows that a job posted. */
  recordedBy: integer("recorded_by"),
  /** Their name then, since a row outlives the account. */
  recordedByName: text("recorded_by_name").notNull().default(""),
}, (t) => [
  uniqueIndex("ledger_rows_key").on(t.loanId, t.key),
  uniqueIndex("ledger_rows_reverses").on(t.reverses),
]);

/** What staff decided for a maturity. A later term of the loan has its own maturity, undecided at first. */
export const maturityPlans = sqliteTable("maturity_plans", {
  loanId: integer("loan_id").notNull().references(() => loans.id, { onDelete: "cascade" }),
  maturity: text("maturity").notNull(),
  plan: text("plan", { enum: MATURITY_PLANS }).notNull(),
  decidedAt: integer("decided_at").notNull(),
  decidedBy: integer("decided_by"),
  decidedByName: text("decided_by_name").notNull().default(""),
}, (t) => [primaryKey({ columns: [t.loanId, t.maturity] })]);

/** Who held which part of a loan from a day on: a list each time that it is saved, never changed (lending rules 16). */
export const holdings = sqliteTable("holdings", {
  id: integer("id").primaryKey({ autoIncrement: true }),
  loanId: integer("loan_id").notNull().references(() => loans.id, { onDelete: "cascade" }),
  /** YYYY-MM-DD; empty for the list that was there from the beginning. */
  day: text("day").notNull(),
  list: text("list", { mode: "json" }).$type<Participant[]>().notNull(),
  /** The funded amount of which they hold it, in dollars; null: the loan's present one, which has not changed since. */
  funded: real("funded"),
}, (t) => [index("holdings_loan").on(t.loanId, t.id)]);

/** Rows of the bank's files that became payments, so that a payment is recognised in any later file of the account. */
export const bankRows = sqliteTable("bank_rows", {
  id: integer("id").primaryKey({ autoIncrement: true }),
  /** SHA-256 of what makes the row the same in every file (`rowIdentities`). */
  identity: text("identity").notNull(),
  /** How often it was recorded: again once its payment was reversed as an error. */
  turn: integer("turn").notNull(),
  loanId: integer("loan_id").notNull().references(() => loans.id, { onDelete: "cascade" }),
  /** The payment in the ledger. */
  rowId: integer("row_id").notNull(),
  /** The file: its name, the SHA-256 of its text, and the row's line in it. */
  file: text("file").notNull(),
  fileHash: text("file_hash").notNull(),
  line: integer("line").notNull(),
  day: text("day").notNull(),
  cents: integer("cents").notNull(),
  description: text("description").notNull(),
  takenAt: integer("taken_at").notNull(),
  takenBy: integer("taken_by"),
  takenByName: text("taken_by_name").notNull().default(""),
  /**
   * SHA-256 of its cells as they stand in the file, however they were read; empty for rows from before this was kept.
   */
  written: text("written").notNull().default(""),
}, (t) => [
  uniqueIndex("bank_rows_identity").on(t.identity, t.turn),
  index("bank_rows_taken").on(t.takenAt),
  index("bank_rows_written").on(t.written),
  index("bank_rows_line").on(t.fileHash, t.line),
]);
