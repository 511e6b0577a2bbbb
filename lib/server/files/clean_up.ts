/** Removes what interrupted uploads left behind. */
import { incomingFolder } from "../uploads.ts";

const DAY = 24 * 3600_000;

/** Removes temporary folders of requests that began more than a day before `now`. */
export async function removeOldIncoming(dataDir: string, now: number): Promise<void> {
  const parent = incomingFolder(dataDir);
  try {
    for await (const { name } of Deno.readDir(parent)) {
      const { mtime } = await Deno.stat(`${parent}/${name}`);
      if (mtime && mtime.getTime() < now - DAY) await Deno.remove(`${parent}/${name}`, { recursive: true });
    }
  } catch (error) {
    if (!(error instanceof Deno.errors.NotFound)) throw error;
  }
}
