/** Worker that makes one backup and lets old ones go. */
/// <reference lib="deno.worker" />
import type { Env } from "../env.ts";
import { faultText } from "../log.ts";
import { openBackupPlace } from "./backup_place.ts";
import { makeBackup } from "./make_backup.ts";
import { pruneBackups } from "./prune.ts";

/** `now` in milliseconds. */
export interface BackupQuestion {
  env: Env;
  now: number;
}

export type BackupAnswer = { madeAt: number; faulty: string[] } | { problem: string };

const say = (answer: BackupAnswer) => postMessage(answer);

self.onmessage = async ({ data: { env, now } }: MessageEvent<BackupQuestion>) => {
  try {
    const { madeAt, faulty } = await makeBackup(env, () => now);
    await pruneBackups(await openBackupPlace(env), env.backup!.keep, now);
    say({ madeAt, faulty });
  } catch (error) {
    say({ problem: faultText(error) });
  }
};
