/** Fills a database with synthetic loans in SQL, a few thousand a statement: always the same ones. */
import type { Client } from "@libsql/client";
import { FIRST_NAMES, LAST_NAMES } from "../../db/seed/demo/people.ts";
import { regionOfArea } from "../../lib/domain/places/find_region.ts";
import { POSTAL_CENTRES } from "../../lib/domain/places/postal_centres.ts";

const BATCH = 5000;
const FIRST = [...FIRST_NAMES.slice(0, 10), "Marie-Ève"];
const LAST = LAST_NAMES.slice(0, 10);
const CITY = ["Toronto", "Ottawa", "Hamilton", "London", "Brampton", "Barrie", "Sudbury", "Windsor", "Kingston"];
const STREET = ["Locke Street", "King Street", "Lakeshore Road", "Elm Avenue", "Dundas Street", "Queen Street"];
/** Postal areas of one region each, all over the province. */
const AREAS = [...POSTAL_CENTRES].filter(([area]) => regionOfArea(area));
const TYPE = ["First", "Second", "Second", "Second", "Third", "Bridge"];
// Of 20 loans: 6 Pending, 6 Funded, 5 Repaid, 2 Declined, and Loss or Trash.
const STATUS =
  "NA,Funded,Repaid,NA,Funded,Repaid,NA,Funded,Repaid,NA,Funded,Repaid,NA,Funded,Repaid,NA,Funded,Declined,Declined"
    .split(",");

/** An element of a JSON list, chosen by an expression over the row's number. */
const pick = (list: readonly string[], by: string) =>
  `json_extract('${JSON.stringify(list).replaceAll("'", "''")}', '$[' || (${by}) || ']')`;

const AREA_OF_ROW = `(n * 17) % ${AREAS.length}`;
const ofArea = (of: (area: (typeof AREAS)[number]) => string | number) => pick(AREAS.map(of).map(String), AREA_OF_ROW);
/** Where a loan stands, some streets around the middle of its postal area. */
const PLACE: Readonly<Record<string, string>> = {
  market_region: ofArea(([area]) => regionOfArea(area)!),
  latitude: `cast(${ofArea(([, [latitude]]) => latitude)} as real) + (n * 7 % 41 - 20) / 1000.0`,
  longitude: `cast(${ofArea(([, [, longitude]]) => longitude)} as real) + (n * 11 % 41 - 20) / 800.0`,
  place_precision: "'address'",
};

/** Inserts loans until there are `count`, owned in turn by the accounts `brokers`. */
export async function seedLoans(client: Client, count: number, brokers: readonly number[], now: number): Promise<void> {
  const there = Number((await client.execute("select count(*) from loans")).rows[0][0]);
  // A database of the version before has no places yet.
  const columns = (await client.execute("select name from pragma_table_info('loans')")).rows.map((row) => row[0]);
  const place = Object.entries(PLACE).filter(([name]) => columns.includes(name));
  const status = `case when n % 20 = 19 then iif(n % 40 = 19, 'Loss', 'Trash') else ${pick(STATUS, "n % 20")} end`;
  const lent = `${status} in ('Funded', 'Repaid')`;
  for (let from = there; from < count; from += BATCH) {
    const to = Math.min(count, from + BATCH) - 1;
    await client.execute(`
      with recursive numbers(n) as (select ${from} union all select n + 1 from numbers where n < ${to})
      insert into loans (client_code, broker_id, admin_com_select, first_or_second, new_loan_amount, fsfc_loan, first_name,
        last_name, address, city, postal, shown_score, final_score, ltv, total_ltv, appraised_value, first_mortgage,
        date_funded, date_repaid, conditions_total, conditions_done, ever_funded, timestamp, updated_at${
      place.map(([name]) => `, ${name}`).join("")
    })
      select upper(substr(${pick(LAST, `(n * 7) % ${LAST.length}`)}, 1, 3)) || '-' || (n + 1),
        ${pick(brokers.map(String), `n % ${brokers.length}`)}, ${status}, ${
      pick(TYPE, `(n * 5 + n / 7) % ${TYPE.length}`)
    },
        40000 + (n * 1237) % 900000, iif(${lent}, 40000 + (n * 1237) % 900000 - (n % 5) * 1000, null),
        ${pick(FIRST, `n % ${FIRST.length}`)}, ${pick(LAST, `(n * 7) % ${LAST.length}`)},
        (1 + n % 997) || ' ' || ${pick(STREET, `n % ${STREET.length}`)}, ${pick(CITY, `(n * 11) % ${CITY.length}`)}, ${
      ofArea(([area]) => area)
    } || ' 4B9',
        ((n * 37) % 700) / 100.0, ((n * 37) % 700) / 100.0, 30 + (n * 13) % 55, (30 + (n * 13) % 55) / 100.0, 850000, 200000,
        iif(${lent}, date(${now} / 1000, 'unixepoch', '-' || (30 + n % 600) || ' days'), ''),
        iif(${status} = 'Repaid', date(${now} / 1000, 'unixepoch', '-' || (n % 30) || ' days'), ''),
        11, n % 12, ${lent}, ${now} - (${count} - n) * 60000, ${now}${place.map(([, sql]) => `, ${sql}`).join("")}
      from numbers`);
  }
}
