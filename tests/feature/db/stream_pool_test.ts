/** Streams of a libSQL server kept from read to read: what goes over the wire, and what a read finds on one. */
import assert from "node:assert/strict";
import { createStreamPool } from "../../../db/stream_pool.ts";
import { openDatabase, upgrade } from "../../../db/mod.ts";
import { hasLibsqlServer, startLibsqlServer } from "../../support/sqld.ts";

interface Sent {
  /** Where it was sent, where that is not the server's own address. */
  base: string | null;
  baton: string | null;
  requests: { type: string }[];
}

const READ = `{"type":"batch"}`;
const OK = { type: "ok", response: { result: { step_results: [], step_errors: [null, null] } } };

/** A sender whose post is answered with what a test makes of it, and a clock to move. */
function scene(answer: (sent: Sent) => { status?: number; body?: object; text?: string } = () => ({})) {
  const sent: Sent[] = [];
  const clock = { now: 0 };
  const read = createStreamPool((body, base) => {
    const one: Sent = { base, ...JSON.parse(body) };
    sent.push(one);
    const { status = 200, body: told, text } = answer(one);
    const whole = { baton: `stream ${sent.length}`, base_url: null, results: one.requests.map(() => OK), ...told };
    return Promise.resolve({ status, text: text ?? JSON.stringify(whole) });
  }, () => clock.now);
  const isClose = ({ requests }: Sent) => requests[0].type === "close";
  return {
    sent,
    clock,
    read: () => read(READ),
    /** The streams of the reads, and those that were closed by themselves with where. */
    batons: () => sent.filter((one) => !isClose(one)).map(({ baton }) => baton),
    closed: () => sent.filter(isClose).map(({ baton, base }) => base ? `${baton} ${base}` : baton),
  };
}

Deno.test("a read reuses the stream of the one before", async () => {
  const { sent, read, batons } = scene();
  for (let n = 0; n < 3; n++) assert.deepEqual(await read(), OK);
  assert.deepEqual(batons(), [null, "stream 1", "stream 2"]);
  assert.deepEqual(sent[1].requests, [{ type: "batch" }]);
});

Deno.test("concurrent reads have a stream each", async () => {
  const { read, batons } = scene();
  await Promise.all([read(), read()]);
  await Promise.all([read(), read(), read()]);
  assert.deepEqual(batons(), [null, null, "stream 2", "stream 1", null]);
});

Deno.test("a stream that was idle for long or failed is closed, and the next read opens another", async () => {
  const late = scene();
  await Promise.all([late.read(), late.read()]);
  late.clock.now = 6_000;
  await late.read();
  assert.deepEqual(late.batons(), [null, null, null]);
  assert.deepEqual(late.closed(), ["stream 1", "stream 2"]);
  late.clock.now = 60_000;
  await late.read();
  assert.equal(late.closed().length, 2, "the server has ended the third");
  const error = { type: "error", error: { message: "no such table" } };
  const step = { type: "ok", response: { result: { step_results: [null], step_errors: [null, error.error] } } };
  for (const result of [error, step]) {
    const { read, batons, closed } = scene(() => ({ body: { results: [result] } }));
    assert.deepEqual(await read(), result);
    assert.deepEqual(closed(), ["stream 1"]);
    await read();
    assert.deepEqual(batons(), [null, null]);
    assert.equal(closed().length, 2);
  }
});

Deno.test("where a server's streams cannot be reused each is closed, from the second read on by the read", async () => {
  for (
    const [body, closes] of [
      [{ base_url: "http://other.example" }, ["stream 1 http://other.example"]],
      [{ baton: null }, []],
      [{ base_url: undefined }, ["stream 1"]],
    ] as const
  ) {
    const { sent, read, batons, closed } = scene(({ requests }) => ({
      body: requests.at(-1)!.type === "close" ? { baton: null } : body,
    }));
    assert.deepEqual(await read(), OK);
    assert.deepEqual(closed(), closes, JSON.stringify(body));
    assert.deepEqual(await read(), OK);
    assert.deepEqual(sent.at(-1)!.requests, [{ type: "batch" }, { type: "close" }]);
    assert.deepEqual([batons(), closed()], [[null, null], closes], JSON.stringify(body));
  }
  let base: string | null = null;
  const moved = scene(() => ({ body: { base_url: base } }));
  await Promise.all([moved.read(), moved.read()]);
  base = "http://other.example";
  await moved.read();
  assert.deepEqual(moved.closed(), ["stream 3 http://other.example", "stream 1"]);
});

Deno.test("a read on an expired stream is sent again on a new one, and the others are not tried", async () => {
  for (
    const lost of [
      { status: 400, text: `{"message":"invalid baton"}` },
      { status: 404 },
      { status: 410, text: `{"message":"gone","code":"STREAM_EXPIRED"}` },
    ]
  ) {
    let away = false;
    const { read, batons } = scene(({ baton }) => baton && away ? lost : {});
    await Promise.all([read(), read()]);
    away = true;
    assert.deepEqual(await read(), OK);
    away = false;
    await Promise.all([read(), read()]);
    assert.deepEqual(batons().map((baton) => baton === null), [true, true, false, true, false, true]);
  }
});

Deno.test("a server's other refusals are thrown and not retried, with its code where it has one", async () => {
  for (
    const [refused, code] of [
      [{ status: 401, text: "no" }, "SERVER_ERROR"],
      [{ status: 429, text: "{}" }, "SERVER_ERROR"],
      [{ status: 503, text: "<html>" }, "SERVER_ERROR"],
      [{ status: 500, text: `{"message":"later","code":"SQLITE_BUSY"}` }, "SQLITE_BUSY"],
      [{ status: 200, text: "<html>" }, "HRANA_PROTO_ERROR"],
      [{ status: 200, text: "{}" }, "HRANA_PROTO_ERROR"],
    ] as const
  ) {
    let refuses = false;
    const { read, batons } = scene(() => refuses ? refused : {});
    await read();
    refuses = true;
    await assert.rejects(read(), { code });
    assert.deepEqual(batons(), [null, "stream 1"], `${refused.status}: asked once`);
    refuses = false;
    await read();
    assert.equal(batons().at(-1), null);
  }
});

Deno.test({
  name: "reads on reused streams see every write, and work after errors, a changed schema and a restart",
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
