/** A store whose faults name the variable that leads to it, for tasks: their operator reads one sentence. */
import { databasePath } from "../../../db/database_path.ts";
import type { FileStore } from "../../domain/ports.ts";
import type { Env } from "../env.ts";
import { systemMessage } from "../start_problem.ts";
import { PlaceError } from "../operator_errors.ts";
import { openFileStore } from "./open_store.ts";
import { openBucket } from "./s3_bucket.ts";

function placeOf(url: string): string {
  if (url.startsWith("file:")) return `"${databasePath(url)}"`;
  return `the bucket ${openBucket(url, 0).bucket} at ${new URL(url).host}`;
}

/** Which file or folder the system's error is of: " ('/srv/backups/ab/abcdefgh')"; empty where it names none. */
const pathOf = (cause: unknown): string => {
  const path = cause instanceof Error && /\(os error \d+\): \w+ ('.+')$/.exec(cause.message)?.[1];
  return path ? ` (${path})` : "";
};

/** The same store; what it throws is a PlaceError. `url`: a folder as `file:`, or a bucket. */
export function namedStore(name: string, url: string, store: FileStore): FileStore {
  async function named<T>(work: () => Promise<T>): Promise<T> {
    try {
      return await work();
    } catch (cause) {
      const reason = systemMessage(cause) ?? (cause instanceof Error ? cause.message : String(cause));
      const why = reason.replace(/\.$/, "") + pathOf(cause);
      throw new PlaceError(`${name} leads to ${placeOf(url)}, which fails: ${why}.`, { cause });
    }
  }
  return {
    putFile: (id, path) => named(() => store.putFile(id, path)),
    put: (id, bytes) => named(() => store.put(id, bytes)),
    open: (id) => named(() => store.open(id)),
    remove: (id) => named(() => store.remove(id)),
    async *list(before, begin) {
      const pages = store.list(before, begin)[Symbol.asyncIterator]();
      for (let page; !(page = await named(() => pages.next())).done;) yield page.value;
    },
    removeUnfinished: (before) => named(() => store.removeUnfinished(before)),
  };
}

/** The storage of files as openFileStore opens it, with named faults. */
export async function openNamedFiles(env: Env): Promise<FileStore> {
  const store = await openFileStore(env);
  return env.storageUrl
    ? namedStore("STORAGE_URL", env.storageUrl, store)
    : namedStore("DATA_DIR", `file:${env.dataDir}`, store);
}
