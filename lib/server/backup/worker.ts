/** Worker that makes one backup and lets old ones go. */
/// <reference lib="deno.worker" />
import type { Env } from "../env.ts";
import { faultText } from "../log.ts";
import { storeBackup } from "./store_backup.ts";

/** `now` in milliseconds; `scratch` names the folder of the database's copy, removed when the worker is ended. */
export interface BackupQuestion {
  env: Env;
  now: number;
  scratch: string;
}

export type BackupResponse = { madeAt: number; faulty: string[]; damaged: string[] } | { problem: string };

const say = (result: BackupResponse) => postMessage(result);

self.onmessage = async ({ data: { env, now, scratch } }: MessageEvent<BackupQuestion>) => {
  try {
    const { madeAt, faulty, damaged } = await storeBackup(env, () => now, scratch);
    say({ madeAt, faulty, damaged });
  } catch (error) {
    say({ problem: faultText(error) });
  }
};
