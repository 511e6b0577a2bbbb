/** Makes PDFs in a worker, so that requests are answered meanwhile. It starts with the first document and ends when idle. */
import type { PdfPrinter } from "../../domain/ports.ts";
import { Refusal } from "../../domain/refusal.ts";

export interface PdfMaker extends PdfPrinter {
  /** Ends the worker; documents that are still being made are given up. */
  close(): void;
}

const IDLE_MS = 60_000;
const LONGEST_MS = 60_000;
const MOST_WAITING = 20;

interface Waiting {
  done: (bytes: Uint8Array<ArrayBuffer>) => void;
  fail: (error: Error) => void;
  timer: ReturnType<typeof setTimeout>;
}

/** A maker with one worker. Throws 429 where too many documents wait already. */
export function createPdfMaker(): PdfMaker {
  let worker: Worker | undefined;
  let idle: ReturnType<typeof setTimeout> | undefined;
  let made = 0;
  const waiting = new Map<number, Waiting>();

  function end(reason: string): void {
    clearTimeout(idle);
    worker?.terminate();
    worker = undefined;
    for (const { fail, timer } of waiting.values()) {
      clearTimeout(timer);
      fail(new Error(reason));
    }
    waiting.clear();
  }

  function start(): Worker {
    const started = new Worker(new URL("./worker.ts", import.meta.url), { type: "module", name: "pdf" });
    started.onmessage = ({ data }: MessageEvent<{ id: number; bytes?: Uint8Array<ArrayBuffer>; error?: string }>) => {
      const one = waiting.get(data.id);
      if (!one) return;
      waiting.delete(data.id);
      clearTimeout(one.timer);
      if (data.bytes) one.done(data.bytes);
      else one.fail(new Error(`the PDF could not be made: ${data.error}`));
      if (waiting.size === 0) idle = setTimeout(() => end("idle"), IDLE_MS);
    };
    started.onerror = (event) => {
      event.preventDefault();
      end(`the PDF worker failed: ${event.message}`);
    };
    return started;
  }

  return {
    make(document) {
      if (waiting.size >= MOST_WAITING) {
        throw new Refusal(429, "Many documents are being made right now. Try again in a minute.", undefined, 60);
      }
      clearTimeout(idle);
      worker ??= start();
      const id = ++made;
      return new Promise((done, fail) => {
        const timer = setTimeout(() => end("the PDF took too long"), LONGEST_MS);
        waiting.set(id, { done, fail, timer });
        worker!.postMessage({ id, document });
      });
    },
    close: () => end("closed"),
  };
}
