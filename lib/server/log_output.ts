/** Standard output for the log, written beside requests: a reader that stands still would hold up the whole portal. */
import type { WriteLines } from "./log.ts";

/** Bytes that wait for the reader at most: what comes beyond them is lost. */
const MOST_BYTES = 4 * 1024 * 1024;
/** How long a stop waits for the reader, in milliseconds. */
const END_MS = 1000;

const encoder = new TextEncoder();

export interface LogOutput {
  write: WriteLines;
  /** Resolves once all is written, or after a second. */
  written(): Promise<void>;
}

/** Where nobody takes the lines (full disk, closed pipe) they are lost, which a line says once it is past. */
export function createLogOutput(out: Pick<typeof Deno.stdout, "write"> = Deno.stdout, most = MOST_BYTES): LogOutput {
  const waiting: Uint8Array[] = [];
  let bytes = 0, lost = 0;
  let writing: Promise<void> | undefined;
  const writeAll = async (lines: Uint8Array) => {
    try {
      for (let at = 0; at < lines.length;) at += await out.write(lines.subarray(at));
    } catch {
      lost += lines.length;
    }
  };
  const run = async () => {
    for (let lines = waiting.shift(); lines; lines = waiting.shift()) {
      const lostBefore = lost;
      await writeAll(lines);
      bytes -= lines.length;
      if (lostBefore === 0 || lost > lostBefore) continue;
      lost = 0;
      await writeAll(lineOf(lostBefore));
    }
    writing = undefined;
  };
  return {
    write(lines) {
      if (bytes + lines.length > most) return void (lost += lines.length);
      bytes += lines.length;
      waiting.push(lines.slice());
      writing ??= run();
    },
    async written() {
      const { promise, resolve } = Promise.withResolvers<void>();
      const late = setTimeout(resolve, END_MS);
      await Promise.race([promise, writing]);
      clearTimeout(late);
    },
  };
}

const lineOf = (bytes: number): Uint8Array =>
  encoder.encode(`${
    JSON.stringify({
      time: new Date().toISOString(),
      level: "error",
      message: "log lines were lost: nothing took them from standard output",
      bytes,
    })
  }\n`);
