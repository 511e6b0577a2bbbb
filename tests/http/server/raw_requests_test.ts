/** Requests as they come over a socket: addresses that cannot be read, other hosts, and HTTP/2, which has no Host. */
import assert from "node:assert/strict";
import http2 from "node:http2";
import { type TestApp, withApp } from "../../support/app.ts";
import { until } from "../../support/until.ts";

const OWN = "portal.lender.example";

/** The whole answer to a request that is written like this. */
async function answerTo(port: number, head: string): Promise<string> {
  const line = await Deno.connect({ hostname: "127.0.0.1", port });
  await line.write(new TextEncoder().encode(`${head}\r\nConnection: close\r\n\r\n`));
  return await new Response(line.readable).text();
}

const statusOf = (answer: string): number => Number(/^HTTP\/1\.[01] (\d{3})/.exec(answer)?.[1]);
const linesOf = (t: TestApp): string[] => t.logged().split("\n").filter((line) => line.includes('"message":"request"'));

/** Begins of requests that name an unreadable address, by their host or by their own line. */
const UNREADABLE = ["[", "x:99999", "a b", "::1", "%00", "a^b", "[::1", "ho%73t%"].map((host) => (path: string) =>
  `GET ${path} HTTP/1.1\r\nHost: ${host}`
).concat(
  ["http://[", "http://x:99999"].map((origin) => (path: string) => `GET ${origin}${path} HTTP/1.1\r\nHost: ${OWN}`),
);
const PATHS = ["/", "/login", "/dashboard/loans", "/api/loans/getSettings", "/quote/none", "/healthz", "/nowhere?x=1"];

for (const publicUrl of ["http://localhost", `https://${OWN}`]) {
  Deno.test(`${publicUrl}: an address that cannot be read is refused, with all headers and a line in the log`, () =>
    withApp(async (t) => {
      const port = Number(new URL(t.serve()).port);
      let sent = 0;
      for (const head of UNREADABLE) {
        for (const path of PATHS) {
          const answer = await answerTo(port, head(path)), what = JSON.stringify(head(path));
          sent++;
          assert.equal(statusOf(answer), 400, `${what}: ${answer.slice(0, 200)}`);
          assert.match(answer, /content-security-policy/i, what);
          assert.match(answer, /x-request-id/i, what);
          assert.ok(answer.endsWith(`This address cannot be read. Open ${publicUrl}`), what);
        }
      }
      await until("a line of each", () => Promise.resolve(linesOf(t).length === sent));
      assert.doesNotMatch(t.logged(), /"level":"error"/);
    }, { PUBLIC_URL: publicUrl }));
}

Deno.test("behind https a request without a host, or whose line names another, is refused", () =>
  withApp(async (t) => {
    const port = Number(new URL(t.serve()).port);
    assert.equal(statusOf(await answerTo(port, `GET /login HTTP/1.1\r\nHost: ${OWN}`)), 200);
    assert.equal(statusOf(await answerTo(port, `GET http://${OWN}/login HTTP/1.1\r\nHost: ${OWN}`)), 200);
    assert.equal(statusOf(await answerTo(port, "GET /healthz HTTP/1.0")), 200, "a monitor's");
    for (
      const head of [
        "GET /login HTTP/1.0",
        `GET http://evil.example/login HTTP/1.1\r\nHost: ${OWN}`,
        `GET http://${OWN}/login HTTP/1.1\r\nHost: evil.example`,
        `GET http://${OWN}@evil.example/login HTTP/1.1\r\nHost: ${OWN}`,
      ]
    ) assert.equal(statusOf(await answerTo(port, head)), 421, head);
  }, { PUBLIC_URL: `https://${OWN}` }));

/** The status of an answer over HTTP/2, asked for without TLS. */
function overHttp2(url: string, headers: Record<string, string>, body?: string): Promise<number> {
  const session = http2.connect(url);
  return new Promise<number>((resolve, reject) => {
    session.on("error", reject);
    const stream = session.request(headers, { endStream: body === undefined });
    stream.on("error", reject);
    stream.on("response", (answer) => resolve(Number(answer[":status"])));
    stream.resume();
    if (body !== undefined) stream.end(body);
  }).finally(() => session.close());
}

Deno.test("behind https the portal answers under its own name over HTTP/2, too, and takes writes of its pages alone", () =>
  withApp(async (t) => {
    const url = t.serve();
    const page = (authority: string) =>
      overHttp2(url, { ":method": "GET", ":path": "/login", ":authority": authority, ":scheme": "http" });
    assert.equal(await page(OWN), 200);
    assert.equal(await page("evil.example"), 421);
    const write = (authority: string, origin: string) =>
      overHttp2(url, {
        ":method": "POST",
        ":path": "/api/auth/login",
        ":authority": authority,
        ":scheme": "http",
        "content-type": "application/json",
        origin,
      }, JSON.stringify({ userName: "nobody", password: "Wrong1Word" }));
    assert.equal(await write(OWN, `https://${OWN}`), 401);
    assert.equal(await write(OWN, `http://${OWN}`), 403, "of another site: not by https");
    assert.equal(await write("evil.example", "http://evil.example"), 421);
  }, { PUBLIC_URL: `https://${OWN}` }));

Deno.test("an email address in a path that somebody typed or pasted is not in the log, the rest of the path is", () =>
  withApp(async (t) => {
    for (const path of ["/dashboard/ann.lee@b.example", "/mailto:ann.lee%40b.example/x"]) await t.get(path);
    // As long as a request may be: it is looked through once.
    await t.get(`/${"a".repeat(60_000)}`);
    await until("a line of each", () => Promise.resolve(linesOf(t).length === 3));
    assert.doesNotMatch(t.logged(), /ann\.lee/);
    assert.deepEqual(linesOf(t).map((line) => JSON.parse(line).path).slice(0, 2), ["/dashboard/:email", "/:email/x"]);
  }));
