/**
 * Puts a backup into an empty place: the files first, the database last, so that a restore that was cut never looks
 * whole.
 */
import { withReader } from "../../../db/snapshot.ts";
import { lockDatabaseFile } from "../../../db/process_lock.ts";
import { isMark } from "../../domain/files/storage_mark.ts";
import { isOfFuture } from "../../domain/operations/backup_age.ts";
import type { FileStore } from "../../domain/ports.ts";
import type { Env } from "../env.ts";
import { openNamedFiles } from "../files/named_store.ts";
import { StartError } from "../operator_errors.ts";
import { type BackupPlace, type Manifest, openBackupPlace } from "./backup_place.ts";
import { fileOf } from "./make_backup.ts";
import { quiesce } from "./quiesce.ts";

/** What was put back. */
export interface Restored {
  name: string;
  files: number;
  /** Mails of campaigns and touch-base that waited in it, and do not leave. */
  held: number;
  /** Files that the storage lacked already when the backup was made. */
  faulty: string[];
  /** How many files the backup itself has damaged or lost: they were left out. */
  lost: number;
  /** Newer backups that are damaged. */
  passedOver: string[];
}

/** Which backup is put back, and how. */
export interface RestoreOptions {
  /** Its manifest's name; the newest where none is given. */
  name?: string;
  /** Files that are damaged or lost in the backup are left out; else it is refused for them. */
  withoutDamaged?: boolean;
}

const PART = ".restoring";

/**
 * Restores a backup, the newest of those made by `now` (milliseconds), to DATABASE_URL and the storage, and checks all
 * against its manifest. Campaigns stand still then, nobody is signed in. May be run again where it was cut.
 * Throws StartError where the place is not empty or the backup not whole; no database is there then.
 */
export async function restoreBackup(
  env: Env,
  { name, withoutDamaged = false }: RestoreOptions = {},
  now = Date.now(),
): Promise<Restored> {
  const path = fileOf(env);
  const place = await openBackupPlace(env, "read");
  const [chosen, passedOver] = await chosenOf(place, name, now);
  const manifest = await place.manifest(chosen);
  await refuseDatabase(path);
  const lock = await lockDatabaseFile(path);
  try {
    const store = await openNamedFiles(env);
    await refuseForeign(store, manifest);
    const lost = await putFiles(place, manifest, store);
    if (lost.length > 0 && !withoutDamaged) throw damagedFiles(chosen, lost.map((file) => place.nameOf(file)));
    await writeDatabase(place, manifest, path + PART);
    checkDatabase(path + PART, chosen);
    const held = quiesce(path + PART, manifest.made, now);
    await refuseDatabase(path);
    await Deno.rename(path + PART, path);
    return {
      name: chosen,
      files: manifest.files.length - lost.length,
      held,
      faulty: manifest.faulty,
      lost: lost.length,
      passedOver,
    };
  } finally {
    lock.release();
  }
}

/**
 * The backup of this name, else the newest. One of another key that is newer is refused later, with what to do: an
 * older one is taken by its name alone. Damaged ones are passed over where an earlier one can be read.
 */
async function chosenOf(
  place: BackupPlace,
  name: string | undefined,
  now: number,
): Promise<[chosen: string, passedOver: string[]]> {
  const all = await place.backups();
  if (all.some((one) => one.name === name)) return [name!, []];
  if (name !== undefined && all.length > 0) {
    throw new StartError(`There is no backup ${name} at BACKUP_URL. Name one of those that --list names.`);
  }
  const made = all.filter(({ madeAt }) => !isOfFuture(madeAt, now)).toReversed();
  const passedOver: string[] = [];
  for (const one of made) {
    if (!place.reads(one) || await place.readable(one.name)) return [one.name, passedOver];
    passedOver.push(one.name);
  }
  if (made.length > 0) return [made[0].name, []];
  if (all.length === 0) throw new StartError("There is no whole backup at BACKUP_URL.");
  throw new StartError("All backups are of the future by this machine's clock. Set it, or name one: --backup=NAME.");
}

/** Refuses a database, and a leftover log, which SQLite would replay into the restored database. */
async function refuseDatabase(path: string): Promise<void> {
  for (const file of [path, `${path}-wal`, `${path}-journal`]) {
    if (await Deno.stat(file).catch(() => null)) {
      throw new StartError(`${file} is there already. Restore into an empty place, or move it away first.`);
    }
  }
}

/** Refuses a storage with other files. Those that an interrupted restore of the same backup stored are allowed. */
async function refuseForeign(store: FileStore, { files }: Manifest): Promise<void> {
  const ours = new Set(files.map(({ id }) => id));
  for await (const ids of store.list(Infinity)) {
    const foreign = ids.find((id) => !ours.has(id) && !isMark(id));
    if (foreign) {
      throw new StartError(
        `The storage holds files that are not in this backup (${foreign}). Restore into an empty one.`,
      );
    }
  }
}

/** Stores the files; returns those that the backup has damaged or lost. */
async function putFiles(place: BackupPlace, { files }: Manifest, store: FileStore): Promise<Manifest["files"]> {
  const lost: Manifest["files"] = [];
  for (const file of files) {
    try {
      await store.put(file.id, await place.get(file));
    } catch (error) {
      if (!(error instanceof StartError)) throw error;
      lost.push(file);
    }
  }
  return lost;
}

/** Objects that the refusal names. */
const MOST_NAMED = 10;

/** An earlier backup mostly has the same objects: what is stored once is in all of them. */
const damagedFiles = (name: string, objects: readonly string[]): StartError =>
  new StartError(
    `Files of ${name} are damaged or lost, and so they are in every backup with the same objects ` +
      `(${objects.length}: ${objects.slice(0, MOST_NAMED).join(", ")}${objects.length > MOST_NAMED ? ", …" : ""}). ` +
      "`deno task restore --without-damaged` restores everything else, and names what is missing then.",
  );

async function writeDatabase(place: BackupPlace, { database }: Manifest, path: string): Promise<void> {
  // Of a restore that was killed at its end: SQLite would put that one's pages among these.
  await Deno.remove(`${path}-journal`).catch((error) => {
    if (!(error instanceof Deno.errors.NotFound)) throw error;
  });
  using file = await Deno.open(path, { create: true, write: true, truncate: true, mode: 0o600 });
  for (const piece of database) {
    const bytes = await place.get(piece);
    for (let at = 0; at < bytes.length;) at += await file.write(bytes.subarray(at));
  }
  await file.sync();
}

function checkDatabase(path: string, name: string): void {
  const problems = withReader(path, (all) => [
    ...(all("pragma integrity_check") as { integrity_check: string }[]).map((row) => row.integrity_check)
      .filter((text) => text !== "ok"),
    ...all("pragma foreign_key_check").map(() => "a row names one that is not there"),
  ]);
  if (problems.length > 0) {
    throw new StartError(`The database of ${name} is not sound: ${problems[0]}. Take an earlier one.`);
  }
}
