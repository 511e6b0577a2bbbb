/**
 * The portal on a libSQL server: round trips and CPU time of a page, of the portal and of the server, by one process
 * and by two, and what 5 ms more on the way cost. Ends with budgets and goals, and with 1 where a budget is exceeded:
 * whether a goal is met depends on what else the machine does. `deno run -A tests/bench/remote_bench.ts [rate visits]`
 */
import { buildIfStale } from "../../lib/server/build/build.ts";
import { hasLibsqlServer, startLibsqlServer } from "../support/sqld.ts";
import { COOKIE, prepareDatabase } from "./_data.ts";
import { connect, requestBytes } from "./_http.ts";
import { cpuMs, runLoad, type Running, startServer } from "./_process.ts";
import { median } from "./_share.ts";
import { countTrips } from "./_trips.ts";
import { budget, end, goal } from "./_verdicts.ts";

const LOANS = 1_000, ASKS = 25, TURNS = 3, AWAY_MS = 5;
/** Visitors who ask for a kept list side by side, and how long: a rate is of a portal that is busy. */
const VISITORS = 8, WARM_UP_MS = 3_000, RATE_MS = 1_500;
/** Visits a second of one portal's CPU time, side by side. */
const RATE_LEAST = 1_000;
/** Visits of a page whose rate is a goal, one after another. */
const RATE_ASKS = Number(Deno.args[0] ?? 500);
/** Most round trips of a page. */
const TRIPS_MOST = 2;
/** Most CPU time of the server for a kept list's round trip: twice that or more where no stream is kept. */
const TRIP_MOST_MS = 4;
/**
 * Goals: a page's milliseconds with more on the way, visits a second of one portal's CPU time, and the CPU time of a
 * visit beside another process against one alone, with which two processes do 1.7 times what one does.
 */
const AWAY_GOAL_MS = 40, RATE_GOAL = { loan: 100 } as const, BESIDE_GOAL = 2 / 1.7;
/** Visits of a page before it is measured; the compiler goes on with it for some hundreds more. */
const WARM_UP = 100;

const PAGES = {
  "kept list": () => "/dashboard/loans?size=200&status=Funded",
  "list, not asked for before": (n: number) => `/dashboard/loans?size=50&status=Funded&visit=${n}`,
  "pending list": (n: number) => `/dashboard/loans?size=50&visit=${n}`,
  "loan": (n: number) => `/dashboard/viewloan?id=${1 + n % LOANS}&visit=${n}`,
  "brokers": (n: number) => `/dashboard/brokers?visit=${n}`,
  "overview": (n: number) => `/dashboard/overview?visit=${n}`,
  "servicing": (n: number) => `/dashboard/servicing?visit=${n}`,
} as const;
type PageName = keyof typeof PAGES;

interface Cost {
  ms: number;
  portal: number;
  server: number;
  trips: number;
}

let visit = 0;

if (!hasLibsqlServer) {
  console.log("On a libSQL server: not measured, it takes Linux on x86-64.");
  Deno.exit(0);
}

