/** Deno's own server. It closes no connection whose request is not whole: something before it has to. */
import type { Log } from "../log.ts";
import type { Address, Handler, Listening } from "./address.ts";
import { failedRequest } from "./failed_request.ts";
import { shortageOfHandles } from "./shortage.ts";

/** Serves, and again where the server ends by an error, as at a connection without a handle. Throws as `listen`. */
export function listenByDeno(at: Address, handler: Handler, log: Log): Listening {
  const shortage = shortageOfHandles(log);
  let stopping = false;
  const open = (port: number, onListen: Address["onListen"]): Deno.HttpServer<Deno.NetAddr> => {
    const opened = Deno.serve({ port, hostname: at.hostname, onListen, onError: failedRequest(log) }, handler);
    opened.finished.catch((error) => openAgain(error, opened.addr.port));
    return opened;
  };
  const openAgain = async (error: unknown, port: number): Promise<void> => {
    if (!stopping) await shortage(error);
    if (stopping) return;
    try {
      server = open(port, () => {});
    } catch (failure) {
      await openAgain(failure, port);
    }
  };
  let server = open(at.port, at.onListen);
  return {
    async shutdown() {
      stopping = true;
      await server.shutdown();
    },
  };
}
