/** Brokers for the list's filter. */
import { asc, sql } from "drizzle-orm";
import { nameOrder, statusSql } from "../../../db/derived/mod.ts";
import { type Context, prepareJsonRows } from "../../../db/mod.ts";
import { accounts } from "../../../db/schema/mod.ts";
import { FILTER_BROKERS_MOST } from "../../domain/loans/filter_brokers.ts";
import { preparedBy } from "../../../db/prepared.ts";

export interface FilterBroker {
  id: number;
  name: string;
}

const named = preparedBy((db, _key: "all") =>
  prepareJsonRows<FilterBroker>(
    db,
    db.select({ id: accounts.id, name: accounts.name }).from(accounts)
      .where(
        sql.raw(
          `exists (select 1 from loans where loans.broker_id = accounts.id
            and loans.admin_com_select <> ${statusSql("Trash")})`,
        ),
      )
      .orderBy(asc(nameOrder(accounts.name)), asc(accounts.id)).limit(FILTER_BROKERS_MOST),
  )
);

/** Accounts that have loans, by name, the first of them. */
export const listFilterBrokers = (ctx: Context): Promise<FilterBroker[]> => named(ctx.db, "all").all();
