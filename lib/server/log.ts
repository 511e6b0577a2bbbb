/** Structured log lines: one JSON object a line on standard output, written in small batches so that a request never waits for it. */

export interface LogLine {
  level: "info" | "warn" | "error";
  message: string;
  [field: string]: unknown;
}

export type Log = (line: LogLine) => void;

const FLUSH_MS = 50;
const encoder = new TextEncoder();

/** A logger that writes through `write`; `flush` empties what is waiting (at stop, after an error). */
export function createLog(write: (text: string) => void = writeOut): { log: Log; flush: () => void } {
  let waiting = "";
  let stamped = 0, time = "";
  /** The instant as text; written anew once a millisecond, however many lines that has. */
  const now = () => {
    const ms = Date.now();
    if (ms !== stamped) time = new Date(stamped = ms).toISOString();
    return time;
  };
  let timer: ReturnType<typeof setTimeout> | undefined;
  const flush = () => {
    clearTimeout(timer);
    timer = undefined;
    if (waiting) write(waiting);
    waiting = "";
  };
  const log: Log = (line) => {
    waiting += `{"time":"${now()}",${JSON.stringify(line).slice(1)}\n`;
    if (line.level === "error") flush();
    else timer ??= setTimeout(flush, FLUSH_MS);
  };
  return { log, flush };
}

function writeOut(text: string): void {
  let bytes = encoder.encode(text);
  while (bytes.length) bytes = bytes.subarray(Deno.stdout.writeSync(bytes));
}
