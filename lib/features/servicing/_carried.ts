/** What renewals carried on of the day on which a payment fell due. */
import { sql } from "drizzle-orm";
import { valueSql } from "../../../db/derived/mod.ts";
import { ledgerRows } from "../../../db/schema/mod.ts";
import type { LedgerKind } from "../../domain/servicing/ledger.ts";
import { isLive } from "./_live_rows.ts";

const RENEWAL = sql.raw(valueSql<LedgerKind>("renewal"));

/** Cents that live renewals carried on the day of a row of `ledger_rows`; `toPay` says what that leaves to be paid. */
export const carriedCentsSql = sql<number>`coalesce((
  select sum(carried.principal) from ${ledgerRows} carried
  where carried.loan_id = ${ledgerRows.loanId} and carried.kind = ${RENEWAL} and carried.day = ${ledgerRows.day}
    and ${isLive(sql`carried.id`)}
), 0)`;
