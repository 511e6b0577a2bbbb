/** Uploads on disk, in a folder of the data folder. */
import { statfs } from "node:fs/promises";
import { DAY_MS } from "../../domain/dates.ts";
import { Refusal } from "../../domain/refusal.ts";
import type { Log } from "../log.ts";
import type { Incoming } from "./incoming.ts";
import { Shares } from "./shares.ts";

const INCOMING_FOLDER = "incoming";

/** Folder of uploads during their requests; leftovers of a stopped process are removed later. */
export const incomingFolder = (dataDir: string): string => `${dataDir}/${INCOMING_FOLDER}`;

const MEGABYTE = 1024 * 1024;
/** Bytes that one sender may have on the disk at a time: four whole requests. */
const SHARE = 1024 * MEGABYTE;
/** What uploads leave free of the disk, on which the database may be: so many bytes, or of a small one that part. */
const LEFT_BYTES = 1024 * MEGABYTE, LEFT_PART = 0.05;
/** Bytes of a request after which the disk is looked at again. */
const LOOK_BYTES = MEGABYTE;

/** Bytes of a disk, and those that are free. */
interface Disk {
  bytes: number;
  free: number;
}

async function diskOf(folder: string): Promise<Disk> {
  const { blocks, bavail, bsize } = await statfs(folder);
  return { bytes: blocks * bsize, free: bavail * bsize };
}

/** True where uploads would leave too little of the disk to the rest of the portal. */
const isFull = ({ bytes, free }: Disk): boolean => free < Math.min(LEFT_BYTES, bytes * LEFT_PART);

/** While the disk is full the operator is told of it so often, in milliseconds: not at each of many uploads. */
const TOLD_MS = 10 * 60_000;

const noRoom = () =>
  new Refusal(
    507,
    "The portal has no room for files right now, so nothing was saved. Try again in an hour, or tell us.",
  );

/** Uploads on the disk of `dataDir`. `share` in bytes and `look` are for tests. */
export function incomingOnDisk(dataDir: string, log: Log, { share = SHARE, look = diskOf } = {}): Incoming {
  const parent = incomingFolder(dataDir), shares = new Shares({ most: Infinity, share });
  let toldAt = -Infinity;
  const refuseFull = (disk: Disk) => {
    if (!isFull(disk)) return;
    if (performance.now() - toldAt > TOLD_MS) {
      toldAt = performance.now();
      const reason = `${Math.floor(disk.free / MEGABYTE)} MB are free of the disk of DATA_DIR`;
      log({ level: "error", message: "uploads are refused", reason });
    }
    throw noRoom();
  };
  return {
    async open(sender) {
      await Deno.mkdir(parent, { recursive: true });
      const folder = await Deno.makeTempDir({ dir: parent }), held = shares.open(sender);
      let unseen = Infinity;
      return {
        async create(name) {
          const path = `${folder}/${name}`;
          const file = await Deno.open(path, { write: true, createNew: true, mode: 0o600 });
          return {
            path,
            async write(bytes) {
              held.take(bytes.length);
              if ((unseen += bytes.length) > LOOK_BYTES) {
                unseen = 0;
                refuseFull(await look(parent));
              }
              for (let at = 0; at < bytes.length;) at += await file.write(bytes.subarray(at));
            },
            [Symbol.dispose]: () => file.close(),
          };
        },
        async remove() {
          await Deno.remove(folder, { recursive: true }).catch(() => {});
          held.giveBack();
        },
      };
    },
    read: (path) => Deno.readFile(path),
    removeOld: (now) => removeOldIncoming(dataDir, now),
  };
}

/** Removes temporary folders of requests that began more than a day before `now`. */
export async function removeOldIncoming(dataDir: string, now: number): Promise<void> {
  const parent = incomingFolder(dataDir);
  try {
    for await (const { name } of Deno.readDir(parent)) {
      const { mtime } = await Deno.stat(`${parent}/${name}`);
      if (mtime && mtime.getTime() < now - DAY_MS) await Deno.remove(`${parent}/${name}`, { recursive: true });
    }
  } catch (error) {
    if (!(error instanceof Deno.errors.NotFound)) throw error;
  }
}
