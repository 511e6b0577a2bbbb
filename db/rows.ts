import { Column, is, noopDecoder, type Query, SQL, type SQLWrapper } from "drizzle-orm";
import type { Db, Tx } from "./open.ts";

/** A drizzle select (built on `db` or `tx`) whose rows are of type `Row`. */
export interface SelectOf<Row> extends SQLWrapper, PromiseLike<Row[]> {
  prepare(): { getQuery(): Query };
}

/** A query whose SQL is built once; `all` runs it with values for its placeholders. */
export interface PreparedRows<Row> {
  all(values?: Record<string, unknown>): Promise<Row[]>;
}

type Field = Column | SQL | SQL.Aliased;
type Cells = unknown[];

// SQLite functions take 127 arguments; wider selections use several arrays.
const CELLS_PER_ARRAY = 100;

/** The parts of drizzle's prepared select that its types omit. */
interface SelectParts {
  getQuery(): Query;
  fields: { path: string[]; field: Field }[];
  mapAllResult(rows: Cells[]): unknown[];
}

/** Drizzle's session runs a statement in its database or transaction; the types hide it. */
interface WithSession {
  session: {
    prepareQuery(query: Query, fields: undefined, method: "all", arrays: true): {
      values(values?: Record<string, unknown>): Promise<Cells[]>;
    };
  };
}

interface Decoder {
  mapFromDriverValue(value: unknown): unknown;
}

/** What decodes the field: a column, also the one that an expression is mapped with, or a decoder by itself. */
function sourceOf(field: Field): Column | Decoder {
  if (is(field, Column)) return field;
  return ((is(field, SQL.Aliased) ? field.sql : field) as unknown as { decoder: Column | Decoder }).decoder;
}

/** Converts a cell to the field's value; undefined where none is needed. */
function decoderOf(field: Field): Decoder | undefined {
  const source = sourceOf(field);
  const isPlain = source === noopDecoder || source.mapFromDriverValue === Column.prototype.mapFromDriverValue;
  return isPlain ? undefined : source;
}

/** A cell as JSON text: json_array writes 15 digits of a real number, a double needs 17. */
function cellSql(field: Field, name: string): string {
  const source = sourceOf(field), type = is(source, Column) ? source.getSQLType() : "";
  if (type === "blob") {
    throw new TypeError(`A blob (${(source as Column).name}) has no JSON form: select it by itself.`);
  }
  if (type.startsWith("text") || type === "integer") return name;
  return `iif(typeof(${name}) = 'real', json(format('%!.17g', ${name})), ${name})`;
}

/** A reader of a flat selection's rows; drizzle's own mapping handles nested ones and outer joins. */
function rowReader(parts: SelectParts): (rows: Cells[]) => unknown[] {
  const flat = parts.fields.every(({ path, field }) =>
    path.length === 1 && (is(field, Column) || is(field, SQL) || is(field, SQL.Aliased))
  );
  if (!flat) return (rows) => parts.mapAllResult(rows);
  const columns = parts.fields.map(({ path, field }) => ({ key: path[0], decoder: decoderOf(field) }));
  return (rows) =>
    rows.map((cells) => {
      const row: Record<string, unknown> = {};
      for (let i = 0; i < columns.length; i++) {
        const { key, decoder } = columns[i];
        row[key] = decoder && cells[i] !== null ? decoder.mapFromDriverValue(cells[i]) : cells[i];
      }
      return row;
    });
}

/** The SQL expression of a row's cells, and the parser of its result. */
function rowSql(cells: string[]): { sql: string; read(row: unknown): Cells } {
  if (cells.length <= CELLS_PER_ARRAY) return { sql: `json_array(${cells})`, read: (row) => row as Cells };
  const arrays: string[] = [];
  for (let i = 0; i < cells.length; i += CELLS_PER_ARRAY) {
    arrays.push(`json_array(${cells.slice(i, i + CELLS_PER_ARRAY)})`);
  }
  return { sql: `json_array(${arrays})`, read: (row) => (row as Cells[]).flat() };
}

/**
 * Prepares a select that returns all rows as one JSON cell, which the client transfers several times faster than many
 * cells. Rows, types and order are the select's own. No blobs (TypeError); integers beyond 2^53 are rounded.
 */
export function prepareJsonRows<Row>(db: Db | Tx, query: SelectOf<Row>): PreparedRows<Row> {
  const parts = query.prepare() as unknown as SelectParts;
  const inner = parts.getQuery();
  const names = parts.fields.map((_, i) => `c${i}`);
  const cells = parts.fields.map(({ field }, i) => cellSql(field, names[i]));
  const row = rowSql(cells);
  const text = `with r(${names}) as (${inner.sql}) select json_group_array(${row.sql}) from r`;
  const prepared = (db as unknown as WithSession).session
    .prepareQuery({ ...inner, sql: text }, undefined, "all", true);
  const read = rowReader(parts);
  return {
    async all(values) {
      const [cell] = await prepared.values(values);
      const rows: unknown[] = JSON.parse(cell[0] as string);
      return read(rows.map(row.read)) as Row[];
    },
  };
}

/** Runs a select once, like `prepareJsonRows`. */
export function jsonRows<Row>(db: Db | Tx, query: SelectOf<Row>): Promise<Row[]> {
  return prepareJsonRows(db, query).all();
}
