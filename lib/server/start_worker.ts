/** Starts workers while file handles are left: Deno ends the whole process where a worker gets none. */

/** Handles that have to be free: a worker opens six at once, and other threads may take some meanwhile. */
const HANDLES = 16;

/** A file that the portal may read, whatever the script is. */
const THIS = new URL(import.meta.url);

/** A worker with this script. Throws where too few file handles are left. */
export function startWorker(script: URL, options: WorkerOptions): Worker {
  const opened: Deno.FsFile[] = [];
  try {
    while (opened.length < HANDLES) opened.push(Deno.openSync(THIS));
  } finally {
    for (const file of opened) file.close();
  }
  return new Worker(script, options);
}
