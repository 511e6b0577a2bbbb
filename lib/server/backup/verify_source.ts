/** The database that is checked: a file, or a libSQL server, of which a copy of one moment is made. */
import { databasePath } from "../../../db/database_path.ts";
import { openDatabase } from "../../../db/mod.ts";
import { sizeOf, snapshotFile, withReader } from "../../../db/snapshot.ts";
import type { Env } from "../env.ts";
import { isNamed, type NamedFile, namedFiles, NAMING_TABLES } from "./named_files.ts";
import { copyServer } from "./server_dump.ts";

/** One check. `problems` are sentences; there are none where all is well. */
export interface Checked {
  what: string;
  problems: string[];
}

export interface CheckedSource {
  /** What is known of its pages. */
  pages(): Checked;
  /** Bytes. */
  size(): Promise<number>;
  /** Writes all of it, as it is at one moment, into a new file. Throws StartError where it cannot be had. */
  copyTo(path: string): Promise<void>;
  /** All files that rows name now. */
  named(): Promise<NamedFile[]>;
  /** True where a row names this stored file now. */
  isNamed(id: string): Promise<boolean>;
  close(): void;
}

/** Opens the database that the environment names. */
export async function openSource(env: Env): Promise<CheckedSource> {
  return env.databaseUrl.startsWith("file:") ? fileSource(databasePath(env.databaseUrl)) : await serverSource(env);
}

/** Rows of one answer of a server, which may be so long and no longer. */
const PAGE = 5_000;

type All = (sql: string) => unknown[];

const soundness = (all: All): string[] =>
  (all("pragma integrity_check") as { integrity_check: string }[]).map((row) => row.integrity_check)
    .filter((text) => text !== "ok");

const fileSource = (path: string): CheckedSource => ({
  pages: () => ({ what: "The database file is sound, page by page", problems: withReader(path, soundness) }),
  size: () => sizeOf(path),
  copyTo: (copy) => Promise.resolve(snapshotFile(path, copy)),
  named: () => Promise.resolve(namedFiles(path)),
  isNamed: (id) => Promise.resolve(isNamed(path, id)),
  close: () => {},
});

async function serverSource({ databaseUrl, databaseAuthToken }: Env): Promise<CheckedSource> {
  const { client, close } = await openDatabase({ url: databaseUrl, authToken: databaseAuthToken });
  const some = NAMING_TABLES.map((table) => `select 1 from ${table} where id = :id`).join(" union all ");
  return {
    pages: () => ({ what: "The libSQL server answers; its pages are its own to check", problems: [] }),
    async size() {
      const { rows } = await client.execute(
        "select page_count * page_size from pragma_page_count(), pragma_page_size()",
      );
      return Number(rows[0][0]);
    },
    copyTo: (copy) => copyServer({ databaseUrl, databaseAuthToken }, copy),
    async named() {
      const found: NamedFile[] = [];
      for (const table of NAMING_TABLES) {
        const sql = `select id, sha256, size from ${table} where id > ? order by id limit ${PAGE}`;
        for (let after: string | null = ""; after !== null;) {
          const page = (await client.execute({ sql, args: [after] })).rows as unknown as NamedFile[];
          found.push(...page);
          after = page.length < PAGE ? null : page.at(-1)!.id;
        }
      }
      return found;
    },
    isNamed: async (id) => (await client.execute({ sql: some, args: { id } })).rows.length > 0,
    close,
  };
}
