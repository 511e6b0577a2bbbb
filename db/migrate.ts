import type { Client } from "@libsql/client";
import { type MigrationMeta, readMigrationFiles } from "drizzle-orm/migrator";
import { fileURLToPath } from "node:url";
import { DatabaseUseError, isConstraintViolation } from "./errors.ts";

const FOLDER = fileURLToPath(new URL("./migrations", import.meta.url));

// Drizzle's own journal table, so that its tools read it. The index lets one of two processes win each migration.
const JOURNAL = "__drizzle_migrations";
const CREATE_JOURNAL =
  `create table if not exists ${JOURNAL} (id integer primary key, hash text not null, created_at numeric)`;
const CREATE_JOURNAL_INDEX = `create unique index if not exists ${JOURNAL}_once on ${JOURNAL} (created_at)`;

async function appliedInstants(client: Client): Promise<Set<number>> {
  const { rows } = await client.execute(`select created_at from ${JOURNAL}`);
  return new Set(rows.map((row) => Number(row[0])));
}

/** Another version's tables may miss what this one writes, or hold what this one would break. Throws DatabaseUseError. */
function refuseUnknown(applied: ReadonlySet<number>, known: readonly MigrationMeta[]): void {
  const instants = new Set(known.map(({ folderMillis }) => folderMillis));
  const unknown = [...applied].filter((instant) => !instants.has(instant));
  if (unknown.length === 0) return;
  const day = new Date(Math.max(...unknown)).toISOString().slice(0, 10);
  throw new DatabaseUseError(
    `The database was changed by another version of the program (by a migration of ${day}) that this one does not know: ` +
      "start that version or a newer one, or put back a backup from before it.",
  );
}

async function refuseBrokenReferences(client: Client): Promise<void> {
  const { rows } = await client.execute(
    'select "table", "parent", count(*) from pragma_foreign_key_check group by 1, 2',
  );
  if (rows.length === 0) return;
  const broken = rows.map((row) => `${row[2]} in ${row[0]} to ${row[1]}`).join(", ");
  throw new Error(`The migrations left references without their row: ${broken}. Restore the backup.`);
}

/**
 * Brings the database to the newest schema: runs the migrations of `folder` (drizzle-kit's format) that its journal
 * lacks, each all or nothing, foreign keys off meanwhile. Processes that start together on one libSQL server may all
 * call it. Answers the number that this call ran. Throws DatabaseUseError where a migration was run that `folder` lacks.
 */
export async function migrate(client: Client, folder: string = FOLDER): Promise<number> {
  const migrations = readMigrationFiles({ migrationsFolder: folder });
  await client.execute(CREATE_JOURNAL);
  await client.execute(CREATE_JOURNAL_INDEX);
  const applied = await appliedInstants(client);
  refuseUnknown(applied, migrations);
  let ran = 0;
  for (const { sql, hash, folderMillis } of migrations) {
    if (applied.has(folderMillis)) continue;
    const record = { sql: `insert into ${JOURNAL} (hash, created_at) values (?, ?)`, args: [hash, folderMillis] };
    try {
      // The journal row first: it takes the write lock, and stops the one who comes second before the schema does.
      await client.migrate([record, ...sql.filter((text) => text.trim() !== "")]);
      ran++;
    } catch (error) {
      if (!isConstraintViolation(error) || !(await appliedInstants(client)).has(folderMillis)) throw error;
    }
  }
  if (ran > 0) await refuseBrokenReferences(client);
  return ran;
}
