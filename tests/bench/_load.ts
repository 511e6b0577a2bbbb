/**
 * The load generator, a process of its own: asks over keep-alive connections for some seconds and prints what it saw.
 */
import { setImmediate } from "node:timers";
import { connect, requestsOf, type Target } from "./_http.ts";

export interface Load {
  target: Target;
  connections: number;
  warmUpMs: number;
  measureMs: number;
  /**
   * Never sleep, where servers are compared that have a processor to themselves: an answer to a generator that sleeps
   * has to wake it, which costs the server 4 to 6 us of CPU time, and one that is faster than the generator nothing.
   */
  sleepless?: boolean;
}

export interface Measured {
  requests: number;
  seconds: number;
  /** Milliseconds. */
  p50: number;
  p99: number;
}

const load: Load = JSON.parse(Deno.args[0]);
const requests = requestsOf(load.target);
let asks = 0;
const times: number[] = [];
const begin = performance.now() + load.warmUpMs;
const end = begin + load.measureMs;

async function run(): Promise<void> {
  const connection = await connect(load.target.port);
  for (;;) {
    const asked = performance.now();
    if (asked >= end) break;
    const { head } = await connection.ask(requests[asks++ % requests.length]);
    if (!/^HTTP\/1\.1 (200|302) /.test(head)) throw new Error(head.split("\r\n")[0]);
    if (asked >= begin) times.push(performance.now() - asked);
  }
  connection.close();
}

let done = false;
const stayAwake = () => {
  if (!done) setImmediate(stayAwake);
};
if (load.sleepless) stayAwake();
await Promise.all(Array.from({ length: load.connections }, run));
done = true;
const seconds = (performance.now() - begin) / 1000;
times.sort((a, b) => a - b);
const at = (part: number) => times[Math.min(times.length - 1, Math.floor(times.length * part))];
console.log(JSON.stringify({ requests: times.length, seconds, p50: at(.5), p99: at(.99) } satisfies Measured));
