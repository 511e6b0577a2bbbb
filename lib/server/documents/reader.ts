/** Reads uploaded PDFs in workers without permissions: a malicious or broken file affects only its own reading. */
import type { ReadOutcome } from "../../domain/ports.ts";
import { FairTurns } from "../fair_turns.ts";
import type { Unreadable, WorkerAnswer, WorkerQuestion } from "./messages.ts";
import { outcomeOf, unread, type WatchedReader } from "./outcomes.ts";

export interface ReaderLimits {
  /** Milliseconds for one file, without the worker's start. */
  timeMs: number;
  /** Bytes that the process may grow by while reading a file. */
  memoryBytes: number;
}

const LIMITS: ReaderLimits = { timeMs: 10_000, memoryBytes: 384 * 1024 * 1024 };
/** Bytes that may still be missing of a stopped worker's memory when the next one starts. */
const MEMORY_SLACK = 64 * 1024 * 1024;
const MEMORY_POLL_MS = 100;
/** Milliseconds for a worker to start. */
const START_MS = 60_000;

/** The part of a file's time after which a worker answers with what it has. */
const OWN_TIME = 0.8;

/** A module worker without any permission. */
const NO_PERMISSIONS: WorkerOptions & { deno: { permissions: "none" } } = {
  type: "module",
  name: "document",
  deno: { permissions: "none" },
};

/**
 * A reader of one file at a time, so that memory growth is attributable to the file; a page takes about 2 ms. Accounts
 * take turns, file by file. `limits` are for tests; `script` is the worker's.
 */
export function createDocumentReader(
  limits: Partial<ReaderLimits> = {},
  script: URL = new URL("./worker.ts", import.meta.url),
): WatchedReader {
  const most = { ...LIMITS, ...limits };
  const turns = new FairTurns();
  const state = { waiting: 0, grownBytes: 0 };
  const onGrown = (bytes: number) => void (state.grownBytes = Math.max(state.grownBytes, bytes));
  return {
    async read(path, accountId, onPage = () => {}) {
      state.waiting++;
      const endTurn = await turns.take(accountId);
      let memoryBack = Promise.resolve();
      try {
        const { outcome, before } = await readInWorker(script, await Deno.readFile(path), { onPage, onGrown }, most);
        memoryBack = waitForMemory(before);
        return outcome;
      } finally {
        state.waiting--;
        void memoryBack.then(endTurn);
      }
    },
    state: () => ({ ...state }),
  };
}

/** Waits until a stopped worker's memory is released, at most five seconds: other requests may keep what they took. */
async function waitForMemory(before: number): Promise<void> {
  for (let i = 0; i < 50 && Deno.memoryUsage().rss - before > MEMORY_SLACK; i++) {
    await new Promise((go) => setTimeout(go, MEMORY_POLL_MS));
  }
}

interface Told {
  onPage(page: number, of: number): void;
  /** Bytes that the process grew by since the worker was ready. */
  onGrown(bytes: number): void;
}

function readInWorker(
  script: URL,
  bytes: Uint8Array<ArrayBuffer>,
  { onPage, onGrown }: Told,
  most: ReaderLimits,
): Promise<{ outcome: ReadOutcome; before: number }> {
  const { timeMs, memoryBytes } = most;
  let before = Infinity;
  let soFar: ReadOutcome | undefined;
  const worker = new Worker(script, NO_PERMISSIONS);
  return new Promise((done) => {
    const finish = (outcome: ReadOutcome) => {
      clearTimeout(late);
      clearInterval(watch);
      worker.onmessage = null;
      worker.terminate();
      done({ outcome, before });
    };
    const fail = (why: Unreadable) => finish(why === "late" && soFar || unread(why));
    let late = setTimeout(() => fail("late"), START_MS);
    const watch = setInterval(() => {
      const grown = Deno.memoryUsage().rss - before;
      onGrown(grown);
      if (grown > memoryBytes) fail("large");
    }, MEMORY_POLL_MS);
    worker.onerror = (event) => {
      event.preventDefault();
      fail("broken");
    };
    worker.onmessage = ({ data }: MessageEvent<WorkerAnswer>) => {
      if (data.kind === "ready") {
        clearTimeout(late);
        late = setTimeout(() => fail("late"), timeMs);
        before = Deno.memoryUsage().rss;
        const question: WorkerQuestion = { bytes, timeMs: timeMs * OWN_TIME };
        worker.postMessage(question, [bytes.buffer]);
      } else if (data.kind === "page") onPage(data.page, data.of);
      else if (data.kind === "unreadable") fail(data.why);
      else if (data.kind === "soFar") soFar = outcomeOf(data);
      else finish(outcomeOf(data));
    };
  });
}
