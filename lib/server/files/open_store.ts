/** Opens the storage of files that the environment names. */
import type { FileStore } from "../../domain/ports.ts";
import type { Env } from "../env.ts";
import { folderProblem, step } from "../start_problem.ts";
import { createLocalStore } from "./local_store.ts";
import { createS3Store } from "./s3_store.ts";

/**
 * A bucket where STORAGE_URL is set, else a folder of DATA_DIR, which is made. Throws StartError where it cannot be.
 */
export function openFileStore(env: Env): Promise<FileStore> {
  return step(folderProblem(env), async () => {
    await Deno.mkdir(env.dataDir, { recursive: true, mode: 0o700 });
    return env.storageUrl ? createS3Store(env.storageUrl) : await createLocalStore(`${env.dataDir}/files`);
  });
}
