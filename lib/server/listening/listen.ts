/** Listens for requests until it is told to stop, whatever connections do meanwhile. */
import type { Env } from "../env.ts";
import type { Log } from "../log.ts";
import type { Address, Handler, Listening } from "./address.ts";
import { listenByConnection } from "./by_connection.ts";
import { listenByDeno } from "./by_deno.ts";
import { connectionServer } from "./connection_server.ts";

/** Serves on a port and a host; on edge the platform has the connections. Throws where it cannot listen there. */
export function listen(at: Address, handler: Handler, log: Log, platform: Env["platform"]): Listening {
  const serve = platform === "machine" ? connectionServer() : undefined;
  if (serve) return listenByConnection(at, handler, log, serve);
  if (platform === "machine") {
    log({ level: "warn", message: "this version of Deno closes no slow connections: the proxy before it has to" });
  }
  return listenByDeno(at, handler, log);
}
