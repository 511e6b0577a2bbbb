/** Start failures: one sentence for the operator where the cause is theirs to fix. */
import { databasePath } from "../../db/database_path.ts";
import { errorCode, isDatabaseUnavailable } from "../../db/errors.ts";
import type { Env } from "./env.ts";
import { StartError, startSentence } from "./operator_errors.ts";

/** True where nothing is at the path. What this user may not look at is no missing file: what opens it says why. */
export const isMissing = (path: string): Promise<boolean> =>
  Deno.stat(path).then(() => false, (error) => error instanceof Deno.errors.NotFound);

/** Refuses a database file that is not there, for tasks: opening it would make an empty one. Throws StartError. */
export async function refuseMissing({ databaseUrl }: Pick<Env, "databaseUrl">): Promise<void> {
  if (!databaseUrl.startsWith("file:")) return;
  const path = databasePath(databaseUrl);
  if (!await isMissing(path)) return;
  throw new StartError(`There is no database file ${path}. Set DATA_DIR and DATABASE_URL as the portal has them.`);
}

/** Throws StartError where a task that takes no arguments is given some: what was meant by them is not done. */
export function refuseArguments(task: string, args: readonly string[] = Deno.args): void {
  if (args.length > 0) throw new StartError(`Say \`deno task ${task}\` alone: it takes no "${args.join(" ")}".`);
}

/** Runs a program's main function. A failed start prints its sentence and exits with code 1. */
export async function runOrExit(main: () => Promise<void>): Promise<void> {
  try {
    await main();
  } catch (error) {
    console.error(startSentence(error) ?? error);
    Deno.exit(1);
  }
}

/** Runs one start step. Throws a StartError where `explain` returns a sentence, else the original error. */
export async function step<T>(
  explain: (error: unknown) => string | undefined,
  work: () => T | Promise<T>,
): Promise<T> {
  try {
    return await work();
  } catch (error) {
    const sentence = startSentence(error) === undefined ? explain(error) : undefined;
    throw sentence === undefined ? error : new StartError(sentence, { cause: error });
  }
}

/** An error's message and those of its causes. */
function messageWithCauses(error: unknown): string {
  const parts: string[] = [];
  for (let e = error, depth = 0; e instanceof Error && depth < 5; e = e.cause, depth++) parts.push(e.message);
  return parts.join("\n");
}

/** The operating system's message ("permission denied"); undefined for other errors. */
export function systemMessage(error: unknown): string | undefined {
  const text = messageWithCauses(error);
  if (/failed to lookup address/.test(text)) return "there is no host of this name";
  return /([^:()\n]+) \(os error \d+\)/.exec(text)?.[1].trim().toLowerCase();
}

/** Why a folder cannot be used: the operating system's message, or that Deno's permissions end before it. */
const folderMessage = (error: unknown): string | undefined =>
  systemMessage(error) ?? (error instanceof Deno.errors.NotCapable ? "not allowed" : undefined);

/** Explains errors of the folder of the bundles. */
export const bundlesProblem = (error: unknown): string | undefined => {
  const message = folderMessage(error);
  return message &&
    `The bundles are stale, and static/build cannot be written: ${message}. Run \`deno task build\` as ` +
      "the user whose folder the project is in.";
};

/** Explains errors of the data folder. */
export const folderProblem = (env: Env) => (error: unknown): string | undefined => {
  const message = folderMessage(error);
  return message && `DATA_DIR is "${env.dataDir}", but nothing can be stored there: ${message}.`;
};

/** Explains errors of the folder of backups. */
export const backupFolderProblem = (folder: string) => (error: unknown): string | undefined => {
  const message = folderMessage(error);
  return message && `BACKUP_URL leads to "${folder}", but nothing can be stored there: ${message}.`;
};

/** Explains errors of the listening address. */
export const listenProblem = (env: Env) => (error: unknown): string | undefined => {
  if (error instanceof Deno.errors.AddrInUse) {
    return `PORT is ${env.port}, but another program already listens there. Stop it, or set another PORT.`;
  }
  const message = systemMessage(error) ?? (error instanceof URIError ? "no machine has such a name" : undefined);
  return message && `HOST is "${env.host}" and PORT ${env.port}, but the server cannot listen there: ${message}.`;
};

/** Explains errors of opening, migrating and seeding the database. */
export const databaseProblem = (env: Env) => (error: unknown): string | undefined =>
  env.databaseUrl.startsWith("file:") ? fileProblem(env, error) : serverProblem(env, error);

function fileProblem(env: Env, error: unknown): string | undefined {
  const code = errorCode(error);
  const why = /^SQLITE_(NOTADB|CORRUPT)/.test(code)
    ? "it is damaged or not a database. Restore your last backup"
    : code.startsWith("SQLITE_FULL")
    ? "the disk is full"
    : /^SQLITE_(CANTOPEN|READONLY|PERM|IOERR)/.test(code) || /^ConnectionFailed\(/m.test(messageWithCauses(error))
    ? "it cannot be read or written"
    : systemMessage(error);
  return why && `The database file ${env.databaseUrl.slice("file:".length)} cannot be used: ${why}.`;
}

function serverProblem(env: Env, error: unknown): string | undefined {
  const place = `the libSQL server at ${new URL(env.databaseUrl).host}`;
  const text = messageWithCauses(error);
  if (/\bAUTH_|HTTP status 40[13]\b/.test(`${errorCode(error)} ${text}`)) {
    return env.databaseAuthToken
      ? `DATABASE_AUTH_TOKEN is not accepted by ${place}.`
      : `DATABASE_AUTH_TOKEN is not set, but ${place} requires one.`;
  }
  if (errorCode(error) === "HRANA_PROTO_ERROR") {
    return `DATABASE_URL leads to ${place}, but that is not a libSQL server.`;
  }
  const status = /HTTP status (\d+)/.exec(text)?.[1];
  if (status) return `DATABASE_URL leads to ${place}, but that is not a libSQL server (HTTP status ${status}).`;
  if (!isDatabaseUnavailable(error)) return undefined;
  const message = systemMessage(error);
  return `DATABASE_URL leads to ${place}, but nothing responds there${message ? `: ${message}` : ""}.`;
}
