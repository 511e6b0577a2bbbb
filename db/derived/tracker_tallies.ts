/**
 * What tracking shows, counted once. Opens and clicks by day, and by month so that long ranges read few rows; the addresses that each contact opened from with the last
 * time, so that distinct addresses of the last n days are the rows since then.
 */
import { integer, primaryKey, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { changed, type Derived, index, table, trigger } from "./objects.ts";

/** Of a tracked email (`scope` "email") or of an account (`scope` "account"), by day in Toronto. */
export const trackerDays = sqliteTable("tracker_days", {
  scope: text("scope", { enum: ["email", "account"] }).notNull(),
  day: text("day").notNull(),
  id: integer("id").notNull(),
  opens: integer("opens").notNull(),
  clicks: integer("clicks").notNull(),
  machineOpens: integer("machine_opens").notNull(),
  machineClicks: integer("machine_clicks").notNull(),
}, (t) => [primaryKey({ columns: [t.scope, t.day, t.id] })]);

/** The same by month in Toronto, as YYYY-MM. */
export const trackerMonths = sqliteTable("tracker_months", {
  scope: text("scope", { enum: ["email", "account"] }).notNull(),
  month: text("month").notNull(),
  id: integer("id").notNull(),
  opens: integer("opens").notNull(),
  clicks: integer("clicks").notNull(),
  machineOpens: integer("machine_opens").notNull(),
  machineClicks: integer("machine_clicks").notNull(),
}, (t) => [primaryKey({ columns: [t.scope, t.month, t.id] })]);

/** People's opens: one row for each address within a contact. The contact of an account is the account itself. */
export const trackerOpeners = sqliteTable("tracker_openers", {
  scope: text("scope", { enum: ["email", "account"] }).notNull(),
  id: integer("id").notNull(),
  contact: text("contact").notNull(),
  ip: text("ip").notNull(),
  /** The last open from there, in milliseconds. */
  lastAt: integer("last_at").notNull(),
}, (t) => [primaryKey({ columns: [t.scope, t.id, t.contact, t.ip] })]);

/** Days and months are kept alike: the table, its column of time, and that of an event's day. */
const SPANS = [
  { name: "tracker_days", column: "day", of: (day: string) => day },
  { name: "tracker_months", column: "month", of: (day: string) => `substr(${day}, 1, 7)` },
] as const;
type Span = (typeof SPANS)[number];

const insertInto = ({ name, column }: Span): string =>
  `INSERT INTO ${name} (scope, ${column}, id, opens, clicks, machine_opens, machine_clicks)`;

/** An event's share of its span, counted `sign` 1, of both scopes. */
function shareOf({ of }: Span, row: "new" | "old", sign: "" | "-"): string {
  const one = (type: string, machine: string) =>
    `${sign}(${row}.type = '${type}' AND ${row}.machine ${machine} '') AS ${machine === "=" ? "" : "machine_"}${type}s`;
  const counts = [one("open", "="), one("link", "="), one("open", "<>"), one("link", "<>")].join(", ");
  return `SELECT 'email' AS scope, ${of(`${row}.day`)} AS span, ${row}.email_id AS id, ${counts} WHERE true\n` +
    `UNION ALL SELECT 'account', ${of(`${row}.day`)}, ${row}.account_id, ${counts} WHERE ${row}.account_id IS NOT NULL`;
}

/** Adds events to both spans, or takes them off. */
const count = (...rows: (readonly ["new" | "old", "" | "-"])[]): string[] =>
  SPANS.map((span) =>
    `${insertInto(span)}\n${rows.map(([row, sign]) => shareOf(span, row, sign)).join("\nUNION ALL ")}\n` +
    "ON CONFLICT DO UPDATE SET opens = opens + excluded.opens, clicks = clicks + excluded.clicks, " +
    "machine_opens = machine_opens + excluded.machine_opens, machine_clicks = machine_clicks + excluded.machine_clicks"
  );
const EMPTY = "opens = 0 AND clicks = 0 AND machine_opens = 0 AND machine_clicks = 0";
const CLEAN = SPANS.map(({ name }) => `DELETE FROM ${name} WHERE ${EMPTY}`);

const OPENERS = "INSERT INTO tracker_openers (scope, id, contact, ip, last_at)";
const BY_PEOPLE = "type = 'open' AND machine = ''";

/** The event itself as an opener, where a person opened. */
const ADD_OPENER = `${OPENERS}
SELECT 'email', new.email_id, new.email, new.ip, new.created WHERE new.type = 'open' AND new.machine = ''
UNION ALL SELECT 'account', new.account_id, '', new.ip, new.created
WHERE new.type = 'open' AND new.machine = '' AND new.account_id IS NOT NULL
ON CONFLICT DO UPDATE SET last_at = max(last_at, excluded.last_at)`;

/** Counts the address that an event had from scratch, now that the event is another or gone. */
const RECOUNT_OPENER = [
  "DELETE FROM tracker_openers WHERE scope = 'email' AND id = old.email_id AND contact = old.email AND ip = old.ip",
  "DELETE FROM tracker_openers WHERE scope = 'account' AND id = old.account_id AND ip = old.ip",
  `${OPENERS} SELECT 'email', email_id, email, ip, max(created) FROM tracker_events ` +
  `WHERE email_id = old.email_id AND email = old.email AND ip = old.ip AND ${BY_PEOPLE} GROUP BY 2`,
  `${OPENERS} SELECT 'account', account_id, '', ip, max(created) FROM tracker_events ` +
  `WHERE account_id = old.account_id AND ip = old.ip AND ${BY_PEOPLE} GROUP BY 2`,
];

const SUMS = "sum(type = 'open' AND machine = ''), sum(type = 'link' AND machine = ''), " +
  "sum(type = 'open' AND machine <> ''), sum(type = 'link' AND machine <> '')";

/** What may change of an event: the address is cut, a click turns out to be a machine's, an account goes. */
const CHANGING = ["ip", "machine", "account_id"];

export const trackerTallies: Derived = {
  tables: [
    ...SPANS.map(({ name, column }) =>
      table(
        name,
        `CREATE TABLE ${name} (scope text NOT NULL, ${column} text NOT NULL, id integer NOT NULL, ` +
          "opens integer NOT NULL, clicks integer NOT NULL, machine_opens integer NOT NULL, " +
          `machine_clicks integer NOT NULL, PRIMARY KEY (scope, ${column}, id)) WITHOUT ROWID`,
      )
    ),
    table(
      "tracker_openers",
      "CREATE TABLE tracker_openers (scope text NOT NULL, id integer NOT NULL, contact text NOT NULL, ip text NOT NULL, " +
        "last_at integer NOT NULL, PRIMARY KEY (scope, id, contact, ip)) WITHOUT ROWID",
    ),
  ],
  fill: [
    `${insertInto(SPANS[0])} SELECT 'email', day, email_id, ${SUMS} FROM tracker_events GROUP BY 2, 3`,
    `${insertInto(SPANS[0])} SELECT 'account', day, account_id, ${SUMS} FROM tracker_events ` +
    "WHERE account_id IS NOT NULL GROUP BY 2, 3",
    `${insertInto(SPANS[1])} SELECT scope, substr(day, 1, 7), id, sum(opens), sum(clicks), sum(machine_opens), ` +
    "sum(machine_clicks) FROM tracker_days GROUP BY 1, 2, 3",
    `${OPENERS} SELECT 'email', email_id, email, ip, max(created) FROM tracker_events WHERE ${BY_PEOPLE} GROUP BY 2, 3, 4`,
    `${OPENERS} SELECT 'account', account_id, '', ip, max(created) FROM tracker_events ` +
    `WHERE ${BY_PEOPLE} AND account_id IS NOT NULL GROUP BY 2, 4`,
  ],
  indexes: [
    index("tracker_openers_last", "tracker_openers (scope, last_at)"),
    ...SPANS.map(({ name }) => index(`${name}_empty`, `${name} (opens) WHERE ${EMPTY}`)),
  ],
  triggers: [
    trigger("tracker_insert", "AFTER INSERT ON tracker_events", [...count(["new", ""]), ADD_OPENER]),
    trigger("tracker_update", `AFTER UPDATE OF ${CHANGING.join(", ")} ON tracker_events WHEN ${changed(CHANGING)}`, [
      ...count(["old", "-"], ["new", ""]),
      ...CLEAN,
      ...RECOUNT_OPENER,
      ADD_OPENER,
    ]),
    trigger("tracker_delete", "AFTER DELETE ON tracker_events", [
      ...count(["old", "-"]),
      ...CLEAN,
      ...RECOUNT_OPENER,
    ]),
  ],
};
