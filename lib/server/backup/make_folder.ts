import { databasePath } from "../../../db/database_path.ts";
import type { Env } from "../env.ts";
import { backupFolderProblem } from "../start_problem.ts";

/**
 * Makes the folder of backups where they go to one, but on edge. Answers a warning where it cannot, as where its disk
 * is not mounted: the portal starts without, and the job tries again.
 */
export async function makeBackupFolder({ backup, platform }: Env): Promise<string | undefined> {
  if (platform === "edge" || !backup?.url.startsWith("file:")) return;
  const folder = databasePath(backup.url);
  try {
    await Deno.mkdir(folder, { recursive: true, mode: 0o700 });
  } catch (error) {
    const problem = backupFolderProblem(folder)(error);
    if (problem === undefined) throw error;
    return `${problem} Is its disk mounted? Until then no backup is made; the portal tries again each hour.`;
  }
}
