import { sql } from "drizzle-orm";
import { quoteList, valueSql } from "../../../db/derived/mod.ts";
import { loans } from "../../../db/schema/mod.ts";
import { CLOSED, INTERNAL_STATUSES } from "../../domain/loans/broker_view.ts";

const internal = sql.raw(quoteList(INTERNAL_STATUSES)), closed = sql.raw(valueSql<typeof CLOSED>(CLOSED));

/** A loan's status as its broker may know it: CLOSED in place of one that is internal. */
export const brokerStatusSql = sql<string>`case when ${loans.adminComSelect} in ${internal} then ${closed}
  else ${loans.adminComSelect} end`;