await buildIfStale({ runtime: "preact" });
const folder = await Deno.makeTempDir({ prefix: "remote-bench-" });
const server = await startLibsqlServer();
const way = countTrips(server.url);
const portals: Running[] = [];
try {
  await prepareDatabase(server.url, LOANS);
  for (let n = 0; n < 2; n++) portals.push(await startServer(`${folder}/${n}`, { DATABASE_URL: way.url }));
  const costs = {} as Record<PageName, Cost>;
  for (const name of Object.keys(PAGES) as PageName[]) {
    await ask(portals[0], name, WARM_UP);
    costs[name] = await ask(portals[0], name, name in RATE_GOAL ? RATE_ASKS : ASKS);
    const { ms, portal, server, trips } = costs[name];
    console.log(
      `  ${name.padEnd(27)}${trips} round trips   CPU: portal ${portal.toFixed(2)} ms, server ${
        server.toFixed(2)
      } ms   by the clock ${ms.toFixed(1)} ms`,
    );
  }
  const keptRate = await rateOfKept(portals[0]);
  const beside = await besideAnother("loan");
  way.delay(AWAY_MS);
  const away = await ask(portals[0], "loan", ASKS);

  console.log("\nBudgets");
  for (const [name, { trips }] of Object.entries(costs)) {
    budget(`${name}, at most ${TRIPS_MOST} round trips`, String(trips), trips <= TRIPS_MOST);
  }
  const { "kept list": kept, loan } = costs;
  const what = `a kept list's round trip, at most ${TRIP_MOST_MS} ms of the server's CPU time`;
  budget(what, `${kept.server.toFixed(2)} ms`, kept.server <= TRIP_MOST_MS);
  const rate =
    `kept lists of ${VISITORS} visitors side by side, at least ${RATE_LEAST} a second of the portal's CPU time`;
  budget(rate, keptRate.toFixed(0), keptRate >= RATE_LEAST);
  console.log("\nGoals");
  for (const [name, rate] of Object.entries(RATE_GOAL)) {
    const { portal } = costs[name as PageName];
    goal(`${name}, ${rate} a second of the portal's CPU time`, (1000 / portal).toFixed(0), 1000 / portal >= rate);
  }
  const besideWhat = `CPU time of a loan's visit beside another process, ${BESIDE_GOAL.toFixed(2)}x that of one alone`;
  goal(besideWhat, `${beside.toFixed(2)}x`, beside <= BESIDE_GOAL);
  const told = `${away.ms.toFixed(1)} ms by the clock, ${loan.ms.toFixed(1)} without`;
  goal(`a loan with ${AWAY_MS} ms more for each answer, under ${AWAY_GOAL_MS} ms`, told, away.ms < AWAY_GOAL_MS);
} finally {
  for (const portal of portals) await portal.stop();
  await way.stop();
  await server.stop();
  await Deno.remove(folder, { recursive: true });
}
end();

/** Visits of a page, one after another: the middle one's milliseconds, and what each cost. */
async function ask({ port, pid }: Running, name: PageName, times: number): Promise<Cost> {
  const connection = await connect(port), seen: number[] = [], trips: number[] = [];
  const before = { portal: cpuMs(pid), server: cpuMs(server.pid) };
  for (let n = 0; n < times; n++) {
    const path = PAGES[name](++visit), asked = performance.now(), gone = way.trips();
    const headers = { "accept-encoding": "gzip", accept: "text/html", cookie: COOKIE };
    const { head } = await connection.ask(requestBytes({ port, method: "GET", path, headers, body: "" }));
    if (!head.startsWith("HTTP/1.1 200 ")) throw new Error(`${path}: ${head.split("\r\n")[0]}`);
    seen.push(performance.now() - asked);
    // What works by itself asks beside some of the visits.
    trips.push(way.trips() - gone);
  }
  connection.close();
  return {
    ms: median(seen),
    portal: (cpuMs(pid) - before.portal) / times,
    server: (cpuMs(server.pid) - before.server) / times,
    trips: median(trips),
  };
}

/** Kept lists a second of a portal's CPU time, of visitors side by side, once the compiler is through with them. */
async function rateOfKept({ port, pid }: Running): Promise<number> {
  const headers = { "accept-encoding": "gzip", accept: "text/html", cookie: COOKIE };
  const target = { port, method: "GET" as const, path: PAGES["kept list"](), headers, body: "" };
  const load = (measureMs: number) => runLoad({ target, connections: VISITORS, warmUpMs: 0, measureMs });
  await load(WARM_UP_MS);
  const rates: number[] = [];
  for (let turn = 0; turn < TURNS; turn++) {
    const before = cpuMs(pid);
    const { requests } = await load(RATE_MS);
    rates.push(1000 * requests / (cpuMs(pid) - before));
  }
  return median(rates);
}

/** CPU time of a visit, the portal's and the server's, while another process has visits too, against one alone. */
async function besideAnother(name: PageName): Promise<number> {
  const ratios: number[] = [];
  await ask(portals[1], name, WARM_UP);
  for (let turn = 0; turn < TURNS; turn++) {
    const alone = await ask(portals[0], name, ASKS);
    const both = await Promise.all(portals.map((portal) => ask(portal, name, ASKS)));
    // The server's time is in both counts, of both portals' visits.
    const beside = (both[0].portal + both[1].portal) / 2 + (both[0].server + both[1].server) / 4;
    ratios.push(beside / (alone.portal + alone.server));
  }
  return median(ratios);
}
