/** `deno task restore`: puts a backup into an empty place, and verifies it there. */
import { CHECKS } from "../../features/registration.ts";
import { openBackupPlace } from "../backup/backup_place.ts";
import { restoreBackup, type RestoreOptions } from "../backup/restore.ts";
import { verifyInstallation } from "../backup/verify.ts";
import type { Env } from "../env.ts";
import { databaseProblem, folderProblem, runOrExit, step } from "../start_problem.ts";
import { StartError } from "../operator_errors.ts";
import { countOf } from "../../domain/money.ts";
import { readEnvAndFile } from "./start.ts";
import { isSound, verdict } from "./verify.ts";

/**
 * Restores and verifies, and answers what was done as sentences. Throws StartError where the place is not empty, and
 * with those sentences where something in it is wrong.
 */
export async function restore(env: Env, options: RestoreOptions = {}, now = Date.now()): Promise<string> {
  const restored = await step(
    folderProblem(env),
    () => step(databaseProblem(env), () => restoreBackup(env, options, now)),
  );
  const found = await verifyInstallation(env, CHECKS, now);
  const left = restored.lost === 0 ? "" : ` ${countOf(restored.lost, "file")} left out as damaged.`;
  const damaged = restored.passedOver.map((name) => `${name} is newer, but damaged: it was passed over.\n`).join("");
  const summary =
    `${damaged}${restored.name} is restored: the database and ${countOf(restored.files, "file")}.${left}\n` +
    `Campaigns are paused, touch-base is off, ${
      countOf(restored.held, "waiting mail")
    } of theirs will not leave, and ` +
    `everybody signs in anew.\n${verdict(found)}`;
  if (isSound(found)) return summary;
  throw new StartError(
    `${summary}\nIt is there, and not sound. Look at each WRONG line, or restore an earlier backup.`,
  );
}

/**
 * What `--backup=NAME` and `--without-damaged` say, each where it is given; null for `--list`. Throws StartError for
 * anything else.
 */
export function readRestoreArguments(args: readonly string[]): RestoreOptions | null {
  if (args.length === 1 && args[0] === "--list") return null;
  const options: RestoreOptions = {};
  for (const arg of args) {
    const name = /^--backup=(manifest-[\w-]+)$/.exec(arg)?.[1];
    if (name && options.name === undefined) options.name = name;
    else if (arg === "--without-damaged") options.withoutDamaged = true;
    else {
      throw new StartError(
        "Say which backup, as in --backup=manifest-…, or nothing for the newest; --without-damaged leaves out files " +
          "that are damaged in it, and --list names all.",
      );
    }
  }
  return options;
}

/** The names of all backups whose manifest was written, the newest first, a line each. */
export async function listBackups(env: Env): Promise<string> {
  const all = await (await openBackupPlace(env, "read")).backups();
  return all.length === 0
    ? "There is no whole backup at BACKUP_URL."
    : all.reverse().map(({ name }) => name).join("\n");
}

if (import.meta.main) {
  await runOrExit(async () => {
    const options = readRestoreArguments(Deno.args), env = readEnvAndFile();
    console.log(options ? await restore(env, options) : await listBackups(env));
  });
}
