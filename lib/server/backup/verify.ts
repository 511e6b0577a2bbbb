/** Checks a whole installation and changes nothing: database, files, what features ask of it, what it derives. */
import { databaseUrl } from "../../../db/database_path.ts";
import { DERIVED } from "../../../db/derived/mod.ts";
import { fillOf } from "../../../db/derived/objects.ts";
import { type InstallationCheck, migrate, MigrationError, openDatabase } from "../../../db/mod.ts";
import { withReader } from "../../../db/snapshot.ts";
import type { FileStore } from "../../domain/ports.ts";
import type { Env } from "../env.ts";
import { openNamedFiles } from "../files/named_store.ts";
import { refuseMissing } from "../start_problem.ts";
import { readWhole } from "./backup_place.ts";
import { withScratch } from "./make_backup.ts";
import { MOST_BYTES, namedFiles, wrongBytes } from "./named_files.ts";
import { type Checked, type CheckedSource, openSource } from "./verify_source.ts";

type Row = Record<string, unknown>;
type All = (sql: string, ...args: unknown[]) => unknown[];

/** Free space for the copy and for making all of it anew, as a multiple of the file. */
const CHECK_SPACE = 2.5;

/**
 * Runs every check, on a copy of the database of one moment; the portal may run meanwhile. Throws StartError where a
 * libSQL server gives no copy. `checks` are the features'; `now` in milliseconds.
 */
export async function verifyInstallation(
  env: Env,
  checks: readonly InstallationCheck[],
  now: number,
): Promise<Checked[]> {
  await refuseMissing(env);
  const store = await openNamedFiles(env);
  const source = await openSource(env);
  try {
    const found = [source.pages()];
    const needed = CHECK_SPACE * await source.size();
    await withScratch({ dataDir: env.dataDir, needed }, async (copy) => {
      await source.copyTo(copy);
      found.push(...await checkCopy(copy, { source, store, checks, now }));
    });
    return found;
  } finally {
    source.close();
  }
}

interface CopyOf {
  source: CheckedSource;
  store: FileStore;
  checks: readonly InstallationCheck[];
  now: number;
}

async function checkCopy(copy: string, { source, store, checks, now }: CopyOf): Promise<Checked[]> {
  const found: Checked[] = [
    { what: "Every row that is named is there", problems: withReader(copy, references) },
    await checkFiles(source, copy, store),
  ];
  const before = versionIn(copy);
  try {
    await migrateCopy(copy, false);
    for (const { what, problems } of checks) found.push({ what, problems: await problems(copy, now) });
    // Last: it makes all that is derived anew in the copy, which the features' checks compare with.
    found.push(await checkDerived(copy, versionIn(copy) === before));
  } catch (error) {
    if (!(error instanceof MigrationError)) throw error;
    found.push({ what: "This version opens the database, as the other checks need", problems: [error.message] });
  }
  return found;
}

const references = (all: All): string[] =>
  (all('select "table", "parent", count(*) as n from pragma_foreign_key_check group by 1, 2') as Row[])
    .map(({ table, parent, n }) => `${n} of ${table} name rows of ${parent} that are not there`);

/** Reads every stored file that a row names. What was deleted for good meanwhile is no fault. */
async function checkFiles(source: CheckedSource, copy: string, store: FileStore): Promise<Checked> {
  const problems: string[] = [];
  const rows = namedFiles(copy);
  for (const row of rows) {
    const wrong = wrongBytes(row, await readWhole(store, row.id, MOST_BYTES));
    if (wrong && await source.isNamed(row.id)) problems.push(`The file ${row.id} ${wrong}.`);
  }
  return { what: `Every file has the bytes that were uploaded (${rows.length})`, problems };
}

/** Queries for derived tables with columns or rows that a fresh computation does not give. */
const READ_OTHERWISE: Readonly<Record<string, string>> = {
  loan_cells:
    "select status, region, band, sum(loans), sum(amount) from loan_cells group by 1, 2, 3 having sum(loans) <> 0",
};

/** Contents of each derived table: rows as text, sorted. */
function derivedRows(all: All): Map<string, string[]> {
  // Tables without fill statements are filled by a job later: the book, which check_ledgers.ts compares.
  const filled = DERIVED.filter((piece) => fillOf(piece).length > 0).flatMap(({ tables = [] }) =>
    tables.map(({ name }) => name)
  );
  const queries = ["loans", ...filled].map((name) =>
    [name, READ_OTHERWISE[name] ?? `select * from "${name}"`] as const
  );
  return new Map(queries.map(([name, sql]) => [name, all(sql).map((row) => JSON.stringify(row)).sort()]));
}

/** Identifies the version of a database: its derived data and the number of migrations. */
const VERSION = "select version, (select count(*) from __drizzle_migrations) as migrations from __derived";

const versionIn = (copy: string): string => withReader(copy, (all) => JSON.stringify(all(VERSION)));

async function migrateCopy(copy: string, rebuild: boolean): Promise<void> {
  const { client, close } = await openDatabase({ url: databaseUrl(copy) });
  try {
    await migrate(client, { rebuild });
  } finally {
    close();
  }
}

/** Makes everything derived anew in the copy, and compares; not where it was brought to this version just now. */
async function checkDerived(copy: string, isOfThisVersion: boolean): Promise<Checked> {
  const what = "What is derived is what its source gives";
  if (!isOfThisVersion) {
    return { what: `${what}: made anew at the first start, as the database is of an earlier version`, problems: [] };
  }
  const before = withReader(copy, derivedRows);
  await migrateCopy(copy, true);
  const problems = [...withReader(copy, derivedRows)].flatMap(([name, rows]) => {
    const stored = before.get(name)!;
    const right = new Set(rows);
    const wrong = stored.filter((row) => !right.has(row)).length + Math.max(0, rows.length - stored.length);
    return wrong === 0
      ? []
      : [`${name}: ${wrong} of ${rows.length} rows differ. \`deno task db:rebuild\` makes them anew.`];
  });
  return { what, problems };
}
