/**
 * Structured log: one JSON object on each line of standard output, written in small batches so that requests never
 * wait.
 */
import { startSentence } from "./operator_errors.ts";

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
  /** How long it took, in milliseconds; written with two decimals. */
  ms: number;
  /** Who was signed in. */
  account?: number;
  address: string;
}

export type Log = (line: LogLine | RequestLine) => void;

/** Takes the bytes of whole lines, which it may not keep. */
export type WriteLines = (lines: Uint8Array) => void;

const FLUSH_MS = 50;
/** Bytes of the buffer, and those after which it is written. */
const ROOM_BYTES = 64 * 1024, FLUSH_BYTES = 32 * 1024;
const encoder = new TextEncoder();

/** A logger that writes through `write`; `flush` writes what is buffered (at stop, after an error). */
export function createLog(write: WriteLines): { log: Log; flush: () => void } {
  const room = new Uint8Array(ROOM_BYTES), now = createStamp();
  let used = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const writeWaiting = () => {
    if (used) write(room.subarray(0, used));
    used = 0;
  };
  /** At once, while its parts are in the processor's caches: joined later, a line took twice as long to encode. */
  const put = (line: string) => {
    for (let rest = line;;) {
      const { read, written } = encoder.encodeInto(rest, room.subarray(used));
      used += written;
      if (read === rest.length) return;
      writeWaiting();
      rest = rest.slice(read);
    }
  };
  const flush = () => {
    clearTimeout(timer);
    timer = undefined;
    writeWaiting();
  };
  const log: Log = (line) => {
    put(`{"time":"${now()}",${fieldsOf(line)}\n`);
    // One timer for all buffered lines: starting one for each takes longer than writing a line.
    if (line.level === "error" || used > FLUSH_BYTES) writeWaiting();
    else timer ??= setTimeout(flush, FLUSH_MS);
  };
  return { log, flush };
}

/** Gives the current time as text: put together once a millisecond, all but the milliseconds once a second. */
function createStamp(): () => string {
  let second = NaN, start = "", last = NaN, stamp = "";
  return () => {
    const ms = Date.now();
    if (ms === last) return stamp;
    last = ms;
    const current = Math.floor(ms / 1000);
    if (current !== second) [second, start] = [current, new Date(ms).toISOString().slice(0, -4)];
    return stamp = `${start}${String(1000 + ms % 1000).slice(1)}Z`;
  };
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
    `"status":${status},"ms":${hundredths(ms)}${account === undefined ? "" : `,"account":${account}`},"address":"${
      inner(address)
    }"}`;
}

const TWO_DIGITS = Array.from({ length: 100 }, (_, n) => String(n).padStart(2, "0"));

/** A number of 0 or more with two decimals. From two whole numbers: V8 takes far longer to write a fraction. */
function hundredths(n: number): string {
  const all = Math.round(n * 100), rest = all % 100;
  return `${(all - rest) / 100}.${TWO_DIGITS[rest]}`;
}

/** What a text of JSON has to write otherwise: quotes, backslashes, control letters, halves of pairs. */
// deno-lint-ignore no-control-regex -- they are what is looked for
const SPECIAL = /["\\\u0000-\u001f\ud800-\udfff]/;

/** What stands between the quotes of a text in JSON. */
const inner = (text: string): string => SPECIAL.test(text) ? JSON.stringify(text).slice(1, -1) : text;

/** Drizzle appends a failed query's values (names, addresses, hashes) to the message; keep them out of the log. */
const withoutValues = (message: string): string => message.replace(/\nparams: [\s\S]*$/, "");

/** What a connection tried by several addresses ends with has no message of its own. */
const eachOf = (error: Error): string =>
  error instanceof AggregateError ? error.errors.map((one) => faultText(one)).join(", ") : "";

/** An error's message and those of its causes, without query values; an operator's sentence has its cause in it. */
export function faultText(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const parts: string[] = [];
  for (let e: unknown = error, depth = 0; e instanceof Error && depth < 5; e = e.cause, depth++) {
    parts.push(withoutValues(e.message || eachOf(e)));
    if (startSentence(e) !== undefined) break;
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
