/**
 * The loan's page as staff meet it: the demo's loans with conditions, files, history, contracts and payments, each
 * asked for once.
 */
import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { eq } from "drizzle-orm";
import { openDatabase } from "../../db/mod.ts";
import { accounts, loans, sessions } from "../../db/schema/mod.ts";
import { readEnv } from "../../lib/server/env.ts";
import { demoVariables, prepareDemo } from "../../lib/server/tasks/demo.ts";
import { endNight } from "./_night.ts";
import { type Running, startServer } from "./_process.ts";
import { referencePageMs } from "./_reference_page.ts";
import { median } from "./_share.ts";

const TOKEN = "benchmark-session-token-of-the-demo-owner";

const PARTS = 5, WARM_UP_ROUNDS = 5, STRIDE = 7;

/** The cookie of the demo's owner. */
const DEMO_COOKIE = `session=${TOKEN}`;

/** Makes the demo in an empty folder; answers its loans' pages. */
async function prepareDetails(dataDir: string): Promise<string[]> {
  const variables = demoVariables((name) => name === "DEMO_DATA_DIR" ? dataDir : undefined);
  await prepareDemo(readEnv((name) => variables[name]));
  const { db, close } = await openDatabase({ url: `file:${dataDir}/harbourline.db` });
  try {
    await endNight(db);
    const owner = await db.select({ id: accounts.id }).from(accounts).where(eq(accounts.username, "margaretlau")).get();
    const now = Date.now();
    await db.insert(sessions).values({
      id: createHash("sha256").update(TOKEN).digest("hex"),
      accountId: owner!.id,
      createdAt: now,
      expiresAt: now + 6 * 24 * 3600_000,
    });
    const all = await db.select({ id: loans.id }).from(loans).orderBy(loans.id);
    // Statuses come in runs: every seventh, again and again, is as mixed at the end as at the beginning.
    const paths = all.map((_, n) => `/dashboard/viewloan?id=${all[n * STRIDE % all.length].id}`);
    assert.equal(new Set(paths).size, all.length, `${all.length} loans, a multiple of ${STRIDE}: some would be kept`);
    return paths;
  } finally {
    close();
  }
}

type Ask = (server: Running, paths: string[], times: number, cookie: string) => Promise<{ cpu: number }>;

/**
 * Milliseconds of CPU time of a loan's page: those of half the demo's loans warm the server up, the other half is asked
 * for once. Of five parts the least counts, as what else runs only adds to it; against the reference page, measured
 * before and after each part, the middle one. And of an overview: each path once.
 */
export async function loanDetails(
  oneByOne: Ask,
  [warmUp, overviews]: [warmUp: string[], overviews: string[]],
): Promise<{ detailCpu: number; detailRatio: number; overviewCpu: number }> {
  const folder = await Deno.makeTempDir({ prefix: "bench-demo-" });
  try {
    const paths = await prepareDetails(folder), half = paths.length >> 1, size = half / PARTS;
    assert.ok(
      Number.isInteger(size) && paths.length === 2 * half,
      `${paths.length} loans are not ${PARTS} equal parts`,
    );
    const server = await startServer(folder);
    await oneByOne(server, paths.slice(0, half), half * WARM_UP_ROUNDS, DEMO_COOKIE);
    const parts: number[] = [], references = [await referencePageMs()];
    for (let from = half; from < paths.length; from += size) {
      parts.push((await oneByOne(server, paths.slice(from, from + size), size, DEMO_COOKIE)).cpu);
      references.push(await referencePageMs());
    }
    const ratios = parts.map((cpu, n) => 2 * cpu / (references[n] + references[n + 1]));
    await oneByOne(server, warmUp, warmUp.length, DEMO_COOKIE);
    const overview = await oneByOne(server, overviews, overviews.length, DEMO_COOKIE);
    await server.stop();
    const least = Math.min(...parts);
    console.log(
      `\nThe demo's loans, each once: CPU ${median(parts).toFixed(2)} ms, the least of ${PARTS} parts ${
        least.toFixed(2)
      }, ${ratios.map((ratio) => ratio.toFixed(2)).join(", ")} times the reference page`,
    );
    return { detailCpu: least, detailRatio: median(ratios), overviewCpu: overview.cpu };
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
}
