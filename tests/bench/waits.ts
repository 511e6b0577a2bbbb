/**
 * How long people wait for each other at 10,000 loans, of which 9,000 are pending: pages that are clicked side by side,
 * and `/healthz` while settings are previewed and 500 loans are updated: by the clock, and by what the event loop's
 * thread computed meanwhile, which other work hardly changes. `deno run -A tests/bench/waits.ts [seconds of the mix]`
 */
import { setTimeout as delay } from "node:timers/promises";
import { openDatabase } from "../../db/mod.ts";
import settings from "../../db/seed/default_settings.json" with { type: "json" };
import { buildIfStale } from "../../lib/server/build/build.ts";
import { COOKIE, prepareData } from "./_data.ts";
import { connect, requestBytes } from "./_http.ts";
import { MIX_LOANS, openMix, PEOPLE } from "./_mix.ts";
import { cpuMs, type Running, startServer } from "./_process.ts";
import { budget, end, goal } from "./_verdicts.ts";

const PENDING = 9_000, UPDATED = 500, PROBE_EVERY_MS = 3, SECONDS = Number(Deno.args[0] ?? 12), WARM_UP_SECONDS = 6;
const MIX_GOAL_MS = 150, PREVIEW_MOST_MS = 150, UPDATE_MOST_MS = 100;

const asJson = { cookie: COOKIE, "content-type": "application/json", "sec-fetch-site": "same-origin" };

await buildIfStale({ runtime: "preact" });
const folder = await Deno.makeTempDir({ prefix: "waits-bench-" });
try {
  await prepareData(folder, MIX_LOANS);
  const updated = await pend();
  const server = await startServer(folder);
  await openMix(server, WARM_UP_SECONDS);
  const { p99, p50 } = await openMix(server, SECONDS);
  await told("preview, to warm up", server, () => post(server, "previewsettings", { settings }));
  const preview = await told(
    `a preview of ${PENDING} loans`,
    server,
    () => post(server, "previewsettings", { settings }),
  );
  const ids = updated.slice(0, UPDATED), change = { loans: ids, status: "Trash" };
  const recomputed = await told(`${UPDATED} loans recomputed`, server, () => post(server, "updatemultipleloans", ids));
  const changed = await told(`the status of ${UPDATED}`, server, () => post(server, "updatemultipleloans", change));
  await server.stop();

  console.log("\nBudgets");
  const ms = (value: number) => `${value.toFixed(1)} ms`;
  for (
    const [what, most, { cpu }] of [
      [`a preview of ${PENDING} pending loans`, PREVIEW_MOST_MS, preview],
      [`${UPDATED} loans are computed anew`, UPDATE_MOST_MS, recomputed],
      [`${UPDATED} loans get another status`, UPDATE_MOST_MS, changed],
    ] as const
  ) budget(`/healthz beside this: ${what}, at most ${most} ms of the loop's CPU time`, ms(cpu), cpu <= most);
  console.log("\nGoals");
  const mixed = `pages of ${PEOPLE} people, 99 of 100 by the clock within ${MIX_GOAL_MS} ms`;
  goal(mixed, `${ms(p99)}, half within ${ms(p50)}`, p99 <= MIX_GOAL_MS);
} finally {
  await Deno.remove(folder, { recursive: true });
}
end();

/** Makes so many loans pending; answers the ids of pending ones. */
async function pend(): Promise<number[]> {
  const { client, close } = await openDatabase({ url: `file:${folder}/harbourline.db` });
  try {
    const pending = "select id from loans where admin_com_select = 'NA'";
    const { rows } = await client.execute(pending);
    await client.execute(`update loans set admin_com_select = 'NA' where id in
      (select id from loans where admin_com_select <> 'NA' order by id desc limit ${PENDING - rows.length})`);
    return (await client.execute(`${pending} order by id`)).rows.map(({ id }) => Number(id));
  } finally {
    close();
  }
}

async function post({ port }: Running, call: string, body: unknown): Promise<void> {
  const connection = await connect(port);
  const path = `/api/loans/${call}`;
  const request = { port, method: "POST" as const, path, headers: asJson, body: JSON.stringify(body) };
  const { head } = await connection.ask(requestBytes(request));
  connection.close();
  if (!head.startsWith("HTTP/1.1 200 ")) throw new Error(`${path}: ${head.split("\r\n")[0]}`);
}

/** CPU time of the event loop's thread, a process's first, in milliseconds. */
function loopMs(pid: number): number {
  return Number(Deno.readTextFileSync(`/proc/${pid}/schedstat`).split(" ")[0]) / 1e6;
}

interface Wait {
  clock: number;
  cpu: number;
}

/** The longest wait for `/healthz` while something is done, in milliseconds by the clock and of the loop's CPU time. */
async function told(what: string, { port, pid }: Running, work: () => Promise<void>): Promise<Wait> {
  const connection = await connect(port);
  const probe = requestBytes({ port, method: "GET", path: "/healthz", headers: {}, body: "" });
  const began = performance.now(), used = cpuMs(pid), longest: Wait = { clock: 0, cpu: 0 };
  let done = false;
  const working = work().finally(() => done = true);
  while (!done) {
    const asked = performance.now(), before = loopMs(pid);
    await connection.ask(probe);
    longest.clock = Math.max(longest.clock, performance.now() - asked);
    longest.cpu = Math.max(longest.cpu, loopMs(pid) - before);
    await delay(PROBE_EVERY_MS);
  }
  await working;
  connection.close();
  const took = (performance.now() - began).toFixed(0), cost = (cpuMs(pid) - used).toFixed(0);
  const { clock, cpu } = longest;
  console.log(
    `  ${what.padEnd(28)}${took} ms, CPU ${cost} ms; /healthz waits ${clock.toFixed(1)} ms, CPU ${cpu.toFixed(1)} ms`,
  );
  return longest;
}
