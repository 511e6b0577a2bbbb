/**
 * How derived data is declared: SQL text that makes it from the tables, so that it can be dropped and made again at any
 * time.
 */
import type { Client, InStatement } from "@libsql/client";
import { createHash } from "node:crypto";

/** A table or index that is derived: recorded by name, so that a later version can drop it. */
export interface DerivedObject {
  type: "table" | "index";
  name: string;
  sql: string;
}

/** Columns that are worked out in TypeScript: `version` is the text that the answers follow from. */
export interface Computed {
  version: string;
  /** Reads the rows there are; the statements that bring their columns along, in the tables of today. */
  statements(client: Client): Promise<InStatement[]>;
}

/** The ids and instants that a long table has when filling begins; later rows belong to the last slice. */
export interface Extent {
  lastId: number;
  /** In milliseconds. */
  from: number;
  to: number;
}

/** Contents that are added up a slice at a time, so that memory does not grow with the table. */
export interface Sliced {
  /** A table with `id` and `created`. */
  of: string;
  /** The statements; without an extent all is one slice. */
  fill(extent?: Extent): string[];
}

/** Rows of a long table that are added up at once. */
const SLICE = 50_000;

/** Conditions on `id` that cut a table into slices; each row is in one of them, also one that comes later. */
export function idSlices(extent?: Extent): string[] {
  const starts = [0];
  while (starts.at(-1)! + SLICE < (extent?.lastId ?? 0)) starts.push(starts.at(-1)! + SLICE);
  return starts.map((start, i) =>
    i === starts.length - 1 ? `id > ${start}` : `id > ${start} AND id <= ${start + SLICE}`
  );
}

/** One piece of derived data. All tables are made first, then filled; indexes and triggers come last. */
export interface Derived {
  /** Comes before everything that is filled. */
  computed?: Computed;
  tables?: readonly DerivedObject[];
  /** Statements that compute the contents from the loans and accounts there are. */
  fill?: readonly string[];
  /** The same where the statements take long to write: `version` is the text that they follow from. */
  late?: { version: string; fill(): readonly string[] };
  /** The same from a long table. */
  sliced?: Sliced;
  indexes?: readonly DerivedObject[];
  /** `CREATE TRIGGER` statements that keep the contents right. */
  triggers?: readonly string[];
}

/** A derived table; `sql` is its whole CREATE statement. */
export const table = (name: string, sql: string): DerivedObject => ({ type: "table", name, sql });

/** A derived index on `on`, for example `loans (city)`. */
export const index = (name: string, on: string): DerivedObject => ({
  type: "index",
  name,
  sql: `CREATE INDEX ${name} ON ${on}`,
});

/** A trigger; `when` is its event, for example `AFTER INSERT ON loans`. */
export const trigger = (name: string, when: string, statements: readonly string[]): string =>
  `CREATE TRIGGER ${name} ${when} BEGIN\n${statements.map((sql) => `  ${sql};`).join("\n")}\nEND`;

/** True in a trigger where one of the columns gets another value, for `AFTER UPDATE OF`. */
export const changed = (columns: readonly string[]): string =>
  columns.map((name) => `old.${name} IS NOT new.${name}`).join(" OR ");

/** The statements that fill a piece. */
export const fillOf = ({ fill = [], late, sliced }: Derived, extent?: Extent): string[] => [
  ...fill,
  ...late?.fill() ?? [],
  ...sliced?.fill(extent) ?? [],
];

/** The statements that make all pieces, in order; `extents` are the tables' extents. */
export function makeStatements(derived: readonly Derived[], extents?: ReadonlyMap<string, Extent>): string[] {
  const all = <T>(of: (piece: Derived) => readonly T[] | undefined): T[] => derived.flatMap((piece) => of(piece) ?? []);
  return [
    ...all((piece) => piece.tables).map(({ sql }) => sql),
    ...all((piece) => fillOf(piece, extents?.get(piece.sliced?.of ?? ""))),
    ...all((piece) => piece.indexes).map(({ sql }) => sql),
    ...all((piece) => piece.triggers),
  ];
}

/** The tables and indexes of all pieces, as they are recorded. */
export const recordedObjects = (derived: readonly Derived[]): Pick<DerivedObject, "type" | "name">[] =>
  derived.flatMap(({ tables = [], indexes = [] }) => [...indexes, ...tables]).map(({ type, name }) => ({ type, name }));

/** A digest of everything that makes the pieces: another text, another version. */
export function versionOf(derived: readonly Derived[]): string {
  const statements = makeStatements(derived.map((piece) => ({ ...piece, late: undefined })));
  const versions = derived.map(({ computed, late }) => [computed?.version, late?.version]);
  return createHash("sha256").update(JSON.stringify([statements, versions])).digest("hex").slice(0, 16);
}
