/** Streams of a libSQL server kept from read to read: what goes over the wire, and what a read finds on one. */
import assert from "node:assert/strict";
import { keepStreams } from "../../../db/kept_streams.ts";
import { openDatabase, upgrade } from "../../../db/mod.ts";
import { hasLibsqlServer, startLibsqlServer } from "../../support/sqld.ts";

interface Sent {
  url: string;
  baton: string | null;
  requests: { type: string; sql_id?: number }[];
}

const HERE = "http://db.example/v2/pipeline";

const OK = (type: string) => ({ type: "ok", response: { type } });
const READ = [{ type: "store_sql", sql_id: 0, sql: "select 1" }, { type: "batch" }, { type: "close" }];
const post = (body: unknown) => new Request(HERE, { method: "POST", body: JSON.stringify(body) });

/** A sender that answers each request of a read, with what a test makes of the answer, and a clock to move. */
function scene(answer: (sent: Sent) => { status?: number; body?: object } = () => ({})) {
  const sent: Sent[] = [];
  const clock = { now: 0 };
  const send = keepStreams(async (request) => {
    const one: Sent = { url: request.url, ...await request.json() };
    sent.push(one);
    const { status = 200, body } = answer(one);
    const results = one.requests.map(({ type }) => OK(type));
    return Response.json({ baton: `stream ${sent.length}`, base_url: null, results, ...body }, { status });
  }, () => clock.now);
  const read = async () => await (await send(post({ baton: null, requests: READ }))).json();
  const isClose = ({ requests }: Sent) => requests[0].type === "close";
  return {
    sent,
    clock,
    send,
    read,
    /** The streams of the reads, and those that were closed by themselves with where. */
    batons: () => sent.filter((one) => !isClose(one)).map(({ baton }) => baton),
    closed: () => sent.filter(isClose).map(({ baton, url }) => `${baton} ${url}`),
  };
}

Deno.test("a read goes on with the stream of the one before, and the client hears that it was closed", async () => {
  const { sent, read, batons } = scene();
  for (let n = 0; n < 3; n++) {
    assert.deepEqual((await read()).results, ["store_sql", "batch", "close"].map(OK));
  }
  assert.deepEqual(batons(), [null, "stream 1", "stream 2"]);
  assert.deepEqual(sent[1].requests, [...READ.slice(0, 2), { type: "close_sql", sql_id: 0 }]);
});

Deno.test("reads side by side have a stream each", async () => {
  const { read, batons } = scene();
  await Promise.all([read(), read()]);
  await Promise.all([read(), read(), read()]);
  assert.deepEqual(batons(), [null, null, "stream 2", "stream 1", null]);
});

Deno.test("a stream that was idle for long or failed is closed, and the next read has another", async () => {
  const late = scene();
  await Promise.all([late.read(), late.read()]);
  late.clock.now = 6_000;
  await late.read();
  assert.deepEqual(late.batons(), [null, null, null]);
  assert.deepEqual(late.closed(), [`stream 1 ${HERE}`, `stream 2 ${HERE}`]);
  late.clock.now = 60_000;
  await late.read();
  assert.equal(late.closed().length, 2, "the server has ended the third");
  const error = { type: "error", error: { message: "no such table" } };
  const failed = { ...OK("batch"), response: { type: "batch", result: { step_errors: [null, error.error] } } };
  for (const result of [error, failed]) {
    const { read, batons, closed } = scene(() => ({ body: { results: [OK("store_sql"), result, OK("close_sql")] } }));
    assert.equal((await read()).results.at(-1).response.type, "close");
    assert.deepEqual(closed(), [`stream 1 ${HERE}`]);
    await read();
    assert.deepEqual(batons(), [null, null]);
    assert.equal(closed().length, 2);
  }
  const { read, batons } = scene(() => ({
    body: { results: [OK("store_sql"), { ...failed, response: { result: { step_errors: [null, null] } } }, OK("x")] },
  }));
  await read();
  assert.deepEqual((await read()).results.length, 3, "read as JSON where its end is another");
  assert.deepEqual(batons(), [null, "stream 1"]);
});

