/** Regions and places of loans that have none, or those of another gazetteer version (docs/decisions/regions.md). */
import type { Client, InStatement, Row } from "@libsql/client";
import { gazetteerText } from "../../lib/domain/places/find_region.ts";
import { marketRegionOf, placeColumns } from "../../lib/domain/places/loan_place.ts";
import { POSTAL_CENTRES } from "../../lib/domain/places/postal_centres.ts";
import { loans } from "../schema/loans/loans.ts";
import type { Derived } from "./objects.ts";

/** Loans read by one statement. */
const PAGE = 5000;

const READ = [loans.id, loans.postal, loans.city, loans.region].map(({ name }) => name);
const KEPT = [loans.marketRegion, loans.latitude, loans.longitude, loans.placePrecision].map(({ name }) => name);

/** The loans' rows in pages. An older database lacks the kept columns; an empty one has no rows. */
async function* pagesOf(client: Client): AsyncGenerator<Row[]> {
  const columns = new Set(
    (await client.execute("select name from pragma_table_info('loans')")).rows.map((row) => row[0]),
  );
  if (!READ.every((name) => columns.has(name))) return;
  const wanted = [...READ, ...KEPT.filter((name) => columns.has(name))].join(", ");
  for (let after = -1;;) {
    const sql = `select ${wanted} from loans where id > ? order by id limit ${PAGE}`;
    const { rows } = await client.execute({ sql, args: [after] });
    if (rows.length > 0) yield rows;
    if (rows.length < PAGE) return;
    after = Number(rows.at(-1)!.id);
  }
}

const text = (value: unknown): string => String(value ?? "");
/** The machine's own places follow the gazetteer; addresses and what a person placed stay. */
const isOwnPlace = (precision: unknown): boolean => precision !== "address" && precision !== "by hand";

function add(groups: Map<string, number[]>, key: unknown[], id: unknown): void {
  const name = JSON.stringify(key), ids = groups.get(name) ?? [];
  groups.set(name, ids);
  ids.push(Number(id));
}

function updates(groups: ReadonlyMap<string, readonly number[]>, columns: string): InStatement[] {
  return [...groups].map(([key, ids]) => ({
    sql: `update loans set ${columns} where id in (select value from json_each(?))`,
    args: [...JSON.parse(key), JSON.stringify(ids)],
  }));
}

/** One statement a region and one a place, for the loans that have another. */
async function statements(client: Client): Promise<InStatement[]> {
  const regions = new Map<string, number[]>(), places = new Map<string, number[]>();
  for await (const page of pagesOf(client)) {
    for (const row of page) {
      const where = { postal: text(row.postal), city: text(row.city), region: text(row.region) };
      const region = marketRegionOf(where);
      if (text(row.market_region) !== region) add(regions, [region], row.id);
      if (!isOwnPlace(row.place_precision)) continue;
      const { latitude, longitude, placePrecision, geoAddress } = placeColumns(where);
      if ((row.latitude ?? null) === latitude && (row.longitude ?? null) === longitude) continue;
      add(places, [latitude, longitude, placePrecision, geoAddress], row.id);
    }
  }
  return [
    ...updates(regions, "market_region = ?"),
    ...updates(places, "latitude = ?, longitude = ?, place_precision = ?, geo_address = ?"),
  ];
}

export const loanPlaces: Derived = {
  computed: { version: gazetteerText() + JSON.stringify([...POSTAL_CENTRES]), statements },
};
