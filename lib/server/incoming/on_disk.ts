/** Uploads on disk, in a folder of the data folder. */
import type { Incoming } from "./incoming.ts";

const INCOMING_FOLDER = "incoming";

/** Folder of uploads during their requests; leftovers of a stopped process are removed later. */
export const incomingFolder = (dataDir: string): string => `${dataDir}/${INCOMING_FOLDER}`;

/** Uploads on the disk of `dataDir`. */
export function incomingOnDisk(dataDir: string): Incoming {
  const parent = incomingFolder(dataDir);
  return {
    async open() {
      await Deno.mkdir(parent, { recursive: true });
      const folder = await Deno.makeTempDir({ dir: parent });
      return {
        async create(name) {
          const path = `${folder}/${name}`;
          const file = await Deno.open(path, { write: true, createNew: true });
          return {
            path,
            async write(bytes) {
              for (let at = 0; at < bytes.length;) at += await file.write(bytes.subarray(at));
            },
            [Symbol.dispose]: () => file.close(),
          };
        },
        remove: () => Deno.remove(folder, { recursive: true }).catch(() => {}),
      };
    },
    read: (path) => Deno.readFile(path),
    removeOld: (now) => removeOldIncoming(dataDir, now),
  };
}

const DAY = 24 * 3600_000;

/** Removes temporary folders of requests that began more than a day before `now`. */
export async function removeOldIncoming(dataDir: string, now: number): Promise<void> {
  const parent = incomingFolder(dataDir);
  try {
    for await (const { name } of Deno.readDir(parent)) {
      const { mtime } = await Deno.stat(`${parent}/${name}`);
      if (mtime && mtime.getTime() < now - DAY) await Deno.remove(`${parent}/${name}`, { recursive: true });
    }
  } catch (error) {
    if (!(error instanceof Deno.errors.NotFound)) throw error;
  }
}
