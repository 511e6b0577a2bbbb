import { databasePath } from "../../../db/database_path.ts";
import type { Env } from "../env.ts";
import { backupFolderProblem, step } from "../start_problem.ts";

/** Makes the folder of backups where they go to one, but on edge. Throws StartError where it cannot. */
export async function makeBackupFolder({ backup, platform }: Env): Promise<void> {
  if (platform === "edge" || !backup?.url.startsWith("file:")) return;
  const folder = databasePath(backup.url);
  await step(backupFolderProblem(folder), () => Deno.mkdir(folder, { recursive: true, mode: 0o700 }));
}
