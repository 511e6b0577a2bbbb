/** Reads areas from a GeoJSON in a worker, one at a time, so that a large or hostile file holds nobody up. */
import { Semaphore } from "../../../db/mod.ts";
import type { ReadAreas } from "../../domain/maps/area_import.ts";
import { invalid, Refusal } from "../../domain/refusal.ts";
import { startWorker } from "../start_worker.ts";

export type AreasResponse = { areas: ReadAreas } | { problem: string };

/** Milliseconds for one file; 24 MB take about two seconds. */
const TIMEOUT_MS = 30_000;
/** Files that may wait besides the one that is read. */
const MAX_QUEUED = 2;

/** A module worker without any permission. */
const NO_PERMISSIONS: WorkerOptions & { deno: { permissions: "none" } } = {
  type: "module",
  name: "areas",
  deno: { permissions: "none" },
};

const turns = new Semaphore();

/** The areas. Throws 422 with what is wrong and where, 429 while others are read. `timeoutMs` is for tests. */
export function readAreasInWorker(text: string, timeoutMs = TIMEOUT_MS): Promise<ReadAreas> {
  if (turns.waiting >= MAX_QUEUED) {
    throw new Refusal(429, "Other areas are being read. Try again in a minute.", undefined, 60);
  }
  return turns.run(() => {
    const { promise, resolve, reject } = Promise.withResolvers<ReadAreas>();
    const worker = startWorker(new URL("./worker.ts", import.meta.url), NO_PERMISSIONS);
    const late = setTimeout(
      () => reject(invalid("These areas took too long to check. Simplify them before you send them.")),
      timeoutMs,
    );
    worker.onerror = (event) => {
      event.preventDefault();
      reject(new Error(`the areas' worker failed: ${event.message}`));
    };
    worker.onmessage = ({ data }: MessageEvent<AreasResponse>) =>
      "areas" in data ? resolve(data.areas) : reject(invalid(data.problem));
    worker.postMessage(text);
    return promise.finally(() => {
      clearTimeout(late);
      worker.terminate();
    });
  });
}
