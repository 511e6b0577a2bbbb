/** `deno task restore`: puts a backup into an empty place, and verifies it there. */
import { openBackupPlace } from "../backup/backup_place.ts";
import { restoreBackup } from "../backup/restore.ts";
import { verifyInstallation } from "../backup/verify.ts";
import type { Env } from "../env.ts";
import { databaseProblem, folderProblem, runOrExit, StartError, step } from "../start_problem.ts";
import { count } from "./words.ts";
import { readEnvAndFile } from "./start.ts";
import { isSound, verdict } from "./verify.ts";

/**
 * Restores and verifies, and answers what was done as sentences. Throws StartError where the place is not empty, and
 * with those sentences where something in it is wrong.
 */
export async function restore(env: Env, name?: string, now = Date.now()): Promise<string> {
  const restored = await step(
    folderProblem(env),
    () => step(databaseProblem(env), () => restoreBackup(env, name, now)),
  );
  const found = await verifyInstallation(env, now);
  const told = `${restored.name} is restored: the database and ${count(restored.files, "file")}.\n` +
    `Campaigns are paused, touch-base is off, ${count(restored.held, "waiting mail")} of theirs will not leave, and ` +
    `everybody signs in anew.\n${verdict(found)}`;
  if (isSound(found)) return told;
  throw new StartError(`${told}\nIt is there, and not sound. Look at each WRONG line, or restore an earlier backup.`);
}

/** The name in `--backup=NAME`, undefined without it; null for `--list`. Throws StartError for anything else. */
export function readRestoreArguments(args: readonly string[]): string | null | undefined {
  if (args.length === 0) return undefined;
  if (args.length === 1 && args[0] === "--list") return null;
  const name = args.length === 1 && /^--backup=(manifest-[\w-]+)$/.exec(args[0])?.[1];
  if (!name) {
    throw new StartError("Say which backup, as in --backup=manifest-…, --list for all, or nothing for the newest.");
  }
  return name;
}

/** The names of all whole backups, the newest first, a line each. */
export async function listBackups(env: Env): Promise<string> {
  const all = await (await openBackupPlace(env)).backups();
  return all.length === 0
    ? "There is no whole backup at BACKUP_URL."
    : all.reverse().map(({ name }) => name).join("\n");
}

if (import.meta.main) {
  await runOrExit(async () => {
    const name = readRestoreArguments(Deno.args), env = readEnvAndFile();
    console.log(name === null ? await listBackups(env) : await restore(env, name));
  });
}
