/** Reads as a libSQL server takes them over HTTP (Hrana, version 2), and its answers in the form of the client. */
import type { InArgs, InStatement, InValue, ResultSet } from "@libsql/client";
import { LibsqlError } from "@libsql/client/web";
import { LRUCache } from "lru-cache";
import { Buffer } from "node:buffer";
import { Result, type RowMaker, rowMaker } from "./result_set.ts";
import { plain } from "./statements.ts";

/** Maximum shapes of rows that are remembered, more than the portal has. */
const MAX_SHAPES = 500;

type Value =
  | { type: "null" }
  | { type: "integer" | "text"; value: string }
  | { type: "float"; value: number | null }
  | { type: "blob"; base64: string };

interface Failure {
  message: string;
  code?: string | null;
}

interface Rows {
  cols: { name: string | null; decltype?: string | null }[];
  rows: Value[][];
  affected_row_count: number;
}

/** One of a pipeline's answers, here to a batch. */
export type StatementResult =
  | { type: "error"; error: Failure }
  | {
    type: "ok";
    response: { result?: { step_results: (Rows | null)[]; step_errors: (Failure | null)[] } };
  };

/** An argument in the protocol's form: numbers as the client sends them. Throws for what SQLite cannot hold. */
function toValue(value: InValue | undefined): Value {
  switch (typeof value) {
    case "string":
      return { type: "text", value };
    case "number":
      if (!Number.isFinite(value)) throw new RangeError("Only finite numbers can be passed as arguments.");
      return { type: "float", value };
    case "bigint":
      if (BigInt.asIntN(64, value) !== value) throw new RangeError("An integer of 64 bits is the largest argument.");
      return { type: "integer", value: String(value) };
    case "boolean":
      return { type: "integer", value: value ? "1" : "0" };
    case "undefined":
      throw new TypeError("undefined cannot be passed as an argument.");
  }
  if (value === null) return { type: "null" };
  if (value instanceof Date) return { type: "float", value: value.valueOf() };
  return { type: "blob", base64: Buffer.from(value as Uint8Array<ArrayBuffer>).toString("base64") };
}

/** A cell in the client's form. Throws RangeError for an integer beyond 2^53, LibsqlError for an infinite number. */
function fromValue(cell: Value): unknown {
  switch (cell.type) {
    case "null":
      return null;
    case "integer": {
      const value = Number(cell.value);
      if (!Number.isSafeInteger(value)) throw new RangeError("An integer of the database is too large for a number.");
      return value;
    }
    case "float":
      // JSON has no infinity.
      if (cell.value === null) throw strange();
      return cell.value;
    case "blob":
      return new Uint8Array(Buffer.from(cell.base64, "base64")).buffer;
  }
  return cell.value;
}

function toArguments(args: InArgs = []): { args: Value[] } | { named_args: { name: string; value: Value }[] } {
  if (Array.isArray(args)) return { args: args.map(toValue) };
  return { named_args: Object.entries(args).map(([name, value]) => ({ name, value: toValue(value) })) };
}

/**
 * The request of reads, as JSON. `together`: in one transaction, so all see the same state of the data; else one after
 * the other, each with the state of its own time.
 */
export function batchOf(statements: readonly InStatement[], together: boolean): string {
  const all = statements.map((one) => {
    const { sql, args } = plain(one);
    return { sql, ...toArguments(args), want_rows: true };
  });
  const steps = together ? [{ sql: "begin" }, ...all, { sql: "commit" }] : all;
  return JSON.stringify({
    type: "batch",
    batch: { steps: steps.map((stmt, i) => i === 0 ? { stmt } : { stmt, condition: { type: "ok", step: i - 1 } }) },
  });
}

/** True where the request, or a statement of it, failed: its stream may have a transaction open. */
export const failed = (result: StatementResult | undefined): boolean =>
  result?.type !== "ok" || !!result.response.result?.step_errors.some((error) => error !== null);

const fault = ({ message, code }: Failure) => new LibsqlError(message, code ?? "UNKNOWN");
const strange = (cause?: unknown) =>
  new LibsqlError(
    "The server's answer is none of its protocol.",
    "HRANA_PROTO_ERROR",
    undefined,
    undefined,
    cause as Error,
  );

const shapes = new LRUCache<string, RowMaker>({ max: MAX_SHAPES });

function resultOf({ cols, rows, affected_row_count }: Rows): Result {
  // An unnamed column is named by its SQL, which may have several lines.
  const columns = cols.map(({ name }) => name ?? ""), shape = columns.join("\0");
  let row = shapes.get(shape);
  if (!row) shapes.set(shape, row = rowMaker(columns));
  const types = cols.map(({ decltype }) => decltype ?? "");
  return new Result(columns, types, rows.map((cells) => row(cells.map(fromValue))), affected_row_count, undefined);
}

/** The answers to so many statements, sent as by `batchOf`. Throws LibsqlError with the code of what failed. */
export function resultsOf(statement: StatementResult | undefined, count: number, together: boolean): ResultSet[] {
  if (statement?.type === "error") throw fault(statement.error);
  const result = statement?.response?.result;
  if (!result) throw strange();
  const error = result.step_errors.find((error) => error !== null);
  if (error) throw fault(error);
  const from = together ? 1 : 0;
  return result.step_results.slice(from, from + count).map((rows) => {
    if (!rows) throw strange();
    return resultOf(rows);
  });
}

/** The error of an HTTP answer that is not a pipeline's: the server's message where it sent an error code. */
export function refusalOf(status: number, text: string): LibsqlError {
  try {
    const { message, code } = JSON.parse(text);
    if (message && code) return fault({ message, code });
  } catch {
    // Not JSON: the error page of a proxy, for example.
  }
  return new LibsqlError(`The server answered with HTTP status ${status}: ${text.slice(0, 200)}`, "SERVER_ERROR");
}

/** A pipeline's answer as JSON. Throws LibsqlError where it is none. */
export function parsePipelineResponse(
  text: string,
): { baton?: string | null; base_url?: string | null; results: StatementResult[] } {
  try {
    const parsed = JSON.parse(text);
    if (Array.isArray(parsed.results)) return parsed;
  } catch (error) {
    throw strange(error);
  }
  throw strange();
}
