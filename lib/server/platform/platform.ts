/** What depends on where the portal runs: on a machine of its own, or where there is no disk, native code or worker. */
import type { ReadAreas } from "../../domain/maps/area_import.ts";
import type { Backups, FileStore, Passwords } from "../../domain/ports.ts";
import type { WatchedReader } from "../documents/outcomes.ts";
import type { Incoming } from "../incoming/incoming.ts";
import type { WorkerHeaps } from "../metrics/worker_heaps.ts";
import type { PdfMaker } from "../pdf/pdf_maker.ts";

/** Made once at the start. */
export interface Platform {
  files: FileStore;
  /** Where uploads stay during their requests. */
  incoming: Incoming;
  passwords: Passwords;
  documents: WatchedReader;
  pdf: PdfMaker;
  /** The JavaScript memory of its workers, by kind. */
  workerHeaps: WorkerHeaps["bytes"];
  /** Null where the portal makes no backups by itself. */
  backups: Backups | null;
  /** Reads areas from a GeoJSON's text. Throws 422 with what is wrong, 429 while others are read. */
  readAreas(text: string): Promise<ReadAreas>;
  /** True where the process runs on between requests: its own timers then look for work. Else a tick does. */
  awake: boolean;
}
