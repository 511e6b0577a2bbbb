/** Connections that keep the server waiting are closed; those that it keeps waiting are not. */
import assert from "node:assert/strict";
import { Hono } from "hono";
import type { Http } from "../../../lib/server/http.ts";
import type { Handler, Listening } from "../../../lib/server/listening/address.ts";
import { listenByConnection } from "../../../lib/server/listening/by_connection.ts";
import { connectionServer } from "../../../lib/server/listening/connection_server.ts";
import { sendJson } from "../../../lib/server/send_json.ts";
import { until } from "../../support/until.ts";

const encode = (text: string) => new TextEncoder().encode(text);
const HEAD = "GET / HTTP/1.1\r\nHost: x\r\n", BODY = "POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 9\r\n\r\nhalf";

/** More than the system keeps of what is on its way. */
const LARGE = 20_000_000;

interface Opened {
  /** What has arrived so far. */
  said(): string;
  send(text: string): Promise<void>;
  /** Resolves once the server has closed the connection. */
  closed: Promise<void>;
}

/** Runs `act` with a server whose waits are as short as these, in milliseconds, and what opens connections to it. */
async function served(
  handler: Handler,
  waits: { headMs: number; nextMs: number },
  act: (open: (text?: string) => Promise<Opened>, server: Listening, port: number) => Promise<void>,
  log: (line: unknown) => void = () => {},
): Promise<void> {
  const serve = connectionServer();
  assert.ok(serve, "Deno can serve a connection");
  let port = 0;
  const at = { port: 0, hostname: "127.0.0.1", onListen: (address: Deno.NetAddr) => void (port = address.port) };
  const server = listenByConnection(at, handler, log, serve, waits);
  const connections: Deno.Conn[] = [], readings: Promise<void>[] = [];
  const open = async (text?: string): Promise<Opened> => {
    const connection = await Deno.connect({ hostname: "127.0.0.1", port });
    connections.push(connection);
    const decoder = new TextDecoder();
    let said = "";
    const closed = (async () => {
      const into = new Uint8Array(1000);
      for (;;) {
        const count = await connection.read(into);
        if (count === null) return;
        said += decoder.decode(into.subarray(0, count));
      }
    })().catch(() => {});
    readings.push(closed);
    const send = async (more: string) => void await connection.write(encode(more));
    if (text) await send(text);
    return { said: () => said, send, closed };
  };
  try {
    await act(open, server, port);
  } finally {
    for (const connection of connections) connection.close();
    await Promise.all(readings);
    await server.shutdown();
  }
}

const answer: Handler = () => new Response("answered", { headers: { "content-type": "text/plain" } });
const LONG = 600_000;

Deno.test("a connection that sends no head, or half of one, is closed in time", () =>
  served(answer, { headMs: 200, nextMs: LONG }, async (open) => {
    const silent = await open(), half = await open(HEAD), whole = await open(`${HEAD}\r\n`);
    await until("the whole one is answered", () => Promise.resolve(whole.said().includes("answered")));
    await Promise.all([silent.closed, half.closed]);
    assert.equal(silent.said() + half.said(), "");
    await whole.send(`${HEAD}\r\n`);
    await until("it is asked again", () => Promise.resolve(whole.said().split("answered").length === 3));
  }));

Deno.test("a connection that is asked nothing more is closed, and so is half of a later head", () =>
  served(answer, { headMs: LONG, nextMs: 200 }, async (open) => {
    const idle = await open(`${HEAD}\r\n`), later = await open(`${HEAD}\r\n${HEAD}`);
    await Promise.all([idle.closed, later.closed]);
    assert.match(idle.said(), /answered/);
    assert.equal(later.said().split("answered").length, 2);
  }));

Deno.test("a connection whose body stays half is closed after its answer, whether the body was read or not", () => {
  const handlers: Handler[] = [
    () => new Response("no", { status: 403 }),
    async (request) => {
      void request.text().catch(() => {});
      await Promise.resolve();
      return new Response("late", { status: 408 });
    },
  ];
  return Promise.all(handlers.map((handler) =>
    served(handler, { headMs: 200, nextMs: LONG }, async (open) => {
      const half = await open(BODY);
      await half.closed;
      assert.match(half.said(), /^HTTP\/1\.1 40[38] /);
    })
  )).then(() => {});
});

Deno.test("a request under way, a body that arrives and an answer that is still sent are not cut off", () => {
  const others = Promise.withResolvers<void>(), more = Promise.withResolvers<void>();
  const handler: Handler = async (request) => {
    if (request.method === "POST") return new Response(`read ${await request.text()}`);
    await others.promise;
    const pieces = new ReadableStream<Uint8Array>({
      async start(controller) {
        controller.enqueue(encode("first"));
        await more.promise;
        controller.enqueue(encode("last"));
        controller.close();
      },
    });
    return new Response(pieces);
  };
  return served(handler, { headMs: 200, nextMs: 200 }, async (open) => {
    const slow = await open(`${HEAD}\r\n`), sends = await open(BODY);
    await (await open()).closed;
    others.resolve();
    await until("its answer begins", () => Promise.resolve(slow.said().includes("first")));
    await (await open()).closed;
    more.resolve();
    await sends.send(" more");
    await Promise.all([slow.closed, sends.closed]);
    assert.match(slow.said(), /last/);
    assert.match(sends.said(), /read half more/);
  });
});

