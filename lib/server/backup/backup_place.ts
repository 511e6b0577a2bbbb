/** The place of backups: objects under names that never change, and a manifest for each backup, written last. */
import { createHash } from "node:crypto";
import { isMark } from "../../domain/files/storage_mark.ts";
import { isOfFuture } from "../../domain/operations/backup_age.ts";
import type { FileStore } from "../../domain/ports.ts";
import type { Env } from "../env.ts";
import { createLocalStore } from "../files/local_store.ts";
import { namedStore } from "../files/named_store.ts";
import { createS3Store } from "../files/s3_store.ts";
import { backupFolderProblem, isMissing, step } from "../start_problem.ts";
import { StartError } from "../operator_errors.ts";
import { createSeal, type Seal } from "./seal.ts";
import { databasePath } from "../../../db/database_path.ts";

type Bytes = Uint8Array<ArrayBuffer>;

/** Some bytes of a backup. */
export interface Piece {
  /** Of the bytes as they were, before a key closed them; hex. */
  sha256: string;
  bytes: number;
}

/** What one backup consists of. */
export interface Manifest {
  format: 1;
  /** ISO instant of the database's snapshot. */
  made: string;
  /** When its portal last had its minute's turn, in milliseconds (older_copy.ts). */
  turn?: number;
  /** The database file, in the order of its pieces. */
  database: Piece[];
  /** Stored files, by the ids that the database knows them by. */
  files: (Piece & { id: string })[];
  /** Files whose bytes were missing or wrong in the storage itself: not in this backup. */
  faulty: string[];
  /** The last object that the round of checks read (check_objects.ts). */
  checkedTo?: string;
  /** Objects of earlier backups that are damaged or lost, and that this one could not store anew. */
  damaged?: string[];
}

/** A backup that is there whole. `name` is its manifest's. */
export interface BackupName {
  name: string;
  /** Milliseconds. */
  madeAt: number;
}

/** The same with its manifest, as far as that was read. */
export type ReadBackup = BackupName & { manifest: Manifest };

const MANIFEST = /^manifest-(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)(\d{3})Z(-[0-9a-f]{8})?$/;

/** The SHA-256 of bytes, hex. */
export const digestOf = (bytes: Uint8Array): string => createHash("sha256").update(bytes).digest("hex");

/** All bytes of a stored object; null where it is not there, or longer than `most` bytes. */
export async function readWhole(store: FileStore, id: string, most = Infinity): Promise<Bytes | null> {
  const body = await store.open(id);
  if (!body) return null;
  const pieces: Bytes[] = [];
  let length = 0;
  for await (const piece of body) {
    length += piece.length;
    if (length > most) return null;
    pieces.push(piece);
  }
  const whole = new Uint8Array(length);
  let at = 0;
  for (const piece of pieces) {
    whole.set(piece, at);
    at += piece.length;
  }
  return whole;
}

/** Where the backups of this portal lie. */
export class BackupPlace {
  constructor(private readonly store: FileStore, private readonly seal: Seal) {}

  /** The names of everything that is stored since before an instant (milliseconds), and begins so. */
  async names(before = Infinity, begin = ""): Promise<Set<string>> {
    const found = new Set<string>();
    for await (const ids of this.store.list(before, begin)) for (const id of ids) found.add(id);
    return found;
  }

  /** The whole backups, the oldest first. */
  async backups(): Promise<BackupName[]> {
    const found: BackupName[] = [];
    for (const name of await this.names(Infinity, "manifest-")) {
      const at = MANIFEST.exec(name);
      if (!at) continue;
      const [, year, month, day, hour, minute, second, ms] = at.map(Number);
      found.push({ name, madeAt: Date.UTC(year, month - 1, day, hour, minute, second, ms) });
    }
    return found.sort((a, b) => a.madeAt - b.madeAt);
  }

  /** The newest whole backup of this key, or of none, that was made by `now` (milliseconds); nothing of it is read. */
  newestName(now: number, all: readonly BackupName[]): BackupName | undefined {
    return all.findLast((one) => this.reads(one) && !isOfFuture(one.madeAt, now));
  }

  /**
   * The newest backup of this key, or of none, that was made by `now` (milliseconds) and whose manifest can be read.
   * `all`: the whole backups, where they are listed already.
   */
  async newest(now: number, all?: readonly BackupName[]): Promise<ReadBackup | undefined> {
    for (const one of (all ?? await this.backups()).toReversed()) {
      if (!this.reads(one) || isOfFuture(one.madeAt, now)) continue;
      const manifest = await this.readable(one.name);
      if (manifest) return { ...one, manifest };
    }
  }

  /** All backups of this key, or of none, that were made by `now` (milliseconds) and can be read, the oldest first. */
  async readAll(now: number): Promise<ReadBackup[]> {
    const found: ReadBackup[] = [];
    for (const one of await this.backups()) {
      if (!this.reads(one) || isOfFuture(one.madeAt, now)) continue;
      const manifest = await this.readable(one.name);
      if (manifest) found.push({ ...one, manifest });
    }
    return found;
  }

  /** Throws StartError where a mark among these names is another portal's than that of `own`. */
  refuseOther(own: string | undefined, names: ReadonlySet<string>): void {
    const other = [...names].find((name) => isMark(name) && name !== own);
    if (other === undefined) return;
    throw new StartError(
      `Another portal keeps its backups at BACKUP_URL (${other}), so none is made or removed there. Give each portal a ` +
        "place of its own. Where the other one is gone, remove that object (docs/operations.md).",
    );
  }

