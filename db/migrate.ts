import type { Client, InStatement } from "@libsql/client";
import { type MigrationMeta, readMigrationFiles } from "drizzle-orm/migrator";
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { DERIVED } from "./derived/mod.ts";
import {
  type Derived,
  type DerivedObject,
  type Extent,
  makeStatements,
  recordedObjects,
  versionOf,
} from "./derived/objects.ts";
import { DatabaseUseError, isConstraintViolation, isStatementRefused, MigrationError } from "./errors.ts";

const FOLDER = fileURLToPath(new URL("./migrations", import.meta.url));

// Drizzle's own journal table, so that its tools read it.
const JOURNAL = "__drizzle_migrations";
/** One row: how often the schema or the derived data was made, and of what they are. */
const DERIVED_STATE = "__derived";
const CREATE_STATE = [
  `create table if not exists ${JOURNAL} (id integer primary key, hash text not null, created_at numeric)`,
  `create unique index if not exists ${JOURNAL}_once on ${JOURNAL} (created_at)`,
  `create table if not exists ${DERIVED_STATE} (generation integer primary key, version text not null, objects text not null)`,
];

type ObjectName = { type: DerivedObject["type"] | "trigger" | "view"; name: string };

/** The database's applied migrations and derived data. */
interface State {
  applied: Set<number>;
  generation: number;
  version: string;
  /** Derived objects present, in an order in which they can be dropped. */
  objects: ObjectName[];
}

async function readState(client: Client): Promise<State> {
  const namesOf = async (where: string): Promise<ObjectName[]> =>
    (await client.execute(`select type, name from sqlite_schema where ${where}`)).rows as unknown as ObjectName[];
  const own = await namesOf(`type = 'table' and name in ('${JOURNAL}', '${DERIVED_STATE}')`);
  const has = (name: string) => own.some((table) => table.name === name);
  // The generation comes first: a concurrent change has raised it, and ours is then refused.
  const made = has(DERIVED_STATE) ? (await client.execute(`select * from ${DERIVED_STATE}`)).rows[0] : undefined;
  const journal = has(JOURNAL) ? (await client.execute(`select created_at from ${JOURNAL}`)).rows : [];
  return {
    applied: new Set(journal.map((row) => Number(row[0]))),
    generation: Number(made?.generation ?? 0),
    version: String(made?.version ?? ""),
    // Migrations make only tables and indexes, so every trigger and view is derived.
    objects: [...await namesOf("type in ('trigger', 'view')"), ...JSON.parse(String(made?.objects ?? "[]"))],
  };
}

/** When the migrations of a folder were made, which names them. Their SQL is read where one is to run. */
function instantsOf(folder: string): number[] {
  const journal: { entries: { when: number }[] } = JSON.parse(readFileSync(`${folder}/meta/_journal.json`, "utf8"));
  return journal.entries.map(({ when }) => when);
}

/** Throws DatabaseUseError for a database of a newer version: its tables may lack or reject what this one writes. */
function refuseUnknown(applied: ReadonlySet<number>, known: readonly number[]): void {
  const instants = new Set(known);
  const unknown = [...applied].filter((instant) => !instants.has(instant));
  if (unknown.length === 0) return;
  const day = new Date(Math.max(...unknown)).toISOString().slice(0, 10);
  throw new DatabaseUseError(
    `The database was changed by another version of the program (by a migration of ${day}) that this one does not know: ` +
      "start that version or a newer one, or put back a backup from before it.",
  );
}

