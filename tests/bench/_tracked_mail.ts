/** The picture and a link of a mail under load: how soon they answer at 500 a second, and their share of the floor. */
import { setTimeout as delay } from "node:timers/promises";
import type { Db } from "../../db/mod.ts";
import { trackedEmails, trackedRecipients, trackerTokens } from "../../db/schema/mod.ts";
import { askOnce, connect, requestsOf, type Target } from "./_http.ts";
import { cpuMs, type Running, startFloor } from "./_process.ts";
import { median, quiet, share } from "./_share.ts";

/** Requests a second, on so many connections, for so long. */
export const TRACKED_RATE = 500;
const CONNECTIONS = 10, TURN_MS = 2000, TURNS = 9;
/** What makes no batch is written each second; a turn begins after the one before is through. */
const SETTLE_MS = 1500;
/** People of the run, who open it in turn. */
const PEOPLE = 500;

const tokenOf = (kind: "pixel" | "link", person: number) => kind[0].repeat(18) + String(person).padStart(4, "0");
const paths = (of: (person: number) => string) => Array.from({ length: PEOPLE }, (_, i) => of(i + 1));
const TARGETS: Record<string, string[]> = {
  "picture of a mail": paths((person) => `/t/o/${tokenOf("pixel", person)}.gif`),
  "link of a mail": paths((person) => `/t/l/${tokenOf("link", person)}`),
};
/** What a picture and a link answer, as does the floor. */
const ANSWERED = /^HTTP\/1\.1 (200|302) /;
const AGENT =
  "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/130.0.0.0 Safari/537.36";

export interface Tracked {
  name: string;
  /** Milliseconds by the clock within which 99 of 100 are answered in a quiet turn at the rate. */
  within: number;
  /** Likewise of a bare server that stores each: 1 on a quiet machine, 28 to 81 beside a disk that others kept busy. */
  storedWithin: number;
  /**
   * CPU time of an answer at the rate, what it writes included, against that of a bare server that stores each in a
   * commit of its own. Against one that stores nothing it varied threefold by the machine.
   */
  times: number;
  /** The floor's CPU time as a part of ours as fast as both go; null where it was not measured. */
  part: number | null;
}

/** A run of a mail, a picture and a link for each of its people; of now, or the next night removes it. */
export async function seedTrackedMail(db: Db): Promise<void> {
  const email = { id: 1, name: "Rates", timesRan: 1, createdAt: Date.now() };
  await db.insert(trackedEmails).values(email).onConflictDoNothing();
  for (let id = 1; id <= PEOPLE; id++) {
    const email = `person${id}@broker.example`;
    await db.insert(trackedRecipients).values({ id, emailId: 1, sentId: 1, accountId: 1001, name: "A", email })
      .onConflictDoNothing();
    await db.insert(trackerTokens).values([
      { token: tokenOf("pixel", id), recipientId: id, kind: "pixel" as const },
      { token: tokenOf("link", id), recipientId: id, kind: "link" as const, link: "https://lender.example/rates" },
    ]).onConflictDoNothing();
  }
}

/**
 * Asks at the rate, whatever the answers take; the 99th of 100 times from when each was due, in milliseconds, and how
 * many.
 */
async function paced(target: Target): Promise<{ p99: number; count: number }> {
  const requests = requestsOf(target), every = CONNECTIONS * 1000 / TRACKED_RATE, times: number[] = [];
  const began = performance.now() + 100;
  await Promise.all(Array.from({ length: CONNECTIONS }, async (_, i) => {
    const connection = await connect(target.port);
    for (let n = i, due = began + i * every / CONNECTIONS; due < began + TURN_MS; due += every, n += CONNECTIONS) {
      const early = due - performance.now();
      if (early > 0) await new Promise((resolve) => setTimeout(resolve, early));
      // A timer that came late is this program's, an answer that held up the next request is the server's.
      const asked = early > 0 ? performance.now() : due;
      const { head } = await connection.ask(requests[n % requests.length]);
      if (!ANSWERED.test(head)) throw new Error(`${target.path}: ${head.split("\r\n")[0]}`);
      times.push(performance.now() - asked);
    }
    connection.close();
  }));
  return { p99: times.sort((a, b) => a - b)[Math.floor(times.length * 0.99)], count: times.length };
}

interface Turn {
  /** Milliseconds by the clock of the 99th of 100. */
  p99: number;
  /** Milliseconds of CPU time for an answer. */
  cpu: number;
}

async function turn({ pid, port }: Running, target: Target): Promise<Turn> {
  const before = cpuMs(pid);
  const { p99, count } = await paced({ ...target, port });
  await delay(SETTLE_MS);
  return { p99, cpu: (cpuMs(pid) - before) / count };
}

/**
 * In turn the server, the floor, whose times are what this machine and the generator take by themselves, and a bare
 * server that stores each.
 */
async function atRate(
  folder: string,
  server: Running,
  name: string,
  target: Target,
): Promise<Omit<Tracked, "part">> {
  const { body, headers } = await askOnce(target);
  const floor = await startFloor(folder, body, headers);
  const storing = await startFloor(folder, body, headers, { stores: true });
  const seen = [floor, storing, server].map((running) => ({ running, turns: [] as Turn[] }));
  // Packages of a fresh clone may still be on their way to the disk, which clicks would wait for.
  await new Deno.Command("sync").output();
  for (let i = 0; i < TURNS; i++) {
    for (const { running, turns } of seen) turns.push(await turn(running, target));
  }
  await Promise.all([floor.stop(), storing.stop()]);
  const [floors, stored, ours] = seen.map(({ turns }) => turns);
  const [floorCpu, storedCpu, cpu] = seen.map(({ turns }) => median(turns.map(({ cpu }) => cpu)).toFixed(2));
  const [within, storedWithin, floorWithin] = [ours, stored, floors].map((turns) => quiet(turns.map(({ p99 }) => p99)));
  const worst = Math.max(...ours.map(({ p99 }) => p99)).toFixed(1);
  console.log(
    `  ${name} at ${TRACKED_RATE} a second: CPU ${cpu} ms, 99 of 100 by the clock in a quiet turn within ${
      within.toFixed(1)
    } ms (the worst of ${TURNS} turns ${worst}); the floor's ${floorCpu} and ${floorWithin.toFixed(1)}; ` +
      `stored one by one ${storedCpu} and ${storedWithin.toFixed(1)}`,
  );
  return {
    name,
    within,
    storedWithin,
    times: median(ours.map(({ cpu }, i) => cpu / stored[i].cpu)),
  };
}

/** Both at the rate, then both as fast as they go: the pictures last, of which many wait to be written after that. */
export async function trackedMail(folder: string, server: Running): Promise<Tracked[]> {
  const asked = Object.entries(TARGETS).map(([name, paths]) => ({
    name,
    target: {
      port: server.port,
      method: "GET" as const,
      path: paths[0],
      paths,
      headers: { "user-agent": AGENT },
      body: "",
    },
  }));
  const seen: Tracked[] = [];
  for (const { name, target } of asked) seen.push({ ...await atRate(folder, server, name, target), part: null });
  for (const { name, target } of asked.toReversed()) {
    seen.find((one) => one.name === name)!.part = await share(folder, server, name, target);
  }
  return seen;
}
