/** Deno's way to serve one connection, of which `Deno.serve` is made; unlike that, it can close a connection. */
import type { Handler } from "./address.ts";

export interface ServedConnection {
  /** Settles once the connection has ended. */
  finished: Promise<void>;
  /** Answers what is under way, then closes. */
  shutdown(): Promise<void>;
}

/** `ended` closes the connection at once; `failed` answers where the handler threw. */
export type ServeConnection = (
  connection: Deno.Conn,
  ended: AbortSignal,
  handler: Handler,
  failed: (error: unknown) => Response,
  onListen: () => void,
) => ServedConnection;

/** Undefined where Deno lacks it: it is not documented, so a later version may. */
export function connectionServer(): ServeConnection | undefined {
  const { internal } = Deno as unknown as { internal?: symbol };
  const internals = (Deno as unknown as Record<symbol, Record<string, unknown> | undefined>)[internal ?? Symbol()];
  const serve = internals?.serveHttpOnConnection;
  return typeof serve === "function" ? serve as ServeConnection : undefined;
}
