/** Small parts of the server: addresses, the log, bodies, the redirect of old addresses. */
import assert from "node:assert/strict";
import { DrizzleQueryError } from "drizzle-orm";
import { formFields, JSON_LIMIT, readBody, readText } from "../../../lib/server/body.ts";
import { clientAddress, type Http } from "../../../lib/server/http.ts";
import { createLog, faultFacts, faultText } from "../../../lib/server/log.ts";
import { StartError } from "../../../lib/server/operator_errors.ts";
import { backoffMs } from "../../../lib/server/poller.ts";

const decoder = new TextDecoder();

Deno.test("a proxy's header counts only where the proxy is on this machine", () => {
  assert.equal(clientAddress("198.51.100.7", "203.0.113.9"), "198.51.100.7");
  assert.equal(clientAddress("127.0.0.1", "203.0.113.9"), "203.0.113.9");
  assert.equal(
    clientAddress("127.0.0.1", "6.6.6.6, 203.0.113.9"),
    "203.0.113.9",
    "what the client wrote itself comes first and is not believed",
  );
  assert.equal(clientAddress("::1", undefined), "::1");
  assert.equal(clientAddress(undefined, undefined), "");
});

Deno.test("log lines are JSON, one a line; errors are written at once", () => {
  let out = "";
  const { log, flush } = createLog((lines) => out += decoder.decode(lines));
  log({ level: "info", message: "request", path: "/a\n{}" });
  assert.equal(out, "", "an ordinary line waits for its batch");
  log({ level: "error", message: "broke" });
  const lines = out.trim().split("\n").map((line) => JSON.parse(line));
  assert.deepEqual(lines.map((l) => l.message), ["request", "broke"]);
  assert.equal(lines[0].path, "/a\n{}");
  flush();
});

Deno.test("many lines are written in parts, whole and in order", () => {
  const written: string[] = [];
  const { log, flush } = createLog((lines) => void written.push(decoder.decode(lines)));
  const count = 1000;
  for (let n = 0; n < count; n++) log({ level: "info", message: "request", n, path: "/".padEnd(80, "x") });
  assert.ok(written.length > 1 && written.every((text) => text.length < 64 * 1024 && text.endsWith("\n")));
  flush();
  const numbers = written.join("").trimEnd().split("\n").map((line) => JSON.parse(line).n);
  assert.deepEqual(numbers, Array.from({ length: count }, (_, n) => n));
});

