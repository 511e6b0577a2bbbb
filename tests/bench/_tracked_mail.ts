/** The picture and a link of a mail under load: their share of the floor, and how soon they answer at 500 a second. */
import type { Db } from "../../db/mod.ts";
import { trackedEmails, trackedRecipients, trackerTokens } from "../../db/schema/mod.ts";
import { connect, requestBytes, type Target } from "./_http.ts";
import { cpuMs, type Running } from "./_process.ts";
import { share } from "./_share.ts";

/** Requests a second, on so many connections, for so long; the middle turn counts. */
export const TRACKED_RATE = 500;
const CONNECTIONS = 10, TURN_MS = 2000, TURNS = 5;

const TOKENS = { pixel: "p".repeat(22), link: "l".repeat(22) };
const TARGETS = { "picture of a mail": `/t/o/${TOKENS.pixel}.gif`, "link of a mail": `/t/l/${TOKENS.link}` };
const AGENT =
  "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/130.0.0.0 Safari/537.36";

export interface Tracked {
  name: string;
  /** The floor's CPU time as a part of ours; null where it was not measured. */
  part: number | null;
  /** Milliseconds of CPU time for an answer at the rate, what it writes included. */
  cpu: number;
}

/** A mail with a picture and a link. */
export async function seedTrackedMail(db: Db): Promise<void> {
  await db.insert(trackedEmails).values({ id: 1, name: "Rates", timesRan: 1, createdAt: 1 }).onConflictDoNothing();
  await db.insert(trackedRecipients).values({
    id: 1,
    emailId: 1,
    sentId: 1,
    accountId: 1001,
    name: "A",
    email: "a@x.example",
  })
    .onConflictDoNothing();
  await db.insert(trackerTokens).values([
    { token: TOKENS.pixel, recipientId: 1, kind: "pixel" as const },
    { token: TOKENS.link, recipientId: 1, kind: "link" as const, link: "https://lender.example/rates" },
  ]).onConflictDoNothing();
}

/** Asks at the rate, whatever the answers take; the 99th of 100 times from when each was due, in milliseconds, and how many. */
async function paced(target: Target): Promise<{ p99: number; count: number }> {
  const request = requestBytes(target), every = CONNECTIONS * 1000 / TRACKED_RATE, times: number[] = [];
  const began = performance.now() + 100;
  await Promise.all(Array.from({ length: CONNECTIONS }, async (_, i) => {
    const connection = await connect(target.port);
    for (let due = began + i * every / CONNECTIONS; due < began + TURN_MS; due += every) {
      const early = due - performance.now();
      if (early > 0) await new Promise((resolve) => setTimeout(resolve, early));
      // A timer that came late is this program's, an answer that held up the next request is the server's.
      const asked = early > 0 ? performance.now() : due;
      await connection.ask(request);
      times.push(performance.now() - asked);
    }
    connection.close();
  }));
  return { p99: times.sort((a, b) => a - b)[Math.floor(times.length * 0.99)], count: times.length };
}

/** Both, one after the other. */
export async function trackedMail(folder: string, server: Running): Promise<Tracked[]> {
  const seen: Tracked[] = [];
  for (const [name, path] of Object.entries(TARGETS)) {
    const target = { port: server.port, method: "GET" as const, path, headers: { "user-agent": AGENT }, body: "" };
    const turns: { p99: number; cpu: number }[] = [];
    for (let i = 0; i < TURNS; i++) {
      const before = cpuMs(server.pid);
      const { p99, count } = await paced(target);
      turns.push({ p99, cpu: (cpuMs(server.pid) - before) / count });
    }
    const middle = (of: "p99" | "cpu") => turns.map((one) => one[of]).sort((a, b) => a - b)[TURNS >> 1];
    const cpu = middle("cpu");
    console.log(
      `  ${name} at ${TRACKED_RATE} a second: CPU ${cpu.toFixed(2)} ms, 99 of 100 by the clock within ${
        middle("p99").toFixed(1)
      } ms`,
    );
    seen.push({ name, part: await share(folder, server, name, target), cpu });
  }
  return seen;
}
