/** Reads uploaded PDFs in workers without permissions: a malicious or broken file affects only its own reading. */
import type { ReadOutcome } from "../../domain/ports.ts";
import { FairTurns } from "../fair_turns.ts";
import type { WorkerHeaps } from "../metrics/worker_heaps.ts";
import { createWorkerPool } from "./worker_pool.ts";
import type { Unreadable, WorkerQuestion, WorkerResponse } from "./messages.ts";
import { outcomeOf, unread, type WatchedReader } from "./outcomes.ts";
import { startWorker } from "../start_worker.ts";

export interface ReaderLimits {
  /** Milliseconds for one file, without the worker's start. */
  timeMs: number;
  /** Bytes that the process may grow by while files are read. */
  memoryBytes: number;
  /** Milliseconds to wait until a stopped worker's memory is freed; other requests may use some of it meanwhile. */
  memoryBackMs: number;
}

const LIMITS: ReaderLimits = { timeMs: 10_000, memoryBytes: 300 * 1024 * 1024, memoryBackMs: 5000 };
/** Files read at a time, each of another account: a hostile file blocks one worker, and others use the second. */
const AT_ONCE = 2;
/** A stopped worker's memory counts as freed once all but so many bytes are. */
const MEMORY_SLACK = 64 * 1024 * 1024;
const MEMORY_POLL_MS = 50;

/** The share of a file's time after which a worker answers with what it has read so far. */
const OWN_TIME = 0.8;

/** A module worker without any permission. */
const NO_PERMISSIONS: WorkerOptions & { deno: { permissions: "none" } } = {
  type: "module",
  name: "document",
  deno: { permissions: "none" },
};

/** From a file's start until the memory of its worker is back. */
interface Turn {
  /** Another file was read meanwhile, so the memory cannot be attributed to one of them. */
  beside: boolean;
}

/** A reading that is under way. */
interface Running {
  stop(why: Unreadable): void;
}

/** What a reading needs from start to end. */
interface Course {
  path: string;
  onPage(page: number, of: number): void;
}

/**
 * A reader of two files at a time; a page takes about 2 ms. Accounts take turns, file by file. Files during which the
 * process grows too far are stopped, and each is read once more alone. `heaps` gets what its workers say of theirs.
 * Other limits and scripts are for tests.
 */
export function createDocumentReader(
  { heaps, ...limits }: Partial<ReaderLimits> & { heaps?: WorkerHeaps } = {},
  script: URL = new URL("./worker.ts", import.meta.url),
): WatchedReader {
  const { timeMs, memoryBytes, memoryBackMs } = { ...LIMITS, ...limits };
  const turns = new FairTurns(AT_ONCE);
  const workers = createWorkerPool(AT_ONCE, () => {
    const worker = startWorker(script, NO_PERMISSIONS);
    return heaps?.watch("document", worker) ?? worker;
  });
  const running = new Set<Running>(), held = new Set<Turn>();
  let waiting = 0, mostGrown = 0;
  /** Memory of the process when the first of the turns that are held began. */
  let before = 0;
  let watch: ReturnType<typeof setInterval> | undefined;
  const grown = () => Deno.memoryUsage().rss - before;

  function look(): void {
    mostGrown = Math.max(mostGrown, grown());
    if (grown() > memoryBytes) { for (const reading of [...running]) reading.stop("large"); }
  }

  function begin(reading: Running): void {
    if (running.size === 0) watch = setInterval(look, MEMORY_POLL_MS);
    running.add(reading);
  }

  function end(reading: Running): void {
    running.delete(reading);
    if (running.size === 0) clearInterval(watch);
  }

  /** Null where it was stopped for the process's memory beside another one. */
  async function readOne({ path, onPage }: Course, accountId: number, turn: Turn): Promise<ReadOutcome | null> {
    const bytes = await Deno.readFile(path);
    const started = await workers.take(accountId);
    try {
      if ("failed" in started) return unread(started.failed);
      const { worker } = started;
      const { promise, resolve } = Promise.withResolvers<ReadOutcome | null>();
      let soFar: ReadOutcome | undefined;
      const fail = (why: Unreadable) => resolve(why === "late" && soFar || unread(why));
      const reading: Running = { stop: (why) => turn.beside ? resolve(null) : fail(why) };
      worker.onerror = (event) => {
        event.preventDefault();
        fail("broken");
      };
      const hear = (said: WorkerResponse) => {
        if (said.kind === "page") onPage(said.page, said.of);
        else if (said.kind === "soFar") soFar = outcomeOf(said);
        else if (said.kind === "unreadable") fail(said.why);
        else if (said.kind === "read") resolve(outcomeOf(said));
        else fail("broken");
      };
      worker.onmessage = ({ data }: MessageEvent<WorkerResponse>) => {
        try {
          hear(data);
        } catch {
          // A crafted file may have changed its worker: what is no answer would end the server here.
          fail("broken");
        }
      };
      const late = setTimeout(() => fail("late"), timeMs);
      begin(reading);
      const question: WorkerQuestion = { bytes, timeMs: timeMs * OWN_TIME };
      worker.postMessage(question, [bytes.buffer]);
      return await promise.finally(() => {
        worker.onmessage = null;
        clearTimeout(late);
        end(reading);
      });
    } finally {
      workers.end(started, accountId);
    }
  }

  async function inTurn(course: Course, accountId: number, alone: boolean): Promise<ReadOutcome | null> {
    const endTurn = await turns.take(accountId, { alone });
    const from = Deno.memoryUsage().rss, turn: Turn = { beside: held.size > 0 };
    if (!turn.beside) before = from;
    else for (const one of held) one.beside = true;
    held.add(turn);
    try {
      return await readOne(course, accountId, turn);
    } finally {
      void memoryBack(from).then(() => {
        held.delete(turn);
        endTurn();
      });
    }
  }

  /**
   * Waits until the memory of an ended worker is back. Not while another file is read: whose memory it is cannot be
   * told, accounts would wait for their neighbours, and a file stopped for it is read once more alone anyway.
   */
  async function memoryBack(from: number): Promise<void> {
    for (let ms = 0; ms < memoryBackMs && running.size === 0; ms += MEMORY_POLL_MS) {
      if (Deno.memoryUsage().rss - from <= MEMORY_SLACK) return;
      await new Promise((go) => setTimeout(go, MEMORY_POLL_MS));
    }
  }

  return {
    async read(path, accountId, onPage = () => {}) {
      waiting++;
      try {
        const course = { path, onPage };
        return await inTurn(course, accountId, false) ?? await inTurn(course, accountId, true) ?? unread("large");
      } finally {
        waiting--;
      }
    },
    state: () => ({ waiting, grownBytes: mostGrown }),
    close: workers.close,
  };
}
