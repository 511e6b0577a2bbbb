/** Loaders of accounts and requests, without password hashes. */
import { and, eq, isNull } from "drizzle-orm";
import type { Context, Tx } from "../../../db/mod.ts";
import { accountRequests, accounts } from "../../../db/schema/mod.ts";
import { notFound } from "../../domain/refusal.ts";
import { activeLoansSql, lastSubmissionSql, totalLoansSql } from "./_loan_figures.ts";

type Reader = Context["db"] | Tx;

/** Account fields for administrators. */
export const ACCOUNT_FIELDS = {
  id: accounts.id,
  role: accounts.role,
  name: accounts.name,
  email: accounts.email,
  phone: accounts.phone,
  brokerage: accounts.brokerage,
  brokerageLicense: accounts.brokerageLicense,
  license: accounts.license,
  username: accounts.username,
  notes: accounts.notes,
  rating: accounts.rating,
  status: accounts.status,
  touchBaseEmails: accounts.touchBaseEmails,
  totalLoans: totalLoansSql.as("total_loans"),
  activeLoans: activeLoansSql.as("active_loans"),
  lastSubmissionAt: lastSubmissionSql.as("last_submission_at"),
  lastSignInAt: accounts.lastSignInAt,
  createdAt: accounts.createdAt,
  updatedAt: accounts.updatedAt,
};

/** Request fields for administrators. */
const REQUEST_FIELDS = {
  id: accountRequests.id,
  name: accountRequests.name,
  email: accountRequests.email,
  phone: accountRequests.phone,
  brokerage: accountRequests.brokerage,
  brokerageLicense: accountRequests.brokerageLicense,
  license: accountRequests.license,
  username: accountRequests.username,
  wantedUsername: accountRequests.wantedUsername,
  notes: accountRequests.notes,
  newsByEmail: accountRequests.newsByEmail,
  createdAt: accountRequests.createdAt,
};

/** The account. Throws not-found. */
export async function loadAccount(db: Reader, id: number) {
  const row = await db.select(ACCOUNT_FIELDS).from(accounts).where(eq(accounts.id, id)).get();
  if (!row) throw notFound("account");
  return row;
}

export type AccountRow = Awaited<ReturnType<typeof loadAccount>>;

/** The open request. Throws not-found. */
export async function loadOpenRequest(db: Reader, id: number) {
  const row = await db.select(REQUEST_FIELDS).from(accountRequests)
    .where(and(eq(accountRequests.id, id), isNull(accountRequests.closedAt))).get();
  if (!row) throw notFound("request");
  return row;
}

export type RequestRow = Awaited<ReturnType<typeof loadOpenRequest>>;
