/**
 * Structured log: one JSON object on each line of standard output, written in small batches so that requests never
 * wait.
 */

export interface LogLine {
  level: "info" | "warn" | "error";
  message: string;
  [field: string]: unknown;
}

export type Log = (line: LogLine) => void;

const FLUSH_MS = 50;
const encoder = new TextEncoder();

/** A logger that writes through `write`; `flush` writes what is buffered (at stop, after an error). */
export function createLog(write: (text: string) => void = writeOut): { log: Log; flush: () => void } {
  let waiting = "";
  let stamped = NaN, start = "";
  /** The current time as text, of which all but the milliseconds is formatted once a second. */
  const now = () => {
    const ms = Date.now(), second = Math.floor(ms / 1000);
    if (second !== stamped) [stamped, start] = [second, new Date(ms).toISOString().slice(0, -4)];
    return `${start}${String(1000 + ms % 1000).slice(1)}Z`;
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

/** If standard output cannot be written (full disk, closed pipe), log lines are lost and the portal continues. */
function writeOut(text: string): void {
  let bytes = encoder.encode(text);
  try {
    while (bytes.length) bytes = bytes.subarray(Deno.stdout.writeSync(bytes));
  } catch {
    // Nowhere to report it.
  }
}

/** Drizzle appends a failed query's values (names, addresses, hashes) to the message; keep them out of the log. */
const withoutValues = (message: string): string => message.replace(/\nparams: [\s\S]*$/, "");

/** An error's message and those of its causes, without query values. */
export function faultText(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const parts: string[] = [];
  for (let e: unknown = error, depth = 0; e instanceof Error && depth < 5; e = e.cause, depth++) {
    parts.push(withoutValues(e.message));
  }
  return parts.join(": ");
}

/** An error's text and stack trace, for a log line. */
export function faultFacts(error: unknown): { error: string; stack: string | undefined } {
  const stack = error instanceof Error
    ? error.stack?.replaceAll(error.message, withoutValues(error.message))
    : undefined;
  return { error: faultText(error), stack };
}
