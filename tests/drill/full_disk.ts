/** Drill of a disk that is full: a small file system in memory, which takes a mount and therefore root. */
import { setTimeout as delay } from "node:timers/promises";
import { withFolder } from "../support/folder.ts";
import { until } from "../support/until.ts";
import type { Bound } from "./options.ts";
import { drill, type DrillRow } from "./scene.ts";

const MEGABYTES = 96, REFILL_MS = 20;

async function run(command: string, ...args: string[]): Promise<boolean> {
  const { success } = await new Deno.Command(command, { args, stdout: "null", stderr: "null" }).output();
  return success;
}

/** Adds zeros until the disk takes no more. */
async function fill(path: string): Promise<void> {
  using file = await Deno.open(path, { create: true, append: true });
  for (let size = 1024 * 1024; size >= 512;) {
    try {
      if (await file.write(new Uint8Array(size)) < size) size /= 2;
    } catch {
      size /= 2;
    }
  }
}

/** Keeps the disk full until it is ended. */
function fillOn(path: string): { end(): Promise<void> } {
  let full = true;
  const filling = (async () => {
    for (; full; await delay(REFILL_MS)) await fill(path);
  })();
  return { end: () => (full = false, filling) };
}

async function isReady(url: string): Promise<boolean> {
  const answer = await fetch(`${url}/readyz`);
  await answer.body?.cancel();
  return answer.ok;
}

/**
 * Fills the disk again and again amid writes, waits for refusals and for /readyz to say no, and makes room again. Null
 * where nothing may be mounted.
 */
export async function fillDisk(bound: Bound): Promise<DrillRow | null> {
  let row: DrillRow | null = null;
  await withFolder(async (folder) => {
    const data = `${folder}/data`, ballast = `${data}/ballast`;
    await Deno.mkdir(data);
    if (!await run("mount", "-t", "tmpfs", "-o", `size=${MEGABYTES}m`, "tmpfs", data).catch(() => false)) return;
    try {
      row = await drill("Disk full", { DATA_DIR: data }, async ({ writers, server }) => {
        let times = 0;
        for (; bound.goesOn(times); times++) {
          await writers.progress(5);
          // What a refused upload leaves free is taken, too.
          const filling = fillOn(ballast);
          try {
            await writers.trouble(5);
            // A write that was taken is proof for half a minute, so only one turn waits for the no.
            if (times === 0) await until("/readyz to say no", async () => !await isReady(server().url));
          } finally {
            await filling.end();
          }
          await Deno.remove(ballast);
          await until("/readyz to say yes", () => isReady(server().url));
        }
        return { rounds: times, note: "`/readyz` said no, and yes again with room" };
      });
    } finally {
      // Lazily: this process may still hold the database file that it compared.
      await run("umount", "-l", data);
    }
  });
  return row;
}
