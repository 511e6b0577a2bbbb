/** The drill that kills the portal while its database's log is moved into the file: clicks on mails fill the log. */
import { setTimeout as delay } from "node:timers/promises";
import { databasePath } from "../../db/database_path.ts";
import { trackerEvents } from "../../db/schema/mod.ts";
import { snapshotFile } from "../../db/snapshot.ts";
import { readEnv } from "../../lib/server/env.ts";
import { withFolder } from "../support/folder.ts";
import { CHROME, sendTracked } from "../support/tracking.ts";
import { until } from "../support/until.ts";
import type { Bound } from "./options.ts";
import { drill, type DrillRow, openPortal, random, type Variables, verifyFile } from "./scene.ts";

/** People who click without pause, milliseconds until they try again, and within which a kill strikes a move. */
const CLICKERS = 16, AGAIN_MS = 25, STRIKE_MS = 60;
/** A log is long after some seconds of clicks; on a busy machine after minutes. */
const MOVE_MS = 300_000;

/** The paths of a link for each of some people, sent by the portal of these variables. */
async function sendLinks(variables: Variables): Promise<string[]> {
  const t = await openPortal(variables);
  try {
    const people = Array.from({ length: CLICKERS }, (_, n) => ({ name: `Broker ${n}`, email: `broker${n}@b.example` }));
    return [...(await sendTracked(t, {}, people)).values()].map(({ links }) => links[0]);
  } finally {
    await t.close();
  }
}

/** Follows each link again and again; how many of them were answered and not. */
function startClicks(url: () => string, links: readonly string[]) {
  const clicks = { answered: 0, unanswered: 0 };
  let stopped = false;
  const running = Promise.all(links.map(async (link) => {
    while (!stopped) {
      try {
        const answer = await fetch(url() + link, { headers: { "user-agent": CHROME }, redirect: "manual" });
        await answer.body?.cancel();
        if (answer.status === 302) {
          clicks.answered++;
          continue;
        }
      } catch {
        // Killed, or not there yet.
      }
      clicks.unanswered++;
      await delay(AGAIN_MS);
    }
  }));
  const stop = async () => {
    stopped = true;
    await running;
  };
  return { clicks, stop };
}

/** Resolves once the file is written to, which a move alone does. */
async function moveOf(path: string): Promise<void> {
  const written = async () => (await Deno.stat(path)).mtime!.getTime(), before = await written();
  await until("the log to be moved", async () => await written() > before, MOVE_MS);
}

/**
 * Sends SIGKILL to the portal amid moves of the log, again and again, with a snapshot by another process before each,
 * as a backup takes one, and verifies its database file at the end.
 */
export async function killAmidMoves(bound: Bound): Promise<DrillRow> {
  let row: DrillRow | undefined;
  await withFolder(async (folder) => {
    const variables = { DATA_DIR: folder };
    const path = databasePath(readEnv((name) => (variables as Variables)[name]).databaseUrl);
    const links = await sendLinks(variables);
    const seen = { answered: 0, unanswered: 0 };
    row = await drill("SIGKILL amid a move of the log", variables, async ({ writers, server, kill, start }) => {
      const { clicks, stop } = startClicks(() => server().url, links);
      let kills = 0;
      try {
        for (; bound.goesOn(kills); kills++) {
          snapshotFile(path, `${folder}/snapshot-${kills}.db`);
          await writers.progress(1);
          await moveOf(path);
          await delay(random(STRIKE_MS));
          await kill();
          await start();
          await writers.progress(1);
        }
      } finally {
        await stop();
      }
      Object.assign(seen, clicks);
      return { rounds: kills, note: `${clicks.answered} clicks among them; \`deno task verify\` finds nothing` };
    });
    const t = await openPortal(variables);
    const stored = await t.deps.db.$count(trackerEvents).finally(() => t.close());
    row.acknowledged += seen.answered;
    row.unanswered += seen.unanswered;
    row.lost += Math.max(0, seen.answered - stored);
    row.doubled += Math.max(0, stored - seen.answered - seen.unanswered);
    await verifyFile(row, variables);
  });
  return row!;
}
