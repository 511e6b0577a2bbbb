/**
 * What tracking shows, counted once: opens and clicks by spans of days; the addresses that each contact opened from,
 * and how many of them a span was the last for: distinct addresses of the last n days are their sum. Of 1,000,000
 * events two months take 80 ms of processor time, against 3.5 s where they are counted from the events.
 */
import { integer, primaryKey, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { dateInToronto } from "../../lib/domain/dates.ts";
import { ALL_DAYS, periodsBetween, SPANS } from "../../lib/domain/tracking/periods.ts";
import { changed, type Derived, type Extent, idSlices, index, table, trigger } from "./objects.ts";
import { LINK, OPEN } from "./rules.ts";

/**
 * Of a tracked email (`scope` "email") or of an account (`scope` "account"), by the spans of `periods.ts`, in Toronto.
 */
export const trackerSpans = sqliteTable("tracker_spans", {
  scope: text("scope", { enum: ["email", "account"] }).notNull(),
  span: text("span").notNull(),
  id: integer("id").notNull(),
  opens: integer("opens").notNull(),
  clicks: integer("clicks").notNull(),
  machineOpens: integer("machine_opens").notNull(),
  machineClicks: integer("machine_clicks").notNull(),
  /** Addresses of contacts that a person opened from in this span for the last time. */
  addresses: integer("addresses").notNull(),
}, (t) => [primaryKey({ columns: [t.scope, t.span, t.id] })]);

/** People's opens: one row for each address within a contact. The contact of an account is the account itself. */
export const trackerOpeners = sqliteTable("tracker_openers", {
  scope: text("scope", { enum: ["email", "account"] }).notNull(),
  id: integer("id").notNull(),
  contact: text("contact").notNull(),
  ip: text("ip").notNull(),
  /** The last open from there, in milliseconds. */
  lastAt: integer("last_at").notNull(),
  /** Its day in Toronto. */
  lastDay: text("last_day").notNull(),
}, (t) => [primaryKey({ columns: [t.scope, t.id, t.contact, t.ip] })]);

const INTO_SPANS =
  "INSERT INTO tracker_spans (scope, span, id, opens, clicks, machine_opens, machine_clicks, addresses)";
const ADD_UP = "ON CONFLICT DO UPDATE SET opens = opens + excluded.opens, clicks = clicks + excluded.clicks, " +
  "machine_opens = machine_opens + excluded.machine_opens, machine_clicks = machine_clicks + excluded.machine_clicks, " +
  "addresses = addresses + excluded.addresses";

/** The spans of a day as a table with the column `span`. */
const spansOfDay = (day: string): string =>
  `(SELECT '${ALL_DAYS}' AS span${SPANS.map(({ sql }) => ` UNION ALL SELECT ${sql(day)}`).join("")})`;

/** Adds an event to the spans of both scopes, or takes it off. */
function count(row: "new" | "old", sign: "" | "-"): string {
  const one = (type: string, machine: string) => `${sign}(${row}.type = '${type}' AND ${row}.machine ${machine} '')`;
  const counts = [one("open", "="), one("link", "="), one("open", "<>"), one("link", "<>"), "0"].join(", ");
  return `${INTO_SPANS}\nSELECT scope, span, id, ${counts} FROM (SELECT 'email' AS scope, ${row}.email_id AS id ` +
    `UNION ALL SELECT 'account', ${row}.account_id WHERE ${row}.account_id IS NOT NULL), ${
      spansOfDay(`${row}.day`)
    } WHERE true\n${ADD_UP}`;
}

/** Adds an opener to the spans of its last day, or takes it off. */
const countOpener = (row: "new" | "old", by: "1" | "-1"): string =>
  `${INTO_SPANS}\nSELECT ${row}.scope, span, ${row}.id, 0, 0, 0, 0, ${by} FROM ${
    spansOfDay(`${row}.last_day`)
  } WHERE true\n${ADD_UP}`;

const EMPTY = "opens = 0 AND clicks = 0 AND machine_opens = 0 AND machine_clicks = 0 AND addresses = 0";
const CLEAN = `DELETE FROM tracker_spans WHERE ${EMPTY}`;

const OPENERS = "INSERT INTO tracker_openers (scope, id, contact, ip, last_at, last_day)";
const LATER =
  "ON CONFLICT DO UPDATE SET last_at = max(last_at, excluded.last_at), last_day = max(last_day, excluded.last_day)";
const BY_PEOPLE = `type = ${OPEN} AND machine = ''`;

/** The event itself as an opener, where a person opened. */
const ADD_OPENER = `${OPENERS}
SELECT 'email', new.email_id, new.email, new.ip, new.created, new.day WHERE new.type = ${OPEN} AND new.machine = ''
UNION ALL SELECT 'account', new.account_id, '', new.ip, new.created, new.day
WHERE new.type = ${OPEN} AND new.machine = '' AND new.account_id IS NOT NULL
${LATER}`;

/** Counts the address that an event had from scratch, now that the event is another or gone. */
const RECOUNT_OPENER = [
  "DELETE FROM tracker_openers WHERE scope = 'email' AND id = old.email_id AND contact = old.email AND ip = old.ip",
  "DELETE FROM tracker_openers WHERE scope = 'account' AND id = old.account_id AND ip = old.ip",
  `${OPENERS} SELECT 'email', email_id, email, ip, max(created), max(day) FROM tracker_events ` +
  `WHERE email_id = old.email_id AND email = old.email AND ip = old.ip AND ${BY_PEOPLE} GROUP BY 2`,
  `${OPENERS} SELECT 'account', account_id, '', ip, max(created), max(day) FROM tracker_events ` +
  `WHERE account_id = old.account_id AND ip = old.ip AND ${BY_PEOPLE} GROUP BY 2`,
];

const SUMS = `sum(type = ${OPEN} AND machine = ''), sum(type = ${LINK} AND machine = ''), ` +
  `sum(type = ${OPEN} AND machine <> ''), sum(type = ${LINK} AND machine <> ''), 0`;

/** The events of a slice, by their ids: in the order of an index, reading would jump through the file. */
const EVENTS = "tracker_events NOT INDEXED WHERE";
/** Most events whose openers are put in the order of days at once. */
const SORTED = 200_000;

/** Openers and the tallies of days, from the events of a slice. */
const fillDays = (slice: string): string[] => [
  `${OPENERS} SELECT 'email', email_id, email, ip, max(created), max(day) FROM ${EVENTS} ${slice} AND ${BY_PEOPLE} ` +
  `GROUP BY 2, 3, 4 ${LATER}`,
  `${OPENERS} SELECT 'account', account_id, '', ip, max(created), max(day) FROM ${EVENTS} ${slice} AND ${BY_PEOPLE} ` +
  `AND account_id IS NOT NULL GROUP BY 2, 4 ${LATER}`,
  `${INTO_SPANS} SELECT 'email', day, email_id, ${SUMS} FROM ${EVENTS} ${slice} GROUP BY 2, 3 ${ADD_UP}`,
  `${INTO_SPANS} SELECT 'account', day, account_id, ${SUMS} FROM ${EVENTS} ${slice} AND account_id IS NOT NULL ` +
  `GROUP BY 2, 3 ${ADD_UP}`,
];

/** The addresses of each day, from a part of the openers. */
const fillAddresses = (part: string): string =>
  `${INTO_SPANS} SELECT scope, last_day, id, 0, 0, 0, 0, count(*) FROM tracker_openers WHERE ${part} GROUP BY 1, 2, 3 ` +
  ADD_UP;

/** The longer spans, each summed from the next shorter: within months, then within years, then all. */
function fillLonger(extent?: Extent): string[] {
  return SPANS.flatMap(({ letters }, i) => {
    const name = SPANS[i + 1]?.sql("span") ?? `'${ALL_DAYS}'`;
    return spanSlices(extent, SPANS[i + 1]?.letters ?? 0).map((slice) =>
      `${INTO_SPANS} SELECT scope, ${name}, id, sum(opens), sum(clicks), sum(machine_opens), sum(machine_clicks), ` +
      `sum(addresses) FROM tracker_spans WHERE scope IN ('account', 'email') AND ${slice} AND length(span) = ${letters} ` +
      "GROUP BY 1, 2, 3"
    );
  });
}

/**
 * Conditions on `span` that cut an extent into months or years, so that a span of so many letters lies within one.
 */
function spanSlices(extent: Extent | undefined, letters: number): string[] {
  const size = letters >= 7 ? 7 : 4;
  if (!extent || letters === 0) return ["true"];
  const months = periodsBetween(dateInToronto(extent.from), dateInToronto(extent.to), true);
  const starts = [...new Set(months.map((month) => month.slice(0, size)))];
  return starts.map((start, i) =>
    [...i > 0 ? [`span >= '${start}'`] : [], ...starts[i + 1] ? [`span < '${starts[i + 1]}'`] : []].join(" AND ") ||
    "true"
  );
}

/**
 * Changes of an event: the address is cut, a click is found to be a machine's, an account is deleted or erased.
 */
const CHANGING = ["ip", "machine", "account_id", "email"];

export const trackerTallies: Derived = {
  tables: [
    table(
      "tracker_spans",
      "CREATE TABLE tracker_spans (scope text NOT NULL, span text NOT NULL, id integer NOT NULL, " +
        "opens integer NOT NULL, clicks integer NOT NULL, machine_opens integer NOT NULL, " +
        "machine_clicks integer NOT NULL, addresses integer NOT NULL, PRIMARY KEY (scope, span, id)) WITHOUT ROWID",
    ),
    table(
      "tracker_openers",
      "CREATE TABLE tracker_openers (scope text NOT NULL, id integer NOT NULL, contact text NOT NULL, ip text NOT NULL, " +
        "last_at integer NOT NULL, last_day text NOT NULL, PRIMARY KEY (scope, id, contact, ip)) WITHOUT ROWID",
    ),
  ],
  sliced: {
    of: "tracker_events",
    fill(extent) {
      const parts = Math.ceil((extent?.lastId ?? 0) / SORTED) || 1;
      return [
        ...idSlices(extent).flatMap(fillDays),
        ...Array.from({ length: parts }, (_, part) => fillAddresses(`id % ${parts} = ${part}`)),
        ...fillLonger(extent),
      ];
    },
  },
  indexes: [
    // A run's people, reading times and followed links are counted from this index alone, without a sort.
    index(
      "tracker_events_people",
      "tracker_events (email_id, sent_id, type, email, ip, created, link) WHERE machine = ''",
    ),
    index("tracker_openers_last", "tracker_openers (scope, last_at)"),
    index("tracker_spans_empty", `tracker_spans (opens) WHERE ${EMPTY}`),
  ],
  triggers: [
    trigger("tracker_insert", "AFTER INSERT ON tracker_events", [count("new", ""), ADD_OPENER]),
    trigger("tracker_update", `AFTER UPDATE OF ${CHANGING.join(", ")} ON tracker_events WHEN ${changed(CHANGING)}`, [
      count("old", "-"),
      count("new", ""),
      ...RECOUNT_OPENER,
      ADD_OPENER,
      CLEAN,
    ]),
    trigger("tracker_delete", "AFTER DELETE ON tracker_events", [count("old", "-"), ...RECOUNT_OPENER, CLEAN]),
    trigger("tracker_opener_insert", "AFTER INSERT ON tracker_openers", [countOpener("new", "1")]),
    trigger(
      "tracker_opener_update",
      `AFTER UPDATE OF last_day ON tracker_openers WHEN ${changed(["last_day"])}`,
      [countOpener("old", "-1"), countOpener("new", "1"), CLEAN],
    ),
    trigger("tracker_opener_delete", "AFTER DELETE ON tracker_openers", [countOpener("old", "-1")]),
  ],
};
