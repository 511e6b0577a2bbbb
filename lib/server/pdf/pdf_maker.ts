/**
 * Generates PDFs in a worker, so that requests are not blocked. It starts with the first document and stops when idle.
 */
import { Semaphore } from "../../../db/mod.ts";
import type { PdfPrinter } from "../../domain/ports.ts";
import type { PrintDocument } from "../../domain/print/document.ts";
import type { WorkerHeaps } from "../metrics/worker_heaps.ts";
import { Refusal } from "../../domain/refusal.ts";
import { startWorker } from "../start_worker.ts";

export interface PdfMaker extends PdfPrinter {
  /** Stops the worker; pending documents are rejected. */
  close(): void;
}

const IDLE_MS = 60_000;
const TIMEOUT_MS = 60_000;
/** Besides the one in progress. */
const MAX_QUEUED = 19;

type Bytes = Uint8Array<ArrayBuffer>;
type WorkerResponse = { bytes?: Bytes; error?: string };

/** Throws 429 where as many documents wait as may. */
export function refuseQueue({ waiting }: Semaphore): void {
  if (waiting < MAX_QUEUED) return;
  throw new Refusal(429, "Many documents are being generated right now. Try again in a minute.", undefined, 60);
}

/**
 * A PDF maker with one worker, one document at a time. Throws 429 where the queue is full. `heaps` gets what the worker
 * says of its own.
 */
export function createPdfMaker(heaps?: WorkerHeaps): PdfMaker {
  const turns = new Semaphore();
  let worker: Worker | undefined;
  let idle: ReturnType<typeof setTimeout> | undefined;
  let current: { resolve: (bytes: Bytes) => void; reject: (error: Error) => void } | undefined;
  let closings = 0;

  function end(reason: string): void {
    clearTimeout(idle);
    worker?.terminate();
    worker = undefined;
    current?.reject(new Error(reason));
  }

  function start(): Worker {
    const started = startWorker(new URL("./worker.ts", import.meta.url), { type: "module", name: "pdf" });
    heaps?.watch("pdf", started);
    started.onmessage = ({ data }: MessageEvent<WorkerResponse>) => {
      if (data.bytes) current?.resolve(data.bytes);
      else current?.reject(new Error(`the PDF could not be made: ${data.error}`));
    };
    started.onerror = (event) => {
      event.preventDefault();
      end(`the PDF worker failed: ${event.message}`);
    };
    return started;
  }

  async function makeInWorker(document: PrintDocument): Promise<Bytes> {
    const { promise, resolve, reject } = Promise.withResolvers<Bytes>();
    clearTimeout(idle);
    current = { resolve, reject };
    const timer = setTimeout(() => end("the PDF took too long"), TIMEOUT_MS);
    try {
      worker ??= start();
      worker.postMessage(document);
      return await promise;
    } finally {
      clearTimeout(timer);
      current = undefined;
      if (worker) idle = setTimeout(() => end("idle"), IDLE_MS);
    }
  }

  return {
    make(document) {
      refuseQueue(turns);
      const closingsBefore = closings;
      return turns.run(() => {
        if (closingsBefore !== closings) throw new Error("closed");
        return makeInWorker(document);
      });
    },
    close() {
      closings++;
      end("closed");
    },
  };
}
