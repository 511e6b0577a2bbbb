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

/** When it was made, how many objects of earlier ones are damaged, and what is wrong, in sentences. */
export type BackupResponse = { madeAt: number; damagedObjects: number; problems: string[] } | { problem: string };

const say = (result: BackupResponse) => postMessage(result);

self.onmessage = async ({ data: { env, now, scratch } }: MessageEvent<BackupQuestion>) => {
  try {
    const made = await storeBackup(env, () => now, scratch);
    say({ madeAt: made.madeAt, damagedObjects: made.damagedObjects.length, problems: findings(made) });
  } catch (error) {
    say({ problem: faultText(error) });
  }
};
