/** Drills that kill: the portal on a database file, the portal and its libSQL server, and the answers to commits. */
import { setTimeout as delay } from "node:timers/promises";
import { withFolder } from "../support/folder.ts";
import { startLossyProxy } from "../support/lossy_proxy.ts";
import { startLibsqlServer } from "../support/sqld.ts";
import type { Bound } from "./options.ts";
import { drill, type DrillRow, random, verifyFile } from "./scene.ts";

/** Writes that are acknowledged between two faults, at most, and the milliseconds until the next fault strikes. */
const WRITES = 6, STRIKE_MS = 40;

/** Sends SIGKILL to the portal amid writes, again and again, and verifies its database file at the end. */
export async function killApp(bound: Bound): Promise<DrillRow> {
  let row: DrillRow | undefined;
  await withFolder(async (folder) => {
    const variables = { DATA_DIR: folder };
    row = await drill("SIGKILL of the portal, database file", variables, async ({ writers, kill, start }) => {
      let kills = 0;
      for (; bound.goesOn(kills); kills++) {
        await writers.progress(1 + random(WRITES));
        await delay(random(STRIKE_MS));
        await kill();
        await start();
      }
      return { rounds: kills, note: "`deno task verify` finds nothing" };
    });
    await verifyFile(row, variables);
  });
  return row!;
}

/** Kills the portal, its libSQL server, or both, in turn. */
export async function killBoth(bound: Bound): Promise<DrillRow> {
  const server = await startLibsqlServer();
  try {
    let row: DrillRow | undefined;
    await withFolder(async (folder) => {
      const variables = { DATA_DIR: folder, DATABASE_URL: server.url };
      row = await drill("SIGKILL of portal, libSQL server or both", variables, async ({ writers, kill, start }) => {
        let kills = 0;
        for (; bound.goesOn(kills); kills++) {
          await writers.progress(1 + random(WRITES));
          await delay(random(STRIKE_MS));
          await Promise.all([kills % 3 !== 1 && kill(), kills % 3 !== 0 && server.restart()]);
          if (kills % 3 !== 1) await start();
        }
        return { rounds: kills };
      });
    });
    return row!;
  } finally {
    await server.stop();
  }
}

/** Swallows the answers to commits, each at its own moment: the server did the work, and the portal never hears. */
export async function loseCommits(bound: Bound): Promise<DrillRow> {
  const server = await startLibsqlServer();
  let proxy: Awaited<ReturnType<typeof startLossyProxy>> | undefined;
  try {
    const lossy = proxy = await startLossyProxy(() => server.url);
    let row: DrillRow | undefined;
    await withFolder(async (folder) => {
      const variables = { DATA_DIR: folder, DATABASE_URL: lossy.url };
      row = await drill("Answers to COMMIT swallowed", variables, async ({ writers }) => {
        while (bound.goesOn(lossy.lost())) {
          await writers.progress(1 + random(WRITES));
          lossy.loseCommits(true);
          await writers.trouble(1);
          lossy.loseCommits(false);
        }
        return { rounds: lossy.lost() };
      });
    });
    return row!;
  } finally {
    await proxy?.stop();
    await server.stop();
  }
}