Deno.test("where a server's streams cannot be kept each is closed, from the second read on by the client", async () => {
  for (
    const [body, closes] of [
      [{ base_url: "http://other.example" }, ["stream 1 http://other.example/v2/pipeline"]],
      [{ baton: null }, []],
      [{ base_url: undefined }, [`stream 1 ${HERE}`]],
    ] as const
  ) {
    const { sent, read, batons, closed } = scene(() => ({ body }));
    assert.equal((await read()).results.at(-1).response.type, "close");
    assert.deepEqual(closed(), closes, JSON.stringify(body));
    await read();
    assert.deepEqual(sent.at(-1)!.requests, READ);
    assert.deepEqual([batons(), closed()], [[null, null], closes], JSON.stringify(body));
  }
  let base: string | null = null;
  const moved = scene(() => ({ body: { base_url: base } }));
  await Promise.all([moved.read(), moved.read()]);
  base = "http://other.example";
  await moved.read();
  assert.deepEqual(moved.closed(), ["stream 3 http://other.example/v2/pipeline", `stream 1 ${HERE}`]);
});

Deno.test("a read on a stream that has ended is sent again on a new one, and a refusal is told", async () => {
  const ended = scene(({ baton }) => baton ? { status: 400, body: { message: "invalid baton" } } : {});
  await ended.read();
  assert.equal((await ended.read()).results.length, 3);
  assert.deepEqual(ended.batons(), [null, "stream 1", null]);
  const refused = scene(() => ({ status: 503 }));
  assert.equal((await refused.send(post({ baton: null, requests: READ }))).status, 503);
  assert.equal(refused.sent.length, 1);
});

Deno.test("where one kept stream is lost the others are not tried, and a server's other refusals are told", async () => {
  let status = 200, message = "";
  const { send, read, batons } = scene(({ baton }) => baton ? { status, body: { message } } : {});
  const ask = async () => (await send(post({ baton: null, requests: READ }))).status;
  for (const lost of [{ status: 404, message: "" }, { status: 410, message: "STREAM_EXPIRED" }]) {
    await Promise.all([read(), read()]);
    ({ status, message } = lost);
    const before = batons().length;
    assert.equal(await ask(), 200);
    assert.deepEqual(batons().slice(before).map((baton) => baton === null), [false, true]);
    status = 200;
    await Promise.all([read(), read()]);
    assert.deepEqual(batons().slice(before + 2).map((baton) => baton === null), [false, true]);
  }
  message = "";
  for (status of [401, 429, 503]) {
    const before = batons().length;
    assert.equal(await ask(), status);
    assert.equal(batons().length, before + 1, "asked once");
    status = 200;
    await read();
  }
});

Deno.test("what opens or goes on with a stream of its own is sent as it is", async () => {
  const { sent, send } = scene();
  for (const body of [{ baton: "own", requests: READ }, { baton: null, requests: READ.slice(0, 2) }]) {
    await send(post(body));
    assert.deepEqual(sent.at(-1), { url: HERE, ...body });
  }
});

Deno.test({
  name: "reads on kept streams see every write, and go on after errors, a changed schema and a restart",
  ignore: !hasLibsqlServer,
  async fn() {
    const server = await startLibsqlServer();
    const own = await openDatabase({ url: server.url }), other = await openDatabase({ url: server.url });
    try {
      await upgrade(own.client, server.url);
      const seen = async () =>
        (await own.client.execute("select until from job_leases where name = 'any'")).rows[0]?.until;
      assert.equal(await seen(), undefined);
      for (let n = 1; n <= 20; n++) {
        await other.client.execute(`insert into job_leases (name, holder, until) values ('any', '', ${n})
          on conflict do update set until = ${n}`);
        assert.equal(await seen(), n);
        if (n % 5 === 0) await assert.rejects(own.client.execute("select * from nothing_there"));
        if (n === 7) await other.client.execute("alter table job_leases add column more text");
        if (n === 12) await server.restart();
      }
      const twice = "select count(*) as n from job_leases where name = 'any'";
      const both = await own.client.batch([twice, twice]);
      assert.deepEqual(both.map(({ rows }) => rows[0].n), [1, 1]);
    } finally {
      own.close();
      other.close();
      await server.stop();
    }
  },
});
