/** Worker that makes one backup and lets old ones go. */
/// <reference lib="deno.worker" />
import type { Env } from "../env.ts";
import { faultText } from "../log.ts";
import { findings } from "./findings.ts";
import { storeBackup } from "./store_backup.ts";

/** `now` in milliseconds; `scratch` names the folder of the database's copy, removed when the worker is ended. */
export interface BackupQuestion {
  env: Env;
  now: number;
  scratch: string;
}

/** When it was made, damaged objects of earlier ones, files missing in it, and what is wrong, in sentences. */
export type BackupResponse =
  | { madeAt: number; damagedObjects: number; missingFiles: number; problems: string[] }
  | { problem: string };

const say = (result: BackupResponse) => postMessage(result);

self.onmessage = async ({ data: { env, now, scratch } }: MessageEvent<BackupQuestion>) => {
  try {
    const made = await storeBackup(env, () => now, { scratch });
    const { madeAt, damagedObjects, faulty } = made;
    say({
      madeAt,
      damagedObjects: damagedObjects.length,
      missingFiles: faulty.length,
      problems: findings(made),
    });
  } catch (error) {
    say({ problem: faultText(error) });
  }
};
