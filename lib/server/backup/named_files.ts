/** What backups read in a database file: the stored files that it names, whose it is, and when it was in use. */
import { withReader } from "../../../db/snapshot.ts";
import { MINUTE_MS } from "../../domain/dates.ts";
import { MINUTE_JOB, turnBegan } from "../../domain/operations/job_lease.ts";
import { digestOf } from "./backup_place.ts";

/** Tables whose rows name stored bytes: by `id`, with their `size` in bytes and `sha256` (hex). */
export const NAMING_TABLES = ["files", "mail_pictures"] as const;

export interface NamedFile {
  id: string;
  sha256: string;
  size: number;
}

/** No stored file is longer. */
export const MOST_BYTES = 100 * 1024 * 1024;

/** What is wrong with the bytes that a storage has of a file (null for none), to follow its id; empty where nothing. */
export function wrongBytes({ size, sha256 }: NamedFile, bytes: Uint8Array | null): string {
  if (bytes === null) return "has a row, and no bytes in the storage";
  return bytes.length === size && digestOf(bytes) === sha256 ? "" : "has other bytes in the storage than were uploaded";
}

/** The tables that this database has: one of an earlier version may lack some. */
const TABLES = `select name from sqlite_schema where type = 'table' and name in ('${NAMING_TABLES.join("', '")}')`;

/** All files that the database file at `path` names, in the order of its tables and ids. */
export function namedFiles(path: string): NamedFile[] {
  return withReader(
    path,
    (all) =>
      (all(TABLES) as { name: string }[]).flatMap(({ name }) =>
        all(`select id, sha256, size from ${name} order by id`) as NamedFile[]
      ),
  );
}

/** The mark that the database gave its portal; undefined before its first sweep. */
export function markOf(path: string): string | undefined {
  const table = "select 1 from sqlite_schema where type = 'table' and name = 'server_secrets'";
  const value = "select value from server_secrets where name = 'storage mark'";
  const [row] = withReader(path, (all) => all(table).length > 0 ? all(value) as { value: string }[] : []);
  return row?.value;
}

/** True where a row of the database file names this stored file now. */
export function isNamed(path: string, id: string): boolean {
  return withReader(
    path,
    (all) =>
      (all(TABLES) as { name: string }[]).some(({ name }) => all(`select 1 from ${name} where id = ?`, id).length > 0),
  );
}

/** When the portal of the database file at `path` last had its minute's turn, in milliseconds; null for never. */
export function turnOf(path: string): number | null {
  const table = "select 1 from sqlite_schema where type = 'table' and name = 'job_leases'";
  const turn = "select until from job_leases where name = ?";
  const [row] = withReader(
    path,
    (all) => all(table).length > 0 ? all(turn, MINUTE_JOB) as { until: number }[] : [],
  );
  return row ? turnBegan(row.until, MINUTE_MS) : null;
}
