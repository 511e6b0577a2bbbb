/** Why a start failed, as one sentence for the operator where the cause is theirs to mend. A fault of ours has none. */
import { DatabaseInUseError, DatabaseUseError, errorCode, isDatabaseAway } from "../../db/errors.ts";
import { type Env, EnvError } from "./env.ts";

/** A step of the start that the operator's surroundings refused. Its message is the whole sentence. */
export class StartError extends Error {
  override name = "StartError";
}

/** The sentence to show in place of the error and its stack; undefined where the error must be shown whole. */
export function startSentence(error: unknown): string | undefined {
  const told = [EnvError, StartError, DatabaseInUseError, DatabaseUseError];
  return told.some((kind) => error instanceof kind) ? (error as Error).message : undefined;
}

/** Runs a program's main work; ends the process with code 1 and the sentence where the start failed for one. */
export async function orTell(work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    console.error(startSentence(error) ?? error);
    Deno.exit(1);
  }
}

/** Runs one step. A failure that `explain` knows becomes a StartError with its sentence; any other stays as it is. */
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

/** An error's message and those of what caused it. */
function wholeMessage(error: unknown): string {
  const parts: string[] = [];
  for (let e = error, depth = 0; e instanceof Error && depth < 5; e = e.cause, depth++) parts.push(e.message);
  return parts.join("\n");
}

/** What the operating system said ("permission denied"); undefined where the error is not its. */
function systemWords(error: unknown): string | undefined {
  const text = wholeMessage(error);
  if (/failed to lookup address/.test(text)) return "there is no host of this name";
  return /([^:()\n]+) \(os error \d+\)/.exec(text)?.[1].trim().toLowerCase();
}

/** For the folder that holds database and files. */
export const folderProblem = (env: Env) => (error: unknown): string | undefined => {
  const words = systemWords(error) ?? (error instanceof Deno.errors.NotCapable ? "not allowed" : undefined);
  return words && `DATA_DIR is "${env.dataDir}", but nothing can be kept there: ${words}.`;
};

/** For the address that the server listens on. */
export const listenProblem = (env: Env) => (error: unknown): string | undefined => {
  if (error instanceof Deno.errors.AddrInUse) {
    return `PORT is ${env.port}, but another program listens there already. Stop it, or set another PORT.`;
  }
  const words = systemWords(error);
  return words && `HOST is "${env.host}" and PORT ${env.port}, but the server may not listen there: ${words}.`;
};

/** For opening, migrating and seeding the database. */
export const databaseProblem = (env: Env) => (error: unknown): string | undefined =>
  env.databaseUrl.startsWith("file:") ? fileProblem(env, error) : serverProblem(env, error);

function fileProblem(env: Env, error: unknown): string | undefined {
  const code = errorCode(error);
  const why = /^SQLITE_(NOTADB|CORRUPT)/.test(code)
    ? "it is damaged, or no database. Put your last backup in its place"
    : code.startsWith("SQLITE_FULL")
    ? "the disk is full"
    : /^SQLITE_(CANTOPEN|READONLY|PERM|IOERR)/.test(code)
    ? "it cannot be read or written"
    : systemWords(error);
  return why && `The database file ${env.databaseUrl.slice("file:".length)} cannot be used: ${why}.`;
}

function serverProblem(env: Env, error: unknown): string | undefined {
  const place = `the libSQL server at ${new URL(env.databaseUrl).host}`;
  const text = wholeMessage(error);
  if (/\bAUTH_|HTTP status 40[13]\b/.test(`${errorCode(error)} ${text}`)) {
    return env.databaseAuthToken
      ? `DATABASE_AUTH_TOKEN is not accepted by ${place}.`
      : `DATABASE_AUTH_TOKEN is not set, but ${place} asks for one.`;
  }
  const status = /HTTP status (\d+)/.exec(text)?.[1];
  if (status) return `DATABASE_URL leads to ${place}, but what answers there is none (HTTP status ${status}).`;
  if (!isDatabaseAway(error)) return undefined;
  const words = systemWords(error);
  return `DATABASE_URL leads to ${place}, but nothing answers there${words ? `: ${words}` : ""}.`;
}