Deno.test("a request whose body was announced and stays half is closed, whatever its method", () =>
  served(answer, { headMs: 200, nextMs: LONG }, async (open) => {
    const half = await open(BODY.replace("POST", "GET"));
    await half.closed;
    assert.match(half.said(), /answered/);
  }));

/** Sees an answer that is no stream arrive whole, though it is read only once `act` has ended. */
async function readLate(
  waits: { headMs: number; nextMs: number },
  act: (open: (text?: string) => Promise<Opened>, server: Listening) => Promise<void>,
  handler: Handler = () => new Response(new Uint8Array(LARGE)),
  asked = `${HEAD}\r\n`,
): Promise<void> {
  await served(handler, waits, async (open, server, port) => {
    using connection = await Deno.connect({ hostname: "127.0.0.1", port });
    await connection.write(encode(asked));
    const into = new Uint8Array(64_000);
    let read = await connection.read(into) ?? 0;
    await act(open, server);
    for (let count: number | null; read < LARGE && (count = await connection.read(into)) !== null;) read += count;
    assert.ok(read >= LARGE, `${read} bytes arrived`);
  });
}

Deno.test("a large answer that is read slowly is not cut off, though it was given at once", () =>
  readLate({ headMs: 200, nextMs: 200 }, async (open) => {
    await (await open()).closed;
    await (await open()).closed;
  }));

Deno.test("nor is the large answer of a call, whose body Deno may still wait for", () => {
  const app = new Hono().post("/", async (c) => {
    await c.req.text();
    return sendJson(c as unknown as Http, { data: "x".repeat(LARGE) });
  });
  return readLate(
    { headMs: 200, nextMs: 200 },
    async (open) => {
      await (await open()).closed;
      await (await open()).closed;
    },
    (request) => app.fetch(request),
    `${BODY} body`,
  );
});

Deno.test("nor by a stop", () => {
  const stops: Promise<void>[] = [];
  return readLate({ headMs: LONG, nextMs: LONG }, async (open, server) => {
    const silent = await open();
    stops.push(server.shutdown());
    await silent.closed;
  }).then(() => Promise.all(stops)).then(() => {});
});

/** Opens connections and resets each at once. */
const RESETS = `
  import { once } from "node:events";
  import { connect } from "node:net";
  for (let n = 0; n < 20; n++) {
    const socket = connect({ port: Number(Deno.args[0]), host: "127.0.0.1" });
    await once(socket, "connect");
    socket.resetAndDestroy();
    await once(socket, "close");
  }`;

Deno.test("a connection that is over before it is accepted keeps no other waiting, and says nothing of a shortage", () => {
  const lines: unknown[] = [];
  return served(answer, { headMs: LONG, nextMs: LONG }, async (open, _server, port) => {
    // Waited for without a turn of the event loop: the server accepts none meanwhile.
    const { code } = new Deno.Command(Deno.execPath(), { args: ["eval", RESETS, String(port)] }).outputSync();
    assert.equal(code, 0);
    const asks = await open(`${HEAD}\r\n`);
    await until("it is answered", () => Promise.resolve(asks.said().includes("answered")));
    assert.deepEqual(lines, []);
  }, (line) => lines.push(line));
});

Deno.test("a stop waits for requests under way, and for no connection that only waits", () => {
  const asked = Promise.withResolvers<void>(), go = Promise.withResolvers<void>();
  const handler: Handler = async () => {
    asked.resolve();
    await go.promise;
    return new Response("answered");
  };
  return served(handler, { headMs: LONG, nextMs: LONG }, async (open, server) => {
    const half = await open(HEAD), slow = await open(`${HEAD}\r\n`);
    await asked.promise;
    const stopped = server.shutdown();
    await half.closed;
    go.resolve();
    await Promise.all([stopped, slow.closed]);
    assert.match(slow.said(), /answered/);
  });
});

Deno.test("what was answered just as it stops arrives", () => {
  let asked = 0;
  const go = Promise.withResolvers<void>();
  const handler: Handler = async (request) => {
    await request.text();
    asked++;
    await go.promise;
    return new Response("answered");
  };
  return served(handler, { headMs: LONG, nextMs: LONG }, async (open, server) => {
    const all = await Promise.all([1, 2, 3].map(() => open(`${BODY} more`)));
    await until("all are under way", () => Promise.resolve(asked === all.length));
    go.resolve();
    // As many turns of the queue of promises as lie between an answer and the stop that waited for it.
    for (let n = 0; n < 10; n++) await Promise.resolve();
    await server.shutdown();
    await Promise.all(all.map((one) => one.closed));
    for (const { said } of all) assert.match(said(), /answered/);
  });
});

Deno.test("a handler that throws is a 500, and the server goes on", () =>
  served(() => Promise.reject(new Error("a fault")), { headMs: LONG, nextMs: LONG }, async (open) => {
    for (let n = 0; n < 2; n++) {
      const asks = await open(`${HEAD}\r\n`);
      await until("it is told", () => Promise.resolve(asks.said().startsWith("HTTP/1.1 500 ")));
    }
  }));
