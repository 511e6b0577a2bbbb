import type { Fetch } from "../drain.ts";

export type Handler = Fetch<Deno.ServeHandlerInfo<Deno.NetAddr>>;

/** Where to listen. `onListen` is told the port, should it be 0. */
export interface Address {
  port: number;
  hostname: string;
  onListen: (address: Deno.NetAddr) => void;
}

export interface Listening {
  /** Takes no more connections; resolves once those with a request under way have ended. */
  shutdown(): Promise<void>;
}
