/** Keeps the errors of the last day in memory, beside writing them to the log. */
import { DAY_MS } from "../domain/dates.ts";
import type { PortalState } from "../domain/ports.ts";
import type { Log, LogLine } from "./log.ts";

type RecentError = ReturnType<PortalState["errors"]>[number];

/** Errors that are remembered, the newest. */
export const ERRORS_MOST = 100;

const text = (value: unknown): string => typeof value === "string" ? value : "";

/** The error of an error's line. The line of a failed request comes after the one that says why, and is left out. */
function errorOf(line: LogLine, at: number): RecentError | null {
  if (line.message === "request") return null;
  const job = text(line.job), file = text(line.file);
  return {
    at,
    id: text(line.id),
    what: job ? `${line.message}: ${job}` : line.message,
    path: text(line.path),
    reason: text(line.reason) || text(line.error) || (file && `The file ${file}.`),
  };
}

/** A log that remembers its errors; `recent` gives those of 24 hours, the newest first, 100 at most. */
export function rememberErrors(log: Log, clock: () => number): { log: Log; recent: () => RecentError[] } {
  const recent: RecentError[] = [];
  return {
    log(line) {
      log(line);
      const error = line.level === "error" ? errorOf(line, clock()) : null;
      if (!error) return;
      recent.unshift(error);
      recent.length = Math.min(recent.length, ERRORS_MOST);
    },
    recent: () => recent.filter(({ at }) => clock() - at < DAY_MS),
  };
}
