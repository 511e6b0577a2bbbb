/** Clients that stop sending, send too slowly, or ask for another host than the portal's. */
import assert from "node:assert/strict";
import { setTimeout as delay } from "node:timers/promises";
import { inTime, paced } from "../../../lib/server/body_pace.ts";
import { withApp } from "../../support/app.ts";
import { until } from "../../support/until.ts";

const tooSlow = { status: 408, message: /too slowly .* Nothing was saved/ };

/** A body of these pieces, each after so many milliseconds. */
const bodyOf = (pieces: number, bytes: number, afterMs: number, onCancel = () => {}) =>
  new ReadableStream<Uint8Array<ArrayBuffer>>({
    async pull(pen) {
      await delay(afterMs);
      if (pieces-- > 0) pen.enqueue(new Uint8Array(bytes));
      else pen.close();
    },
    cancel: onCancel,
  });

Deno.test("a body that stops arriving is refused after its timeout, and no more of it is read", async () => {
  await assert.rejects(inTime(new Promise(() => {}), { timeoutMs: 20 }), tooSlow);
  assert.equal(await inTime(Promise.resolve("{}"), { timeoutMs: 20 }), "{}");
  let gone = false;
  const hangs = bodyOf(1, 10, 60_000, () => void (gone = true));
  await assert.rejects(Array.fromAsync(paced(hangs, { timeoutMs: 20 })), tooSlow);
  assert.ok(gone);
});

Deno.test("of many reads exactly those are refused that do not end, in whatever order the others do", async () => {
  const pens = Array.from({ length: 20 }, () => Promise.withResolvers<number>());
  const hangs = (n: number) => n % 3 === 0;
  const reads = pens.map(({ promise }, n) => inTime(promise, { timeoutMs: hangs(n) ? 20 : 60_000 }));
  const outcome = Promise.allSettled(reads);
  for (const n of [19, 0, 7, 1, 13, 2, 16, 5, 17]) if (!hangs(n)) pens[n].resolve(n);
  for (const read of reads.filter((_, n) => hangs(n))) await assert.rejects(read, tooSlow);
  // What arrives after its refusal changes nothing, and the others still have their time.
  for (const [n, { resolve }] of pens.entries()) resolve(n);
  assert.deepEqual(
    (await outcome).map((one) => one.status === "fulfilled" ? one.value : one.reason.status),
    pens.map((_, n) => hangs(n) ? 408 : n),
  );
});

Deno.test("a large body may take long while it sends 4 kB a second on average", async () => {
  const sum = async (body: ReadableStream<Uint8Array<ArrayBuffer>>) =>
    (await Array.fromAsync(paced(body, { timeoutMs: 100 }))).reduce((bytes, piece) => bytes + piece.length, 0);
  assert.equal(await sum(bodyOf(10, 8192, 20)), 81_920);
  await assert.rejects(sum(bodyOf(50, 10, 20)), tooSlow);
});

for (const [framing, body] of [["Content-Length: 100", '{"a"'], ["Transfer-Encoding: chunked", '3\r\n{"a\r\n']]) {
  Deno.test(`${framing.split(":")[0]}: a client that leaves amid its body is a line of information, no error`, () =>
    withApp(async (t) => {
      const { hostname, port } = new URL(t.serve());
      const line = await Deno.connect({ hostname, port: Number(port) });
      const head = "POST /api/loans/getquote HTTP/1.1\r\nHost: localhost\r\nSec-Fetch-Site: same-origin\r\n" +
        `Content-Type: application/json\r\nExpect: 100-continue\r\n${framing}\r\n\r\n`;
      await line.write(new TextEncoder().encode(head));
      const answer = new Uint8Array(100);
      await line.read(answer);
      assert.match(new TextDecoder().decode(answer), /^HTTP\/1\.1 100 /, "the body is being read");
      await line.write(new TextEncoder().encode(body));
      line.close();
      await until("the request's line", () => Promise.resolve(/"path":"\/api\/loans\/getquote"/.test(t.logged())));
      assert.match(t.logged(), /"level":"info","message":"request",.*getquote","status":400/);
      assert.doesNotMatch(t.logged(), /"level":"error"/);
    }));
}

Deno.test("behind https the portal answers under its own host name alone, except for health", () =>
  withApp(async (t) => {
    const status = async (path: string, host?: string) =>
      (await t.get(path, null, host === undefined ? {} : { host })).status;
    for (const host of ["portal.lender.example", "PORTAL.lender.example", "portal.lender.example:443"]) {
      for (const path of ["/", "/", "/login"]) assert.equal(await status(path, host), 200, `${host}${path}`);
    }
    for (
      const host of ["evil.example", "portal.lender.example.evil.example", "portal.lender.example:8000", "127.0.0.1"]
    ) {
      for (const path of ["/", "/login", "/api/loans/getSettings"]) {
        assert.equal(await status(path, host), 421, host + path);
      }
      for (const path of ["/healthz", "/readyz"]) {
        assert.equal(await status(path, host), 200);
      }
    }
    const told = await t.get("/", null, { host: "evil.example" });
    assert.equal(await told.text(), "This portal has another address. Open https://portal.lender.example");
    assert.ok(told.headers.get("content-security-policy"));
  }, { PUBLIC_URL: "https://portal.lender.example" }));

Deno.test("without https the portal answers under any host name", () =>
  withApp(async (t) => assert.equal((await t.get("/", null, { host: "192.0.2.7:8000" })).status, 200)));
