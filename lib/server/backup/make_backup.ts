/** Makes one backup, beside the portal that runs: a snapshot of the database, then every file that it names. */
import { databasePath } from "../../../db/database_path.ts";
import { withEnding } from "../../../db/ending.ts";
import { freeIn, sizeOf, snapshotFile } from "../../../db/snapshot.ts";
import { DAY_MS } from "../../domain/dates.ts";
import { fileSizeText } from "../../domain/files/file_size.ts";
import type { FileStore } from "../../domain/ports.ts";
import type { Env } from "../env.ts";
import { openNamedFiles } from "../files/named_store.ts";
import { refuseMissing } from "../start_problem.ts";
import { StartError } from "../operator_errors.ts";
import { type BackupPlace, type Manifest, openBackupPlace, readWhole } from "./backup_place.ts";
import { checkObjects } from "./check_objects.ts";
import { refuseGone } from "./known_backups.ts";
import { isNamed, markOf, namedFiles, turnOf, wrongBytes } from "./named_files.ts";
import { refuseEarlierCopy } from "./older_copy.ts";
import { removalsEnd, withRunMark } from "./run_marks.ts";

/** Bytes of one piece of the database. */
const PIECE_BYTES = 8 * 1024 * 1024;
/** Files that are copied at the same time. */
const AT_ONCE = 4;
/** How often a snapshot is taken anew because files went meanwhile. */
const MOST_SNAPSHOTS = 5;
/** Free space for a snapshot, as a multiple of the file. */
const SNAPSHOT_SPACE = 1.2;

/** A backup that was made. */
export interface MadeBackup {
  name: string;
  /** Milliseconds. */
  madeAt: number;
  /** Of the database and all files, before a key closed them. */
  bytes: number;
  files: number;
  /** Files that the storage itself lacks or has wrong. */
  faulty: string[];
  /** Files that the storage has lost, and that are in this backup since earlier ones. */
  gone: string[];
  /** Objects of earlier backups that are damaged or lost, and those of such that were stored anew. */
  damagedObjects: string[];
  storedAnew: string[];
}

/** How a backup is made. */
export interface BackupOptions {
  /** As in withScratch. */
  scratch?: string;
  /** The place may have lost the backups that the portal knows, or have newer ones: it is begun anew. */
  beginAnew?: boolean;
}

/** The file of the database. Throws StartError on a libSQL server, which has backups of its own. */
export function fileOf(env: Pick<Env, "databaseUrl">): string {
  if (env.databaseUrl.startsWith("file:")) return databasePath(env.databaseUrl);
  throw new StartError(
    "DATABASE_URL is a libSQL server, whose backups are its own: see docs/operations.md. This task is for a database file.",
  );
}

const SCRATCH = "snapshots";

/**
 * Removes the folder that withScratch made under this name, for a run that was ended amid its work; any error of it
 * waits a day.
 */
export async function removeScratch(dataDir: string, scratch: string): Promise<void> {
  await Deno.remove(`${dataDir}/${SCRATCH}/${scratch}`, { recursive: true }).catch(() => {});
}

/**
 * Gives `work` the path of a file that is not there yet, in a folder (named `scratch`) that goes afterwards. Left-overs
 * of kills go too. Throws StartError where the disk has no room for as many bytes as are `needed`: the portal itself
 * would be out of it.
 */
export async function withScratch<T>(
  { dataDir, needed, scratch = crypto.randomUUID() }: { dataDir: string; needed: number; scratch?: string },
  work: (path: string) => Promise<T>,
): Promise<T> {
  const parent = `${dataDir}/${SCRATCH}`;
  await Deno.mkdir(parent, { recursive: true, mode: 0o700 });
  for await (const { name } of Deno.readDir(parent)) {
    // Another run may end meanwhile, and remove its own.
    const found = await Deno.stat(`${parent}/${name}`).catch(() => null);
    if (found?.mtime && found.mtime.getTime() < Date.now() - DAY_MS) await removeScratch(dataDir, name);
  }
  const free = await freeIn(parent);
  if (free < needed) {
    throw new StartError(
      `A copy of the database needs ${fileSizeText(needed)} in ${dataDir}, where ${
        fileSizeText(free)
      } are free. Make room first.`,
    );
  }
  const folder = `${parent}/${scratch}`;
  await Deno.mkdir(folder, { mode: 0o700 });
  return await withEnding(() => work(`${folder}/snapshot.db`), () => Deno.remove(folder, { recursive: true }));
}

/**
 * Makes a backup at BACKUP_URL, and reads some of what earlier ones stored again. Until its manifest is written, which
 * is the last step, there is none: a kill leaves objects that the next one uses. Throws StartError where it cannot be
 * made. `now` in milliseconds.
 */
