/** Reads uploaded PDFs in workers that may do nothing: a file that hangs, bursts or breaks costs its own reading alone. */
import type { DocumentReading } from "../../domain/documents/read_document.ts";
import type { DocumentReader, ReadOutcome } from "../../domain/ports.ts";
import { PAGES_MAX, type Unreadable, type WorkerAnswer } from "./messages.ts";

export interface ReaderLimits {
  /** Milliseconds for one file, its worker's start not counted. */
  timeMs: number;
  /** Bytes that the process may grow by while a file is read. */
  memoryBytes: number;
  /** Files that are read at the same time. */
  atOnce: number;
}

const LIMITS: ReaderLimits = { timeMs: 15_000, memoryBytes: 768 * 1024 * 1024, atOnce: 2 };
const WATCH_MS = 100;

const SENTENCES: Readonly<Record<Unreadable, string>> = {
  encrypted:
    "This file is locked with a password, so it could not be read. It is attached; fill its fields in by hand.",
  broken: "This file is damaged, so it could not be read. It is attached; check that it opens on your side.",
  scanned: "This file is a scan without text, so it could not be read. It is attached; fill its fields in by hand.",
  late: "Reading this file took too long and was stopped. It is attached; fill its fields in by hand.",
  large: "This file unpacks to more than can be read here. It is attached; fill its fields in by hand.",
};
const UNKNOWN = "We could not tell what this document is, so nothing was filled in from it.";
const firstPages = (pages: number) => `It has ${pages} pages; the first ${PAGES_MAX} were read.`;

/** A module worker without a single permission. */
const MAY_NOTHING: WorkerOptions & { deno: { permissions: "none" } } = {
  type: "module",
  name: "document",
  deno: { permissions: "none" },
};

const NOTHING: DocumentReading = { type: null, fields: [], missed: [] };

/** A reader with a waiting line of its own. `limits` are for tests; `script` is the worker's. */
export function createDocumentReader(
  limits: Partial<ReaderLimits> = {},
  script: URL = new URL("./worker.ts", import.meta.url),
): DocumentReader {
  const { timeMs, memoryBytes, atOnce } = { ...LIMITS, ...limits };
  const waiting: (() => void)[] = [];
  let busy = 0;

  async function take(): Promise<void> {
    if (busy < atOnce) return void busy++;
    await new Promise<void>((go) => waiting.push(go));
  }
  function leave(): void {
    const next = waiting.shift();
    if (next) next();
    else busy--;
  }

  return {
    async read(path, onPage = () => {}) {
      await take();
      try {
        return await readInWorker(script, await Deno.readFile(path), onPage, timeMs, memoryBytes);
      } finally {
        leave();
      }
    },
  };
}

function readInWorker(
  script: URL,
  bytes: Uint8Array<ArrayBuffer>,
  onPage: (page: number, of: number) => void,
  timeMs: number,
  memoryBytes: number,
): Promise<ReadOutcome> {
  const before = Deno.memoryUsage().rss;
  const worker = new Worker(script, MAY_NOTHING);
  return new Promise((done) => {
    const finish = (outcome: ReadOutcome) => {
      clearTimeout(late);
      clearInterval(watch);
      worker.terminate();
      done(outcome);
    };
    const fail = (why: Unreadable) => finish({ reading: NOTHING, note: SENTENCES[why] });
    const late = setTimeout(() => fail("late"), timeMs);
    const watch = setInterval(() => Deno.memoryUsage().rss - before > memoryBytes && fail("large"), WATCH_MS);
    worker.onerror = (event) => {
      event.preventDefault();
      fail("broken");
    };
    worker.onmessage = ({ data }: MessageEvent<WorkerAnswer>) => {
      if (data.kind === "ready") worker.postMessage(bytes, [bytes.buffer]);
      else if (data.kind === "page") onPage(data.page, data.of);
      else if (data.kind === "unreadable") fail(data.why);
      else {
        const notes = [
          ...data.reading.type === null ? [UNKNOWN] : [],
          ...data.pages > PAGES_MAX ? [firstPages(data.pages)] : [],
        ];
        finish({ reading: data.reading, note: notes.join(" ") || null });
      }
    };
  });
}
