/**
 * When each month begins in Toronto, by which SQL finds an instant's month: SQLite does not know when clocks change.
 */
import process from "node:process";
import { monthStartInToronto } from "../../lib/domain/dates.ts";
import { type Derived, table } from "./objects.ts";

const YEARS = { from: 1970, to: 2099 };

/** Every month as [YYYY-MM, first instant in milliseconds]. The first one holds all that is before it, too. */
function monthStarts(): [string, number][] {
  const starts: [string, number][] = [];
  for (let year = YEARS.from; year <= YEARS.to; year++) {
    for (let n = 1; n <= 12; n++) {
      const month = `${year}-${String(n).padStart(2, "0")}`;
      starts.push([month, starts.length === 0 ? Number.MIN_SAFE_INTEGER : monthStartInToronto(month)]);
    }
  }
  return starts;
}

/** The month (YYYY-MM) in Toronto of an instant in milliseconds. */
export const monthInTorontoSql = (instant: string): string =>
  `(SELECT month FROM toronto_months WHERE starts_at <= ${instant} ORDER BY starts_at DESC LIMIT 1)`;

export const torontoMonths: Derived = {
  tables: [
    table(
      "toronto_months",
      "CREATE TABLE toronto_months (starts_at integer PRIMARY KEY NOT NULL, month text NOT NULL)",
    ),
  ],
  late: {
    version: `${YEARS.from} to ${YEARS.to} by the clocks of ${process.versions.tz}`,
    fill: () => [
      "INSERT INTO toronto_months (month, starts_at) SELECT value ->> 0, value ->> 1 " +
      `FROM json_each('${JSON.stringify(monthStarts())}')`,
    ],
  },
};
