/** A machine of the portal's own: native code, workers, a disk. */
import { readAreasInWorker } from "../areas/reader.ts";
import { createBackups } from "../backup/backups.ts";
import { createDocumentReader } from "../documents/reader.ts";
import type { Env } from "../env.ts";
import { openFileStore } from "../files/open_store.ts";
import { incomingOnDisk } from "../incoming/on_disk.ts";
import type { Log } from "../log.ts";
import { createWorkerHeaps } from "../metrics/worker_heaps.ts";
import { createPasswords } from "../passwords/native.ts";
import { createPdfMaker } from "../pdf/pdf_maker.ts";
import type { Platform } from "./platform.ts";

/** Opens the storage. Throws StartError where it cannot be. */
export async function openMachine(env: Env, log: Log): Promise<Platform> {
  const heaps = createWorkerHeaps(["document", "pdf"]);
  return {
    files: await openFileStore(env),
    incoming: incomingOnDisk(env.dataDir, log),
    passwords: createPasswords(),
    documents: createDocumentReader({ heaps }),
    pdf: createPdfMaker(heaps),
    workerHeaps: heaps.bytes,
    backups: createBackups(env),
    readAreas: readAreasInWorker,
    awake: true,
  };
}
