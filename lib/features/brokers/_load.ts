/** Loaders of accounts and requests, without password hashes. */
import { eq } from "drizzle-orm";
import type { Context, Tx } from "../../../db/mod.ts";
import { accountRequests, accounts } from "../../../db/schema/mod.ts";
import { notFound, Refusal } from "../../domain/refusal.ts";
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

/** A request that is not open any more: a colleague was first. `accountId` is the account that it became. */
export class ClosedRequest extends Refusal {
  constructor(readonly accountId: number | null) {
    super(
      404,
      accountId === null
        ? "This request is not there any more: it may have been deleted. Go back to the brokers."
        : "This request became an account meanwhile. Go back to the brokers.",
    );
  }
}

/** The open request. Throws ClosedRequest. */
export async function loadOpenRequest(db: Reader, id: number) {
  const found = await db.select({
    ...REQUEST_FIELDS,
    closedAt: accountRequests.closedAt,
    accountId: accountRequests.accountId,
  })
    .from(accountRequests).where(eq(accountRequests.id, id)).get();
  if (!found || found.closedAt !== null) throw new ClosedRequest(found?.accountId ?? null);
  const { closedAt: _, accountId: _none, ...row } = found;
  return row;
}

export type RequestRow = Awaited<ReturnType<typeof loadOpenRequest>>;