export async function makeBackup(
  env: Env,
  now = Date.now,
  { scratch, beginAnew = false }: BackupOptions = {},
): Promise<MadeBackup> {
  const path = fileOf(env);
  await refuseMissing(env);
  const place = await openBackupPlace(env);
  if (!beginAnew) {
    const all = await place.backups();
    refuseGone(path, env.backup!.url, all, now());
    await refuseEarlierCopy(turnOf(path), place, { env, now: now(), all });
  }
  const files = await openNamedFiles(env);
  await place.removeUnfinished(now() - DAY_MS);
  await place.claim(markOf(path), await place.names());
  return await withRunMark(place, "begun", now(), async () => {
    await removalsEnd(place, now());
    return await makeIn({ env, path, place, files, there: await place.names(), now, scratch });
  });
}

interface Making extends Omit<Copying, "copy"> {
  env: Env;
  scratch?: string;
}

async function makeIn({ env, path, place, files, there, now, scratch }: Making): Promise<MadeBackup> {
  const { checkedTo, damaged } = await checkObjects(place, there, await place.readAll(now()));
  for (let tries = 1;; tries++) {
    const manifest = await withScratch(
      { dataDir: env.dataDir, needed: SNAPSHOT_SPACE * await sizeOf(path), scratch },
      (copy) => copyAll({ path, copy, place, files, there, now }),
    );
    const unnamed = manifest.faulty.filter((id) => !isNamed(path, id));
    // Deleted for good after the snapshot: their rows are in it, so it is taken anew.
    if (unnamed.length > 0 && tries < MOST_SNAPSHOTS) continue;
    await refuseRemoved(place, manifest);
    const damagedObjects = damaged.filter((name) => !there.has(name));
    const { name, madeAt } = await place.putManifest({ ...manifest, checkedTo, damaged: damagedObjects });
    const bytes = [...manifest.database, ...manifest.files].reduce((sum, piece) => sum + piece.bytes, 0);
    const storedAnew = damaged.filter((name) => there.has(name));
    // The backup is there: a storage that cannot be listed now is told by its sweep.
    const gone = await goneFrom(files, manifest).catch(() => []);
    return {
      name,
      madeAt,
      bytes,
      files: manifest.files.length,
      faulty: manifest.faulty,
      gone: gone.filter((id) => isNamed(path, id)),
      damagedObjects,
      storedAnew,
    };
  }
}

interface Copying {
  path: string;
  copy: string;
  place: BackupPlace;
  files: FileStore;
  there: Set<string>;
  now: () => number;
}

async function copyAll({ path, copy, place, files, there, now }: Copying): Promise<Manifest> {
  const made = new Date(now()).toISOString();
  snapshotFile(path, copy);
  const manifest: Manifest = {
    format: 1,
    made,
    turn: turnOf(copy) ?? undefined,
    database: [],
    files: [],
    faulty: [],
  };
  using file = await Deno.open(copy);
  for (let piece; (piece = await readPiece(file)).length > 0;) manifest.database.push(await place.put(piece, there));
  const named = namedFiles(copy);
  for (let at = 0; at < named.length; at += AT_ONCE) {
    await Promise.all(
      named.slice(at, at + AT_ONCE).map(async (row) => {
        const { id, sha256, size } = row;
        if (!there.has(place.nameOf({ sha256, bytes: size }))) {
          const bytes = await readWhole(files, id, size);
          if (!bytes || wrongBytes(row, bytes)) return void manifest.faulty.push(id);
          await place.put(bytes, there);
        }
        manifest.files.push({ id, sha256, bytes: size });
      }),
    );
  }
  return manifest;
}

/** The files of the backup that the storage does not list: what earlier backups stored is not read there again. */
async function goneFrom(store: FileStore, { files }: Manifest): Promise<string[]> {
  const gone = new Set(files.map(({ id }) => id));
  for await (const ids of store.list(Infinity)) for (const id of ids) gone.delete(id);
  return [...gone];
}

/** The next piece of a file; empty at its end. */
async function readPiece(file: Deno.FsFile): Promise<Uint8Array<ArrayBuffer>> {
  const piece = new Uint8Array(PIECE_BYTES);
  let length = 0;
  for (let read; length < PIECE_BYTES && (read = await file.read(piece.subarray(length))); length += read);
  return piece.subarray(0, length);
}

/** Throws where an object that was there at the beginning went meanwhile, by hand or by a rule of the bucket. */
async function refuseRemoved(place: BackupPlace, { database, files }: Manifest): Promise<void> {
  const there = await place.names();
  if ([...database, ...files].every((piece) => there.has(place.nameOf(piece)))) return;
  throw new StartError(
    "Objects that this backup needs went from BACKUP_URL while it was made. Make it again, and look at what removes them.",
  );
}
