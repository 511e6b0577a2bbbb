/** Listens for requests until it is told to stop, whatever ends Deno's own server meanwhile. */
import type { Log } from "./log.ts";

type Handler = Deno.ServeHandler<Deno.NetAddr>;

/** A connection that comes while no file handle is left ends Deno's server; handles are left again once others end. */
const AGAIN_MS = 250;
/** While none is left each try fails, and one line of the log says so. */
const TOLD_MS = 60_000;

/**
 * Serves on a port and a host, and again where the server ends by an error; requests under way go on. Throws where the
 * address cannot be listened on at first. Resolves `shutdown` once open connections have ended.
 */
export function listen(
  at: { port: number; hostname: string; onListen: (address: Deno.NetAddr) => void },
  handler: Handler,
  log: Log,
): { shutdown(): Promise<void> } {
  let stopping = false, toldAt = -Infinity, again: ReturnType<typeof setTimeout> | undefined;
  const lost = (error: unknown, port: number) => {
    if (stopping) return;
    if (performance.now() - toldAt > TOLD_MS) {
      toldAt = performance.now();
      log({
        level: "error",
        message: "connections are refused for a moment: raise the limit of open files where this comes again",
        error: String(error),
      });
    }
    again = setTimeout(() => {
      try {
        server = open(port, () => {});
      } catch (error) {
        lost(error, port);
      }
    }, AGAIN_MS);
  };
  const open = (port: number, onListen: (address: Deno.NetAddr) => void): Deno.HttpServer<Deno.NetAddr> => {
    const opened = Deno.serve({ port, hostname: at.hostname, onListen }, handler);
    opened.finished.catch((error) => lost(error, opened.addr.port));
    return opened;
  };
  let server = open(at.port, at.onListen);
  return {
    async shutdown() {
      stopping = true;
      clearTimeout(again);
      await server.shutdown();
    },
  };
}
