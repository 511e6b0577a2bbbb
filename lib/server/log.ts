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

/** A log that cannot be written (a full disk, a reader that has gone) loses its lines, and the portal goes on. */
function writeOut(text: string): void {
  let bytes = encoder.encode(text);
  try {
    while (bytes.length) bytes = bytes.subarray(Deno.stdout.writeSync(bytes));
  } catch {
    // There is nowhere to say it.
  }
}

/** Drizzle ends the message of a failed query with its values: names, addresses, hashes of people. They stay out of the log. */
const withoutValues = (message: string): string => message.replace(/\nparams: [\s\S]*$/, "");

/** What a failure was, in a line: its message and those of what caused it, without the values of a failed query. */
export function faultText(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const parts: string[] = [];
  for (let e: unknown = error, depth = 0; e instanceof Error && depth < 5; e = e.cause, depth++) {
    parts.push(withoutValues(e.message));
  }
  return parts.join(": ");
}

/** A failure's text and the places it went through, for a log line. */
export function faultFacts(error: unknown): { error: string; stack: string | undefined } {
  const stack = error instanceof Error
    ? error.stack?.replaceAll(error.message, withoutValues(error.message))
    : undefined;
  return { error: faultText(error), stack };
}
