/** `deno task files:sweep`: notes the deletion of stored files that no row names, as many as the operator accepts. */
import { openDatabase, upgrade } from "../../../db/mod.ts";
import {
  BackupsInStorageError,
  EmptyStorageError,
  SharedStorageError,
  sweepFiles,
  UnknownFilesError,
} from "../../features/files/mod.ts";
import type { Env } from "../env.ts";
import { openNamedFiles } from "../files/named_store.ts";
import { databaseProblem, refuseMissing, runOrExit, step } from "../start_problem.ts";
import { StartError } from "../operator_errors.ts";
import { readEnvAndFile } from "./start.ts";

const REFUSALS = [UnknownFilesError, SharedStorageError, BackupsInStorageError, EmptyStorageError];

/**
 * Sweeps once, with at most `accepted` files (as many as the daily sweep where none is given), and answers what was
 * noted as a sentence. Throws StartError where there are more, DatabaseInUseError where a server holds the file.
 */
export async function sweepStorage(env: Env, accepted?: number, now = Date.now()): Promise<string> {
  await refuseMissing(env);
  const files = await openNamedFiles(env);
  return await step(databaseProblem(env), async () => {
    const { db, client, close } = await openDatabase({ url: env.databaseUrl, authToken: env.databaseAuthToken });
    try {
      await upgrade(client, env.databaseUrl);
      const noted = await sweepFiles({ db, files, now }, accepted);
      if (noted === null) {
        return "The storage has this portal's mark now, and another portal's is seen. Run it again to look for files.";
      }
      if (noted === 0) return "Every stored file of more than a day is known. Nothing is to go.";
      return `${noted} ${noted === 1 ? "file goes" : "files go"} in an hour, by the portal that runs then.`;
    } catch (error) {
      throw REFUSALS.some((known) => error instanceof known)
        ? new StartError((error as Error).message, { cause: error })
        : error;
    } finally {
      close();
    }
  });
}

/** The number of `--accept=N`; undefined without it. Throws StartError for anything else. */
export function readAccepted(args: readonly string[]): number | undefined {
  if (args.length === 0) return undefined;
  const number = args.length === 1 && /^--accept=(\d{1,9})$/.exec(args[0])?.[1];
  if (!number) {
    throw new StartError(
      "Say how many files may go at most, as in --accept=37, or nothing for what the daily sweep does.",
    );
  }
  return Number(number);
}

if (import.meta.main) {
  await runOrExit(async () => console.log(await sweepStorage(readEnvAndFile(), readAccepted(Deno.args))));
}
