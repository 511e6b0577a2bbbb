/** Looks after the start whether the storage is the one that the newest files went into. */
import { desc, sql } from "drizzle-orm";
import { files } from "../../../db/schema/mod.ts";
import type { Deps } from "../deps.ts";

/** So many files are asked for. */
const NEWEST = 3;

type WithStorage = Pick<Deps, "env" | "db" | "ports" | "log">;

/** Logs a warning where the storage has none of the newest files: it was changed without them. Never rejects. */
export async function warnOfMissingFiles(deps: WithStorage): Promise<void> {
  // A storage or database that does not answer is told of elsewhere.
  if (!await lacksNewest(deps).catch(() => false)) return;
  const { env, log } = deps, place = env.storageUrl ? "The bucket of STORAGE_URL" : `The folder "${env.dataDir}/files"`;
  log({
    level: "warn",
    message: `${place} has none of the newest files that the database names. Set STORAGE_URL and DATA_DIR to where ` +
      "they are, mount that disk, or copy them there with `deno task files:copy`.",
  });
}

async function lacksNewest({ db, ports }: WithStorage): Promise<boolean> {
  const newest = await db.select({ id: files.id }).from(files).orderBy(desc(sql`rowid`)).limit(NEWEST);
  for (const { id } of newest) {
    const body = await ports.files.open(id);
    await body?.cancel();
    if (body) return false;
  }
  return newest.length > 0;
}
