/** What a hundred people open, side by side: a page each every four seconds, most of them not asked for before. */
import { setTimeout as delay } from "node:timers/promises";
import { COOKIE } from "./_data.ts";
import { connect, requestBytes } from "./_http.ts";
import type { Running } from "./_process.ts";

export const PEOPLE = 100;
/** The loans that the mix counts on. */
export const MIX_LOANS = 10_000;
const PAGES_A_SECOND = 25, CONNECTIONS = 10;

const headers = { "accept-encoding": "gzip", accept: "text/html", cookie: COOKIE };

/** What people open in turn; each is another address, but for the home and the list that is kept. */
const PAGES: readonly ((n: number) => string)[] = [
  () => "/",
  () => "/dashboard/loans?size=200&status=Funded",
  (n) => `/dashboard/viewloan?id=${1 + n * 7 % MIX_LOANS}`,
  (n) => `/dashboard/loans?size=200&status=Funded&visit=${n}`,
  (n) => `/dashboard/viewloan?id=${1 + n * 11 % MIX_LOANS}&visit=${n}`,
  (n) => `/dashboard/loans?size=50&visit=${n}`,
  (n) => `/dashboard/viewloan?id=${1 + n * 13 % MIX_LOANS}&visit=${n}`,
  (n) => `/dashboard/overview?visit=${n}`,
  (n) => `/dashboard/brokers?visit=${n}`,
  (n) => `/dashboard/loans?size=200&q=smi%20ham&visit=${n}`,
];

/**
 * Opens pages of the mix at their rate, whatever the answers take: milliseconds from when each was due. Throws for an
 * answer that is not the page.
 */
export async function openMix({ port }: Running, seconds: number): Promise<{ p50: number; p99: number }> {
  const every = 1000 / PAGES_A_SECOND, count = seconds * PAGES_A_SECOND, times: number[] = [];
  const began = performance.now() + 100, first = Date.now() % 1e6;
  await Promise.all(Array.from({ length: CONNECTIONS }, async (_, i) => {
    const connection = await connect(port);
    for (let n = i; n < count; n += CONNECTIONS) {
      const due = began + n * every, early = due - performance.now();
      if (early > 0) await delay(early);
      const asked = early > 0 ? performance.now() : due,
        path = PAGES[(n + (n / CONNECTIONS | 0)) % PAGES.length](first + n);
      const { head } = await connection.ask(requestBytes({ port, method: "GET", path, headers, body: "" }));
      if (!head.startsWith("HTTP/1.1 200 ")) throw new Error(`${path}: ${head.split("\r\n")[0]}`);
      times.push(performance.now() - asked);
    }
    connection.close();
  }));
  times.sort((a, b) => a - b);
  return { p50: times[times.length >> 1], p99: times[Math.floor(times.length * 0.99)] };
}
