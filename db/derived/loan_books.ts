/**
 * The book of loans in servicing: what each ledger leaves owing, and its payments to come. A row goes with each change
 * of its ledger, contracts or status; a job works it out anew (docs/decisions/book.md). Its sums take 2 ms of processor
 * time of 46 ledgers, against 1.3 to 2.3 ms for each where they are worked out from the ledgers: 2 s for 1,000.
 */
import { integer, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { type Derived, index, table, trigger } from "./objects.ts";
import { statusSql } from "./rules.ts";

/** Cents; days are YYYY-MM-DD, empty for none (`BookEntry`). */
export const loanBooks = sqliteTable("loan_books", {
  loanId: integer("loan_id").primaryKey(),
  principal: integer("principal").notNull(),
  unpaid: integer("unpaid").notNull(),
  charges: integer("charges").notNull(),
  credit: integer("credit").notNull(),
  oldestDue: text("oldest_due").notNull(),
  newestDue: text("newest_due").notNull(),
  newestLeft: integer("newest_left").notNull(),
  paidOn: text("paid_on").notNull(),
  paid: integer("paid").notNull(),
  maturity: text("maturity").notNull(),
  renewOn: text("renew_on").notNull(),
});

/** Payments that fall due on later days (`ComingPayment`). */
export const comingPayments = sqliteTable("coming_payments", {
  loanId: integer("loan_id").notNull(),
  day: text("day").notNull(),
  payment: integer("payment").notNull(),
  principal: integer("principal").notNull(),
  matured: integer("matured").notNull(),
});

/** What is unpaid of each day on which something fell due (`UnpaidDue`). */
export const unpaidDays = sqliteTable("unpaid_days", {
  loanId: integer("loan_id").notNull(),
  day: text("day").notNull(),
  left: integer("left").notNull(),
  matured: integer("matured").notNull(),
});

const forget = (loan: string): string[] => [
  `DELETE FROM coming_payments WHERE loan_id = ${loan}`,
  `DELETE FROM unpaid_days WHERE loan_id = ${loan}`,
  `DELETE FROM loan_books WHERE loan_id = ${loan}`,
];

export const loanBooksDerived: Derived = {
  // A job fills the book, also after a new version of its tables has emptied it.
  computed: { version: "what was paid ahead waits for a payment due", statements: () => Promise.resolve([]) },
  tables: [
    table(
      "loan_books",
      "CREATE TABLE loan_books (loan_id integer PRIMARY KEY NOT NULL, principal integer NOT NULL, " +
        "unpaid integer NOT NULL, charges integer NOT NULL, credit integer NOT NULL, oldest_due text NOT NULL, " +
        "newest_due text NOT NULL, newest_left integer NOT NULL, paid_on text NOT NULL, paid integer NOT NULL, " +
        "maturity text NOT NULL, renew_on text NOT NULL)",
    ),
    table(
      "coming_payments",
      "CREATE TABLE coming_payments (loan_id integer NOT NULL, day text NOT NULL, payment integer NOT NULL, " +
        "principal integer NOT NULL, matured integer NOT NULL, PRIMARY KEY (loan_id, day)) WITHOUT ROWID",
    ),
    table(
      "unpaid_days",
      'CREATE TABLE unpaid_days (loan_id integer NOT NULL, day text NOT NULL, "left" integer NOT NULL, ' +
        "matured integer NOT NULL, PRIMARY KEY (loan_id, day)) WITHOUT ROWID",
    ),
  ],
  indexes: [
    index("loan_books_oldest_due", "loan_books (oldest_due)"),
    index("loan_books_maturity", "loan_books (maturity)"),
    index("loan_books_renew_on", "loan_books (renew_on)"),
    index("coming_payments_day", "coming_payments (day, payment, principal)"),
    index("ledger_rows_day", "ledger_rows (day, kind)"),
  ],
  triggers: [
    trigger("loan_books_row", "AFTER INSERT ON ledger_rows", forget("new.loan_id")),
    trigger("loan_books_contract", "AFTER INSERT ON contracts", forget("new.loan_id")),
    trigger(
      "loan_books_status",
      `AFTER UPDATE OF admin_com_select ON loans WHEN new.admin_com_select <> ${statusSql("Funded")}`,
      forget("new.id"),
    ),
    trigger("loan_books_gone", "AFTER DELETE ON loans", forget("old.id")),
  ],
};