  /**
   * Leaves the portal's mark, which its database has from its first sweep on, among the names that are there. Throws
   * StartError where another portal's mark is.
   */
  async claim(own: string | undefined, there: ReadonlySet<string>): Promise<void> {
    this.refuseOther(own, there);
    if (own && ![...there].some(isMark)) {
      await this.store.put(own, new TextEncoder().encode("A portal keeps its backups here: see docs/operations.md.\n"));
    }
  }

  nameOf({ sha256 }: Piece): string {
    return this.seal.nameOf(sha256);
  }

  /** The names of all objects that a backup rests on. */
  objectsOf({ database, files }: Manifest): string[] {
    return [...database, ...files].map((piece) => this.nameOf(piece));
  }

  /** True for objects that this key, or no key, named. */
  isOurs(name: string): boolean {
    return /^[0-9a-f]{64}(-[0-9a-f]{8})?$/.test(name) && name.slice(64) === this.seal.mark;
  }

  /** True for manifests of this key, or of none where there is none. */
  reads({ name }: Pick<BackupName, "name">): boolean {
    return (MANIFEST.exec(name)?.[8] ?? "") === this.seal.mark;
  }

  /** Stores bytes unless they are among the names that are there; adds theirs. */
  async put(bytes: Bytes, there: Set<string>): Promise<Piece> {
    const piece = { sha256: digestOf(bytes), bytes: bytes.length };
    const name = this.nameOf(piece);
    if (there.has(name)) return piece;
    await this.store.put(name, await this.seal.close(name, bytes));
    there.add(name);
    return piece;
  }

  /** The bytes of a piece. Throws StartError where they are missing, damaged or of another key. */
  async get(piece: Piece): Promise<Bytes> {
    const name = this.nameOf(piece);
    const bytes = await this.#open(name);
    if (digestOf(bytes) !== piece.sha256) throw damaged(name);
    return bytes;
  }

  /** Writes the manifest, from which on the backup is there. */
  async putManifest(manifest: Manifest): Promise<BackupName> {
    const name = `manifest-${manifest.made.replace(/[-:.]/g, "")}${this.seal.mark}`;
    const text = new TextEncoder().encode(JSON.stringify(manifest));
    await this.store.put(name, await this.seal.close(name, text));
    return { name, madeAt: Date.parse(manifest.made) };
  }

  /** Throws StartError for a manifest of another key, or a damaged one. */
  async manifest(name: string): Promise<Manifest> {
    if (!this.reads({ name })) {
      throw new StartError(
        name.endsWith("Z")
          ? `The backup ${name} was made without a key: take BACKUP_KEY out to read it.`
          : this.seal.mark === ""
          ? `The backup ${name} was made with a BACKUP_KEY, and none is set. Set the one it was made with.`
          : `The backup ${name} was made with another BACKUP_KEY than the one that is set. Set the one it was made with.`,
      );
    }
    try {
      return JSON.parse(new TextDecoder().decode(await this.#open(name)));
    } catch (error) {
      throw error instanceof SyntaxError ? damaged(name) : error;
    }
  }

  /** The manifest; null where it is damaged, undefined where it went. A place that does not answer throws. */
  async readable(name: string): Promise<Manifest | null | undefined> {
    try {
      return await this.manifest(name);
    } catch (error) {
      if (!(error instanceof StartError)) throw error;
      return (await this.names()).has(name) ? null : undefined;
    }
  }

  /** True where an object has the bytes that its name says; undefined where it went. Throws where it is unreadable. */
  async isSound(name: string): Promise<boolean | undefined> {
    const bytes = await readWhole(this.store, name);
    if (!bytes) return undefined;
    const opened = await this.seal.open(name, bytes).catch(() => null);
    return opened !== null && this.seal.nameOf(digestOf(opened)) === name;
  }

  /** Stores an object that says something by its name alone. */
  async leaveMark(name: string): Promise<void> {
    await this.store.put(name, new TextEncoder().encode("A run at this place of backups.\n"));
  }

  async remove(name: string): Promise<void> {
    await this.store.remove(name);
  }

  /** Removes what a kill amid a write left behind, as old as a day. */
  async removeUnfinished(before: number): Promise<void> {
    await this.store.removeUnfinished(before);
  }

  async #open(name: string): Promise<Bytes> {
    const bytes = await readWhole(this.store, name);
    if (!bytes) throw new StartError(`This backup lacks ${name}, so it cannot be used. Take an earlier one.`);
    return await this.seal.open(name, bytes).catch(() => {
      throw damaged(name);
    });
  }
}

const damaged = (name: string): StartError =>
  new StartError(`${name} of this backup is damaged, so it cannot be used. Take an earlier one.`);

/**
 * Opens the place that BACKUP_URL names, and makes its folder unless backups are only `read`. Throws StartError where
 * none is set, or none is there to read. `timeoutMs`: as of a bucket's store.
 */
export async function openBackupPlace(
  env: Pick<Env, "backup">,
  use: "read" | "write" = "write",
  timeoutMs?: number,
): Promise<BackupPlace> {
  if (!env.backup) {
    throw new StartError("BACKUP_URL is not set: name the folder (file:/srv/backups) or the bucket of the backups.");
  }
  const { url, key } = env.backup, path = url.startsWith("file:") ? databasePath(url) : null;
  if (use === "read" && path !== null && await isMissing(path)) {
    throw new StartError(`There is no whole backup at BACKUP_URL: nothing is at ${path}.`);
  }
  const store = path === null
    ? createS3Store(url, { timeoutMs })
    : await step(backupFolderProblem(path), () => createLocalStore(path));
  return new BackupPlace(namedStore("BACKUP_URL", url, store), await createSeal(key));
}
