/** `deno task files:copy`: copies stored files from the storage before, OLD_STORAGE_URL, into the portal's. */
import { databasePath } from "../../../db/database_path.ts";
import { readWhole } from "../backup/backup_place.ts";
import { MOST_BYTES, type NamedFile, wrongBytes } from "../backup/named_files.ts";
import { openSource } from "../backup/verify_source.ts";
import type { FileStore } from "../../domain/ports.ts";
import type { Env } from "../env.ts";
import { isPath, isStorage } from "../env_addresses.ts";
import { createLocalStore } from "../files/local_store.ts";
import { namedStore, openNamedFiles } from "../files/named_store.ts";
import { createS3Store } from "../files/s3_store.ts";
import { EnvError, StartError } from "../operator_errors.ts";
import { databaseProblem, refuseArguments, refuseMissing, runOrExit, step } from "../start_problem.ts";
import { countOf } from "../../domain/money.ts";
import { readEnvAndFile } from "./start.ts";

const OLD = "OLD_STORAGE_URL";
/** Files on their way at a time: a bucket answers one after a tenth of a second. */
const AT_ONCE = 4;
/** A line is told after so many. */
const TOLD_EACH = 1000;

export interface CopiedFiles {
  copied: number;
  /** How many the portal's storage had already. */
  there: number;
  /** Sentences of files that the old storage lacks, or has with other bytes. */
  problems: string[];
}

/** The storage at `url`: a folder that is there, or a bucket. Throws EnvError for another text, StartError for none. */
async function openOld(url: string | undefined): Promise<FileStore> {
  if (url && isStorage(url)) return namedStore(OLD, url, createS3Store(url));
  if (!url || !isPath(url)) {
    throw new EnvError(
      `Set ${OLD} to where the files are: a folder (file:/srv/harbourline/files, which is "files" of DATA_DIR), or a ` +
        "bucket, written as STORAGE_URL is.",
    );
  }
  const folder = databasePath(url);
  const found = await Deno.stat(folder).catch(() => null);
  if (!found?.isDirectory) throw new StartError(`${OLD} leads to "${folder}", but there is no such folder.`);
  return namedStore(OLD, url, await createLocalStore(folder));
}

/**
 * Copies each file that the database names and the portal's storage lacks, its SHA-256 compared; the portal may run
 * meanwhile, and the old storage stays as it is. `oldUrl` as in the environment. Throws StartError where a storage or
 * the database cannot be read.
 */
export async function copyFiles(
  env: Env,
  oldUrl: string | undefined,
  say: (line: string) => void = () => {},
): Promise<CopiedFiles> {
  await refuseMissing(env);
  const old = await openOld(oldUrl), store = await openNamedFiles(env);
  return await step(databaseProblem(env), async () => {
    const source = await openSource(env);
    try {
      const there = new Set((await Array.fromAsync(store.list(Infinity))).flat());
      const named = await source.named(), missing = named.filter(({ id }) => !there.has(id));
      const done: CopiedFiles = { copied: 0, there: named.length - missing.length, problems: [] };
      const copyOne = async (file: NamedFile) => {
        const bytes = await readWhole(old, file.id, MOST_BYTES), wrong = wrongBytes(file, bytes);
        if (bytes && !wrong) {
          await store.put(file.id, bytes);
          if (++done.copied % TOLD_EACH === 0) say(`${done.copied} of ${missing.length} are copied.`);
        } else if (await source.isNamed(file.id)) {
          done.problems.push(`The file ${file.id} ${wrong}.`);
        }
      };
      const left = missing.values();
      const some = async () => {
        for (const file of left) await copyOne(file);
      };
      await Promise.all(Array.from({ length: AT_ONCE }, some));
      return done;
    } finally {
      source.close();
    }
  });
}

/** What was done, and what to do next. */
export function toldCopied({ copied, there, problems }: CopiedFiles): string {
  const done = `${countOf(copied, "file")} copied, ${there} there already.`;
  return problems.length === 0
    ? `${done} All that the database names is in the portal's storage.`
    : `${done} ${problems.length} not, as ${OLD} does not have them as they were uploaded:\n` +
      `${problems.map((problem) => `  ${problem}`).join("\n")}\n` +
      `Look whether ${OLD} is the right storage, put them there from a backup, and run it again.`;
}

if (import.meta.main) {
  await runOrExit(async () => {
    refuseArguments("files:copy");
    const env = readEnvAndFile(), done = await copyFiles(env, Deno.env.get(OLD), console.log);
    if (done.problems.length > 0) throw new StartError(toldCopied(done));
    console.log(toldCopied(done));
  });
}
