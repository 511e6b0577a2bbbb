/** The stored spellings of a loan type, for index look-ups on the entered text. */
import { sql } from "drizzle-orm";
import { type Context, prepareJsonRows } from "../../../db/mod.ts";
import { LOAN_STATUSES } from "../../domain/loans/status.ts";
import { positionOf } from "../../domain/lending/ltv.ts";
import { preparedBy } from "../../../db/prepared.ts";

// Loose index scan: each step jumps to the next spelling, some twenty look-ups for any number of loans.
const SPELLINGS = sql`(with recursive found(status, spelling) as (
  select value, (select min(first_or_second) from loans where admin_com_select = value)
    from json_each(${JSON.stringify(LOAN_STATUSES)})
  union all
  select found.status, (select min(first_or_second) from loans
      where admin_com_select = found.status and first_or_second > found.spelling)
    from found where found.spelling is not null
) select distinct spelling from found where spelling is not null)`;

const all = preparedBy((db, _key: "all") =>
  prepareJsonRows<{ spelling: string }>(db, db.select({ spelling: sql<string>`spelling` }).from(SPELLINGS))
);

/** The spellings of a type as JSON text, `["Second","2nd"]`; empty text for no type. */
export async function spellingsOf(ctx: Context, type: string): Promise<string> {
  if (!type) return "";
  const rows = await all(ctx.db, "all").all();
  return JSON.stringify(rows.map(({ spelling }) => spelling).filter((spelling) => positionOf(spelling) === type));
}