Deno.test("an answered request's line is what JSON makes of it, whatever its path and address hold", () => {
  let out = "";
  const { log, flush } = createLog((lines) => out += decoder.decode(lines));
  const line = { level: "info", message: "request", id: "a1", method: "POST", status: 200, ms: 0.25 } as const;
  const odd = ['/a"b\\c', "/\n\u0000\u001f\u007f", "/\u2028é😀", "/\ud800", "/"];
  for (const path of odd) {
    log({ ...line, path, address: path });
    log({ ...line, path, address: path, account: 7 });
  }
  flush();
  const lines = out.trimEnd().split("\n").map((text) => text.replace(/^\{"time":"[^"]+",/, "{"));
  const expected = odd.flatMap((path) => [{ path, address: path }, { path, address: path, account: 7 }]);
  assert.deepEqual(lines.map((text) => JSON.parse(text)), expected.map((fields) => ({ ...line, ...fields })));
});

Deno.test("a request's time has two decimals, of none and of many milliseconds", () => {
  let out = "";
  const { log, flush } = createLog((lines) => out += decoder.decode(lines));
  const line = {
    level: "info",
    message: "request",
    id: "a1",
    method: "GET",
    path: "/",
    status: 200,
    address: "",
  } as const;
  for (const ms of [0, 0.004, 0.006, 0.995, 7, 12.3456, 99.999, 60_000.1]) log({ ...line, ms });
  flush();
  const times = [...out.matchAll(/"ms":([^,]*),/g)].map(([, text]) => text);
  assert.deepEqual(times, ["0.00", "0.00", "0.01", "1.00", "7.00", "12.35", "100.00", "60000.10"]);
});

Deno.test("a line longer than the buffer is written whole", () => {
  const written: string[] = [];
  const { log, flush } = createLog((lines) => void written.push(decoder.decode(lines, { stream: true })));
  const stack = "at é😀 ".repeat(40_000);
  log({ level: "info", message: "before" });
  log({ level: "error", message: "broke", stack });
  flush();
  const lines = written.join("").trimEnd().split("\n").map((text) => JSON.parse(text));
  assert.deepEqual(lines.map(({ message }) => message), ["before", "broke"]);
  assert.equal(lines[1].stack, stack);
});

Deno.test("a log line has the instant to the millisecond, within a second and over its end", () => {
  const instants = [1_767_225_599_000, 1_767_225_599_007, 1_767_225_599_999, 1_767_225_600_000, 1_767_225_599_120];
  const real = Date.now;
  let out = "";
  const { log, flush } = createLog((lines) => out += decoder.decode(lines));
  try {
    for (const instant of instants) {
      Date.now = () => instant;
      log({ level: "info", message: "request" });
    }
  } finally {
    Date.now = real;
  }
  flush();
  const times = out.trim().split("\n").map((line) => JSON.parse(line).time);
  assert.deepEqual(times, instants.map((instant) => new Date(instant).toISOString()));
});

Deno.test("a failed query is logged with its cause, and without people's entries", () => {
  const cause = new Error("SQLITE_FULL: database or disk is full");
  const error = new DrizzleQueryError("insert into loans (sin) values (?)", ["046 454 286\nparams: Ann"], cause);
  const { error: text, stack } = faultFacts(error);
  assert.equal(text, "Failed query: insert into loans (sin) values (?): SQLITE_FULL: database or disk is full");
  assert.match(stack!, /^Error: Failed query: insert into loans .*\n +at .*server_parts_test/);
  assert.doesNotMatch(text + stack, /046|Ann|params/);
  assert.equal(faultText("gone"), "gone");
  const each = new AggregateError([new Error("refused at ::1"), new Error("refused at 127.0.0.1")]);
  assert.equal(faultText(new Error("not sent", { cause: each })), "not sent: refused at ::1, refused at 127.0.0.1");
  const denied = new Error("Permission denied (os error 13): mkdir '/srv/b'");
  const sentence = new StartError("BACKUP_URL leads to /srv/b: permission denied.", { cause: denied });
  assert.equal(faultText(new Error("the turn failed", { cause: sentence })), `the turn failed: ${sentence.message}`);
});

Deno.test("a form's fields: repeated names make lists, and no name reaches a prototype", () => {
  assert.deepEqual({ ...formFields("a=1&b=2&b=3&c=%C3%A9+x") }, { a: "1", b: ["2", "3"], c: "é x" });
  const hostile = formFields("__proto__=x&constructor=y");
  assert.equal(({} as Record<string, unknown>).x, undefined);
  assert.equal(Object.getPrototypeOf({}), Object.prototype);
  assert.equal(hostile.constructor, "y");
});

Deno.test("mail waits longer after each failure, six hours at most", () => {
  const waits = [1, 2, 3, 4, 12, 40].map(backoffMs);
  assert.deepEqual(waits.slice(0, 4), [30_000, 60_000, 120_000, 240_000]);
  assert.equal(waits[5], 6 * 3600_000);
});

Deno.test("a call's JSON is read up to its limit; malformed JSON is refused, and an empty body is an empty object", async () => {
  const read = (body: string, headers: Record<string, string> = {}) => {
    const named = { "content-type": "application/json", "content-length": String(body.length), ...headers };
    const raw = new Request("http://localhost/", { method: "POST", body, headers: named });
    const req = { raw, header: (name: string) => raw.headers.get(name) ?? undefined };
    return readBody({ req, get: () => ({ started: Infinity }) } as unknown as Http);
  };
  const value = { a: [1, "é"] }, text = JSON.stringify(value);
  for (const type of ["application/json", "Application/JSON; charset=utf-8"]) {
    assert.deepEqual(await read(text, { "content-type": type }), value);
  }
  assert.deepEqual(await read(""), {});
  for (const wrong of ["{", " ", "a=1"]) {
    await assert.rejects(read(wrong), { status: 400, message: "This is not valid JSON. Nothing was changed." });
  }
  await assert.rejects(read(text, { "content-length": String(JSON_LIMIT + 1) }), { status: 413 });
  await assert.rejects(read(text, { "content-type": "text/plain" }), { status: 415 });
  assert.deepEqual(await read("a=1", { "content-type": "application/x-www-form-urlencoded" }), { a: "1" });
});

Deno.test("a body cut off by the connection is the client's error; another failure while it is read is the server's", async () => {
  const read = (raw: Request) =>
    readText({ req: { raw, header: (name: string) => raw.headers.get(name) ?? undefined } } as unknown as Http);
  const failing = (error: Error) =>
    new Request("http://localhost/", {
      method: "POST",
      body: new ReadableStream({ pull: (pen) => pen.error(error) }),
    });
  await assert.rejects(read(failing(new Deno.errors.BadResource("gone"))), { status: 400, message: /arrive whole/ });
  await assert.rejects(read(failing(new RangeError("a fault"))), /^RangeError: a fault$/);
  const used = new Request("http://localhost/", { method: "POST", body: "{}", headers: { "content-length": "2" } });
  await used.text();
  await assert.rejects(read(used), TypeError);
});
