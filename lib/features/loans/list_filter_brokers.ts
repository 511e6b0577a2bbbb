/** Brokers for the list's filter. */
import { asc, sql } from "drizzle-orm";
import { nameOrder, statusSql } from "../../../db/derived/mod.ts";
import { type Context, prepareJsonRows } from "../../../db/mod.ts";
import { accounts } from "../../../db/schema/mod.ts";
import { preparedBy } from "../../../db/prepared.ts";

/** Maximum number of names; the search finds the others. */
const FILTER_BROKERS_MAX = 200;

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
      .orderBy(asc(nameOrder(accounts.name)), asc(accounts.id)).limit(FILTER_BROKERS_MAX),
  )
);

/** Accounts that have loans, by name, the first 200. */
export const listFilterBrokers = (ctx: Context): Promise<FilterBroker[]> => named(ctx.db, "all").all();
