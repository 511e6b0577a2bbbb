/**
 * The loans of the map, counted once by the cells of a grid: 6 to 18 ms of processor time a view at 100,000 loans,
 * against 34 to 122 ms where it is counted from the loans.
 */
import type { SQLiteColumn } from "drizzle-orm/sqlite-core";
import { cellSize } from "../../lib/domain/maps/extent.ts";
import { loans } from "../schema/loans/loans.ts";
import { changed, type Derived, index, table, trigger } from "./objects.ts";
import { bandSql, fundedAmountOfSql } from "./rules.ts";

/** The zoom whose cells are kept; a cell of a smaller zoom holds whole ones of them. */
export const CELLS_ZOOM = 10;

/** Column and row of a loan without a place. */
const NO_CELL = -1;

/** Millionths of a degree: sums of whole numbers have no rounding error. */
const PARTS = 1_000_000;

/** How a loan is counted, as SQL. */
export interface CellFacts {
  column: string;
  row: string;
  amount: string;
  /** Millionths of a degree. */
  longitude: string;
  latitude: string;
}

/** The counted facts of a loan whose columns are reached by `c`, in the grid of a zoom. */
export function cellFacts(c: (column: SQLiteColumn) => string, zoom: number): CellFacts {
  const longitude = c(loans.longitude), latitude = c(loans.latitude), cell = cellSize(zoom);
  const step = (degrees: string, from: number, size: number) =>
    `iif(${longitude} + ${latitude} IS NULL, ${NO_CELL}, CAST((${degrees} + ${from}) / ${size} AS integer))`;
  const parts = (degrees: string) => `coalesce(CAST(round(${degrees} * ${PARTS}) AS integer), 0)`;
  return {
    column: step(longitude, 180, cell.longitude),
    row: step(latitude, 90, cell.latitude),
    amount: fundedAmountOfSql(c(loans.fsfcLoan), c(loans.newLoanAmount)),
    longitude: parts(longitude),
    latitude: parts(latitude),
  };
}

/** The mean of `sum`, in degrees: the sum of the loans' millionths. */
export const meanSql = (sum: string, count: string): string => `round(${sum} / ${PARTS}.0 / ${count}, 5)`;

const NAMES = "status, cx, cy, region, band, loans, amount, lon, lat";
const LIMITS = ["yellow", "red"].map((name) => `(SELECT ${name} FROM band_limits)`);

/** The columns that facts read: what a change of a loan must touch to be counted. */
const read = new Set<string>();

/** A loan's own row; `row` is how its columns are reached: `new`, `old` or an alias. */
function rowOf(row: string): { key: string; amount: string; longitude: string; latitude: string } {
  const c = (column: SQLiteColumn): string => {
    read.add(column.name);
    return `${row}.${column.name}`;
  };
  const { column, row: line, ...sums } = cellFacts(c, CELLS_ZOOM);
  const band = bandSql(c(loans.shownScore), LIMITS[0], LIMITS[1]);
  return {
    key: `${c(loans.adminComSelect)} AS status, ${column} AS cx, ${line} AS cy, ` +
      `${c(loans.marketRegion)} AS region, ${band} AS band`,
    ...sums,
  };
}

function counted(row: "new" | "old", sign: "" | "-"): string {
  const { key, amount, longitude, latitude } = rowOf(row);
  return `SELECT ${key}, ${sign}1 AS loans, ${sign}${amount} AS amount, ${sign}${longitude} AS lon, ` +
    `${sign}${latitude} AS lat WHERE true`;
}

function countAll(): string {
  const { key, amount, longitude, latitude } = rowOf("l");
  return `SELECT ${key}, count(*) AS loans, sum(${amount}) AS amount, sum(${longitude}) AS lon, ` +
    `sum(${latitude}) AS lat FROM loans AS l GROUP BY 1, 2, 3, 4, 5`;
}

/** What a fresh count of all loans gives. */
const FRESH_CELLS = countAll();

const INSERT = `INSERT INTO loan_cells (${NAMES})`;
const SUMS = ["loans", "amount", "lon", "lat"].map((name) => `${name} = ${name} + excluded.${name}`).join(", ");
const add = (rows: string): string => `${INSERT}\n${rows}\nON CONFLICT DO UPDATE SET ${SUMS}`;
const CLEAN = "DELETE FROM loan_cells WHERE loans = 0";
const inserted = counted("new", ""), removed = counted("old", "-");
const columns = [...read];

/** A threshold of a stored document, of the first format or a later one (`stored_documents.ts`). */
const limitOf = (body: string, name: "yellow" | "red"): string =>
  `coalesce(json_extract(${body}, '$.document.globalScore.${name}Score'), ` +
  `json_extract(${body}, '$.globalScore.${name}Score'))`;
const SET_LIMITS =
  `INSERT INTO band_limits (yellow, red) SELECT ${limitOf("body", "yellow")}, ${limitOf("body", "red")} ` +
  "FROM settings_versions ORDER BY id DESC LIMIT 1";

export const loanCells: Derived = {
  tables: [
    table("band_limits", "CREATE TABLE band_limits (yellow real, red real)"),
    table(
      "loan_cells",
      "CREATE TABLE loan_cells (status text NOT NULL, cx integer NOT NULL, cy integer NOT NULL, region text NOT NULL, " +
        "band integer NOT NULL, loans integer NOT NULL, amount integer NOT NULL, lon integer NOT NULL, " +
        "lat integer NOT NULL, PRIMARY KEY (status, cx, cy, region, band)) WITHOUT ROWID",
    ),
  ],
  fill: [SET_LIMITS, `${INSERT} ${FRESH_CELLS}`],
  indexes: [index("loan_cells_empty", "loan_cells (loans) WHERE loans = 0")],
  triggers: [
    trigger("cells_insert", "AFTER INSERT ON loans", [add(inserted)]),
    trigger("cells_update", `AFTER UPDATE OF ${columns.join(", ")} ON loans WHEN ${changed(columns)}`, [
      add(`${removed}\nUNION ALL ${inserted}`),
      CLEAN,
    ]),
    trigger("cells_delete", "AFTER DELETE ON loans", [add(removed), CLEAN]),
    trigger(
      "cells_limits",
      "AFTER INSERT ON settings_versions WHEN NOT EXISTS (SELECT 1 FROM band_limits " +
        `WHERE yellow = ${limitOf("new.body", "yellow")} AND red = ${limitOf("new.body", "red")})`,
      ["DELETE FROM band_limits", SET_LIMITS, "DELETE FROM loan_cells", `${INSERT} ${FRESH_CELLS}`],
    ),
  ],
};
