/** Errors whose message is one whole sentence for the operator, their cause in it. */
import { DatabaseInUseError, DatabaseUseError } from "../../db/errors.ts";

/** A value of the environment that cannot be used. */
export class EnvError extends Error {
  override name = "EnvError";
}

/** A failed start step. */
export class StartError extends Error {
  override name = "StartError";
}

/** A storage or a place of backups that failed; what is there may be sound. */
export class PlaceError extends Error {
  override name = "PlaceError";
}

const OPERATOR_ERRORS = [EnvError, StartError, PlaceError, DatabaseInUseError, DatabaseUseError];

/** The sentence to show instead of the stack trace; undefined for errors of the program. */
export function startSentence(error: unknown): string | undefined {
  return OPERATOR_ERRORS.some((kind) => error instanceof kind) ? (error as Error).message : undefined;
}
