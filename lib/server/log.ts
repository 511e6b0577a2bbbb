/**
 * Structured log: one JSON object on each line of standard output, written in small batches so that requests never
 * wait.
 */

export interface LogLine {
  level: "info" | "warn" | "error";
  message: string;
  [field: string]: unknown;
}

/** The line of an answered request. */
export interface RequestLine extends LogLine {
  message: "request";
  id: string;
  method: string;
  path: string;
  status: number;
  ms: number;
  /** Who was signed in. */
  account?: number;
  address: string;
}

export type Log = (line: LogLine | RequestLine) => void;

const FLUSH_MS = 50;
/** Characters after which the buffer is written: twice the time a line is spent in longer strings. */
const FLUSH_LETTERS = 32 * 1024;
const encoder = new TextEncoder();
/** One buffer for encoding lines: allocating a new one takes as long as encoding. */
const room = new Uint8Array(64 * 1024);

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
  const writeWaiting = () => {
    if (waiting) write(waiting);
    waiting = "";
  };
  const flush = () => {
    clearTimeout(timer);
    timer = undefined;
    writeWaiting();
  };
  const log: Log = (line) => {
    waiting += `{"time":"${now()}",${fieldsOf(line)}\n`;
    // One timer for all buffered lines: starting one for each takes longer than writing a line.
    if (line.level === "error" || waiting.length > FLUSH_LETTERS) writeWaiting();
    else timer ??= setTimeout(flush, FLUSH_MS);
  };
  return { log, flush };
}

/** True for a request's line with all of its fields; other lines may have the same message. */
const isRequest = (line: LogLine | RequestLine): line is RequestLine =>
  line.message === "request" && typeof line.id === "string" && typeof line.method === "string" &&
  typeof line.path === "string" && typeof line.address === "string" && Number.isFinite(line.status) &&
  Number.isFinite(line.ms);

/** A line's fields as JSON, without the first brace. */
function fieldsOf(line: LogLine | RequestLine): string {
  if (!isRequest(line)) return JSON.stringify(line).slice(1);
  // By hand: every request has one, and to look through an object takes three times as long.
  const { level, id, method, path, status, ms, account, address } = line;
  return `"level":"${level}","message":"request","id":"${inner(id)}","method":"${inner(method)}","path":"${
    inner(path)
  }",` +
    `"status":${status},"ms":${ms}${account === undefined ? "" : `,"account":${account}`},"address":"${
      inner(address)
    }"}`;
}

/** What a text of JSON has to write otherwise: quotes, backslashes, control letters, halves of pairs. */
// deno-lint-ignore no-control-regex -- they are what is looked for
const SPECIAL = /["\\\u0000-\u001f\ud800-\udfff]/;

/** What stands between the quotes of a text in JSON. */
const inner = (text: string): string => SPECIAL.test(text) ? JSON.stringify(text).slice(1, -1) : text;

/** If standard output cannot be written (full disk, closed pipe), log lines are lost and the portal continues. */
function writeOut(text: string): void {
  try {
    for (let rest = text; rest;) {
      const { read, written } = encoder.encodeInto(rest, room);
      for (let at = 0; at < written;) at += Deno.stdout.writeSync(room.subarray(at, written));
      rest = rest.slice(read);
    }
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