/** SQLite's error for an invalid JSON path, with the text that it quotes. */
const QUOTED_PATH = /JSON path[^']*'(.*)'/s;
/**
 * Ends migrations that leave references without their row: the statement fails in the transaction, so all of them are
 * undone. SQLite has no statement that fails with a given text, so it fails on a JSON path.
 */
const REFUSE_BROKEN = `select json_extract('{}', broken) from (
  select group_concat(n || ' in ' || child || ' to ' || parent, ', ') as broken from (
    select "table" as child, "parent" as parent, count(*) as n from pragma_foreign_key_check group by 1, 2
  )
) where broken is not null`;

/** A statement's refusal, REFUSE_BROKEN's with its references, as a MigrationError; any other error as it is. */
function refusalOf(error: unknown): unknown {
  if (!(error instanceof Error) || !isStatementRefused(error)) return error;
  const [, broken] = QUOTED_PATH.exec(error.message) ?? [];
  return new MigrationError(
    broken === undefined ? error.message : `references would be left without their row: ${broken}`,
    error,
  );
}

/** The extents of the tables that derived data is summed from in slices; tables without rows are left out. */
async function extentsOf(client: Client, derived: readonly Derived[]): Promise<Map<string, Extent>> {
  const extents = new Map<string, Extent>();
  for (const name of new Set(derived.flatMap(({ sliced }) => sliced?.of ?? []))) {
    const { rows } = await client.execute({
      sql: "select 1 from sqlite_schema where type = 'table' and name = ?",
      args: [name],
    });
    if (rows.length === 0) continue;
    const [row] = (await client.execute(`select max(id), min(created), max(created) from ${name}`)).rows;
    if (row[0] !== null) extents.set(name, { lastId: Number(row[0]), from: Number(row[1]), to: Number(row[2]) });
  }
  return extents;
}

/** A long change's progress, as a sentence; reported every few seconds. */
export type Report = (sentence: string) => void;

const REPORT_EVERY_MS = 5_000;

/** Reports a change's progress after a step, where the last report is some seconds old. */
function progress(report: Report | undefined, steps: number): (done: number) => void {
  let reported = performance.now();
  return (done) => {
    if (!report || performance.now() - reported < REPORT_EVERY_MS) return;
    reported = performance.now();
    report(`The database is brought to this version: ${done} of ${steps} steps are done.`);
  };
}

/** A client that reports after each statement how many are done; a libSQL server runs all at once and does not. */
interface ProgressClient {
  migrate(statements: InStatement[], onStep?: (done: number) => void): Promise<unknown>;
}

/** `report` gets the progress; the rest are overrides for tests. */
export interface MigrateOptions {
  report?: Report;
  /** Migrations in drizzle-kit's format. */
  folder?: string;
  derived?: readonly Derived[];
  /** Rebuilds the derived data even if its version is the same. */
  rebuild?: boolean;
}

/** The statements that bring a database from `state` to all of `migrations` with the derived data made anew. */
function stepsFrom(
  state: State,
  pending: readonly MigrationMeta[],
  derived: readonly Derived[],
  computed: readonly InStatement[],
  extents: ReadonlyMap<string, Extent>,
): InStatement[] {
  const objects = JSON.stringify(recordedObjects(derived));
  return [
    // First, as it takes the write lock and stops a concurrent migration before the schema does.
    {
      sql: `insert into ${DERIVED_STATE} (generation, version, objects) values (?, ?, ?)`,
      args: [state.generation + 1, versionOf(derived), objects],
    },
    { sql: `delete from ${DERIVED_STATE} where generation <= ?`, args: [state.generation] },
    ...state.objects.map(({ type, name }) => `drop ${type} if exists "${name}"`),
    ...pending.flatMap(({ sql, hash, folderMillis }): InStatement[] => [
      { sql: `insert into ${JOURNAL} (hash, created_at) values (?, ?)`, args: [hash, folderMillis] },
      ...sql.filter((text) => text.trim() !== ""),
    ]),
    ...computed,
    ...makeStatements(derived, extents),
    ...pending.length > 0 ? [REFUSE_BROKEN] : [],
  ];
}

/** True for a database in use that has migrations to run. Throws DatabaseUseError for one of a newer version. */
export async function upgradesFrom(client: Client, { folder = FOLDER }: MigrateOptions = {}): Promise<boolean> {
  const { applied } = await readState(client);
  const known = instantsOf(folder);
  refuseUnknown(applied, known);
  return applied.size > 0 && known.some((instant) => !applied.has(instant));
}

/**
 * Runs missing migrations and rebuilds outdated derived data, atomically, with foreign keys off. Safe for processes
 * that start together on one libSQL server. Returns the number of migrations that this call ran. Throws
 * DatabaseUseError for a database of a newer version, MigrationError where a statement is refused.
 */
export async function migrate(client: Client, options: MigrateOptions = {}): Promise<number> {
  const { folder = FOLDER, derived = DERIVED, rebuild = false } = options;
  const known = instantsOf(folder), version = versionOf(derived);
  while (true) {
    const state = await readState(client);
    refuseUnknown(state.applied, known);
    const isAtThis = known.every((instant) => state.applied.has(instant));
    if (isAtThis && state.version === version && !rebuild) return 0;
    const migrations = isAtThis ? [] : readMigrationFiles({ migrationsFolder: folder });
    const pending = migrations.filter(({ folderMillis }) => !state.applied.has(folderMillis));
    try {
      if (state.generation === 0) await client.migrate(CREATE_STATE);
      const computed = await Promise.all(derived.map((piece) => piece.computed?.statements(client) ?? []));
      const steps = stepsFrom(state, pending, derived, computed.flat(), await extentsOf(client, derived));
      await (client as ProgressClient).migrate(steps, progress(options.report, steps.length));
    } catch (error) {
      if (isConstraintViolation(error) && (await readState(client)).generation > state.generation) continue;
      throw refusalOf(error);
    }
    return pending.length;
  }
}
