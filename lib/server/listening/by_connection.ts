/** Serves each connection by itself, so that those which keep it waiting are closed. */
import type { Log } from "../log.ts";
import type { Address, Handler, Listening } from "./address.ts";
import type { ServeConnection, ServedConnection } from "./connection_server.ts";
import { failedRequest } from "./failed_request.ts";
import { shortageOfHandles } from "./shortage.ts";

/** Milliseconds. */
export interface Waits {
  /** For a connection's first head; for the rest of a body that is not read any more. */
  headMs: number;
  /** For the next head: longer than proxies keep a connection that they do not use, as they may just be using it. */
  nextMs: number;
}

const WAITS: Waits = { headMs: 20_000, nextMs: 180_000 };
/** How often connections are looked at, in milliseconds. */
const LOOK_MS = 2_000;

interface Connection {
  /** Requests under way. One ends once its answer has been sent, or, where that is no stream, has been given. */
  open: number;
  /** What the last request leaves: an answer that may not have left yet, or a body that may not have arrived. */
  last?: "answer" | "body";
  /** Since when there is none, on the clock of `performance`, and how long that may last. */
  since: number;
  waitMs: number;
  ended: AbortController;
  /** Set once it is told to end after its answers: Deno cannot abort it any more. */
  ending?: Promise<void>;
  served?: ServedConnection;
}

const announcesBody = ({ headers }: Request): boolean =>
  Number(headers.get("content-length")) > 0 || headers.has("transfer-encoding");

/** Closes a connection that has no request under way, though not amid an answer. */
function end(connection: Connection): Promise<void> | void {
  if (connection.last !== "answer") return connection.ended.abort();
  return connection.ending ??= connection.served?.shutdown().catch(() => {});
}

/** The handler of a connection, which notes how long it may wait. */
function noting(connection: Connection, handler: Handler, { headMs, nextMs }: Waits): Handler {
  const answered = () => {
    connection.open--;
    connection.since = performance.now();
  };
  return (request, info) => {
    connection.open++;
    connection.waitMs = nextMs;
    const mayLack = request.method === "GET" || request.method === "HEAD";
    connection.last = mayLack && !announcesBody(request) ? "answer" : "body";
    info.completed.then(answered, answered);
    const response = handler(request, info);
    if (connection.last === "answer") return response;
    // Before Deno sees the answer: afterwards every body counts as used.
    const lookAtBody = ({ status }: Response) => {
      const isUnread = !request.bodyUsed && announcesBody(request);
      if (status === 408 || status === 413 || isUnread) connection.waitMs = headMs;
    };
    if (response instanceof Promise) response.then(lookAtBody, () => {});
    else lookAtBody(response);
    return response;
  };
}

/** True where the other end has closed the connection before it was accepted: the next one waits for nothing. */
const isOfOne = (error: unknown): boolean =>
  [Deno.errors.ConnectionAborted, Deno.errors.ConnectionReset, Deno.errors.NotConnected]
    .some((kind) => error instanceof kind);

/** Serves. Throws where the address cannot be listened on. */
export function listenByConnection(
  { port, hostname, onListen }: Address,
  handler: Handler,
  log: Log,
  serve: ServeConnection,
  waits: Waits = WAITS,
): Listening {
  const listener = Deno.listen({ port, hostname });
  const connections = new Set<Connection>(), shortage = shortageOfHandles(log), failed = failedRequest(log);
  let stopping = false;

  /** Serves a connection until it ends; one that the other end has closed already is over at once. */
  const take = async (socket: Deno.TcpConn): Promise<void> => {
    const ended = new AbortController();
    const connection: Connection = { open: 0, since: performance.now(), waitMs: waits.headMs, ended };
    try {
      socket.setNoDelay();
      connection.served = serve(socket, ended.signal, noting(connection, handler, waits), failed, () => {});
      connections.add(connection);
      await connection.served.finished;
    } catch {
      if (!connection.served) socket.close();
    } finally {
      connections.delete(connection);
    }
  };

  const accept = async (): Promise<void> => {
    while (!stopping) {
      try {
        const socket = await listener.accept();
        take(socket).catch(() => {});
      } catch (error) {
        if (!stopping && !isOfOne(error)) await shortage(error);
      }
    }
  };

  const looking = setInterval(() => {
    const now = performance.now();
    for (const one of connections) if (!one.open && now - one.since > one.waitMs) void end(one);
  }, Math.min(LOOK_MS, waits.headMs, waits.nextMs));

  onListen(listener.addr as Deno.NetAddr);
  void accept();
  return {
    async shutdown() {
      if (!stopping) listener.close();
      stopping = true;
      clearInterval(looking);
      // What was answered in this turn of the event loop is sent in the next.
      await new Promise((done) => setTimeout(done));
      await Promise.allSettled([...connections].map((one) => one.open ? one.served?.shutdown() : end(one)));
    },
  };
}
