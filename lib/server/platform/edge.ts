/**
 * A place with network and memory alone: no disk to write to, no native code, no worker, no timers between requests.
 */
import { readAreasInline } from "../areas/inline.ts";
import { createInlineReader } from "../documents/inline_reader.ts";
import { noReader } from "../documents/outcomes.ts";
import type { Env } from "../env.ts";
import { createS3Store } from "../files/s3_store.ts";
import { incomingInMemory } from "../incoming/in_memory.ts";
import { createPasswords } from "../passwords/portable.ts";
import { createInlinePdfMaker } from "../pdf/inline_maker.ts";
import { StartError } from "../operator_errors.ts";
import type { Platform } from "./platform.ts";

/** Throws StartError where the environment asks for what cannot be done here. */
export async function openEdge(env: Env): Promise<Platform> {
  const problem = edgeProblem(env);
  if (problem) throw new StartError(problem);
  const incoming = incomingInMemory();
  return {
    files: createS3Store(env.storageUrl!, { read: incoming.read }),
    incoming,
    passwords: createPasswords(),
    documents: env.edgePdfReading ? await createInlineReader(incoming.read) : noReader,
    pdf: createInlinePdfMaker(),
    workerHeaps: () => new Map(),
    backups: null,
    readAreas: readAreasInline,
    awake: false,
  };
}

/** The sentence about what does not go with PLATFORM=edge; undefined where all does. */
export function edgeProblem(env: Env): string | undefined {
  const not = (name: string, why: string) => `PLATFORM is edge, but ${name} ${why}`;
  if (!/^(https?|libsql):/.test(env.databaseUrl)) {
    return not("DATABASE_URL", "leads to no libSQL server by https:// or libsql://: there is no disk for a file.");
  }
  if (!env.storageUrl) return not("STORAGE_URL", "is not set: there is no disk, so files need object storage.");
  if (!env.tickToken) {
    return not(
      "TICK_TOKEN",
      "is not set: jobs and mail run when a tick with it comes, as nothing runs between requests.",
    );
  }
  if (env.backup) return not("BACKUP_URL", "is set: back the libSQL server up by its own means.");
  if (env.smtpUrl) return not("SMTP_URL", "is set: mail leaves through Resend there. Set RESEND_API_KEY.");
  if (env.geoIpDb) return not("GEOIP_DB", "is set: there is no room for its database in memory.");
  return undefined;
}
