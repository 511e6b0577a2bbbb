/** Which rows of ledgers count, in SQL: of kinds that undo nothing, those of the domain's `liveRows`. */
import { type SQL, sql, type SQLWrapper } from "drizzle-orm";
import { ledgerRows } from "../../../db/schema/mod.ts";

/** No row undoes the one with the id that a column has, by default that of `ledger_rows`. */
export const isLive = (id: SQLWrapper = ledgerRows.id): SQL =>
  sql`not exists (select 1 from ${ledgerRows} undone where undone.reverses = ${id})`;
