/** Drafts of a loan's letters: the letter's own terms, and edited sections. */
import { LETTER_KINDS } from "../../lib/domain/letters/terms.ts";
import { integer, primaryKey, real, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { optionalText } from "./_columns.ts";
import { accounts } from "./accounts.ts";
import { loans } from "./loans/loans.ts";

const kind = () => text("kind", { enum: LETTER_KINDS }).notNull();

/** Days are YYYY-MM-DD; `rate` is a fraction, `balance` dollars with cents, the rest whole dollars. */
export const letters = sqliteTable("letters", {
  loanId: integer("loan_id").notNull().references(() => loans.id, { onDelete: "cascade" }),
  kind: kind(),
  letterDate: optionalText("letter_date"),
  expiresOn: optionalText("expires_on"),
  retainer: integer("retainer"),
  otherFees: integer("other_fees"),
  /** Commitment: what the borrower pays to the lender's own lawyer. */
  lawyerFee: integer("lawyer_fee"),
  /** The day of the month on which payments fall; 0: that of the first day; null: as the loan has it. */
  paymentDay: integer("payment_day"),
  balance: real("balance"),
  rate: real("rate"),
  term: optionalText("term"),
  fee: integer("fee"),
  /** Commitment: what the discharge of the mortgage costs. */
  dischargeFee: integer("discharge_fee"),
  /** Commitment of a funded loan: the day from which it amends the contract. */
  startsOn: optionalText("starts_on"),
  /** Renewal: interest unpaid at the old maturity, added to the balance. */
  unpaidInterest: real("unpaid_interest"),
  /** Renewal: empty for the present structure. */
  structure: optionalText("structure"),
  /** Renewal: its start may lie before the letter's date. */
  retroactive: integer("retroactive", { mode: "boolean" }).notNull().default(false),
  /** Renewal: takes the place of the one in force, from the same day. */
  amends: integer("amends", { mode: "boolean" }).notNull().default(false),
  /** Counts saves: a save based on an older revision is refused. */
  revision: integer("revision").notNull().default(1),
  updatedAt: integer("updated_at").notNull(),
  updatedBy: integer("updated_by").references(() => accounts.id, { onDelete: "set null" }),
  /** When the PDF was last generated. */
  madeAt: integer("made_at"),
  /** The last day for acceptance in that PDF; the draft may name another since. */
  offeredUntil: optionalText("offered_until"),
}, (t) => [primaryKey({ columns: [t.loanId, t.kind] })]);

/** Only sections that differ from the filled text; `basis` is that text at the time of the edit. */
export const letterSections = sqliteTable("letter_sections", {
  loanId: integer("loan_id").notNull().references(() => loans.id, { onDelete: "cascade" }),
  kind: kind(),
  section: text("section").notNull(),
  text: text("text").notNull(),
  basis: text("basis").notNull(),
}, (t) => [primaryKey({ columns: [t.loanId, t.kind, t.section] })]);
