/** Clicks on different links of one mail within two seconds are a machine's, both, whichever was stored first. */
import { getTableColumns, getTableName, type SQL, sql } from "drizzle-orm";
import { valueSql } from "../../../db/derived/mod.ts";
import type { loanMailEvents, trackerEvents } from "../../../db/schema/mod.ts";
import type { TrackerEventType } from "../../domain/tracking/figures.ts";
import { TOGETHER_MS, TOGETHER_REASON } from "../../domain/tracking/machine_reason.ts";

const LINK = valueSql<TrackerEventType>("link");

type Events = typeof trackerEvents | typeof loanMailEvents;
type Click<K extends string> = { readonly [key in K | "link" | "created"]?: string | number | null };

/**
 * The statement that marks them, for clicks that are in `events` already; `mail` names the columns that tell one mail's
 * clicks, `index` finds them by mail and instant: by run, SQLite would read everybody's. Those around are read once for
 * each link of a mail, however often that was followed in this list.
 */
export function markTogether<T extends Events, K extends keyof T["$inferInsert"] & string>(
  events: T,
  index: string,
  mail: readonly K[],
): (clicks: readonly Click<K>[]) => SQL {
  const table = `"${getTableName(events)}"`, columns = getTableColumns(events) as Record<string, { name: string }>;
  const keys = mail.map((key) => columns[key].name);
  const ofMail = keys.map((key) => `e.${key} = f.${key}`).join(" and ");
  const names = [...keys, "link", "times", "first", "last"];
  const before = `with f (n, ${names.join(", ")}) as materialized (select key, ${
    names.map((_, at) => `value ->> ${at}`).join(", ")
  } from json_each(`;
  const after = `)), o as materialized (
    select f.n, f.times, e.id, e.created, e.machine from f cross join ${table} e indexed by ${index}
    where ${ofMail} and e.created between f.first - ${TOGETHER_MS} and f.last + ${TOGETHER_MS}
      and e.type = ${LINK} and e.link <> f.link)
  update ${table} set machine = '${TOGETHER_REASON}' where machine = '' and id in (
    select id from o where machine = ''
      and exists (select 1 from json_each(o.times) t where abs(o.created - t.value) <= ${TOGETHER_MS})
    union all
    select e.id from f cross join json_each(f.times) t cross join ${table} e indexed by ${index}
    where exists (select 1 from o where o.n = f.n and abs(o.created - t.value) <= ${TOGETHER_MS})
      and ${ofMail} and e.created = t.value and e.type = ${LINK} and e.link = f.link)`;
  return (clicks) => sql`${sql.raw(before)}${JSON.stringify(byLink(mail, clicks))}${sql.raw(after)}`;
}

/**
 * The clicks of each mail's links as rows of the statement: the mail, the link, the instants, the first and the last.
 */
function byLink<K extends string>(mail: readonly K[], clicks: readonly Click<K>[]): unknown[][] {
  const links = Map.groupBy(clicks, (click) => JSON.stringify([...mail.map((key) => click[key]), click.link]));
  return [...links].map(([link, list]) => {
    const times = list.map(({ created }) => Number(created));
    return [...JSON.parse(link), times, Math.min(...times), Math.max(...times)];
  });
}
