/** What this process tells owners of itself. */
import type { PortalState } from "../domain/ports.ts";
import type { Env } from "./env.ts";
import type { JobTurns } from "./job_turns.ts";
import type { InstalledJob } from "./jobs.ts";

interface Parts {
  jobs: () => readonly InstalledJob[];
  turns: JobTurns;
  errors: PortalState["errors"];
}

/** The state of a process that started at `startedAt`, milliseconds; names hosts, never keys. */
export function portalState(env: Env, startedAt: number, { jobs, turns, errors }: Parts): PortalState {
  const host = (url: string) => new URL(url).host;
  return {
    startedAt,
    database: env.databaseUrl.startsWith("file:") ? "A file" : `libSQL server ${host(env.databaseUrl)}`,
    storage: env.storageUrl ? `Object storage ${host(env.storageUrl)}` : "A folder",
    mail: env.resend ? "Resend" : env.smtpUrl ? `Mail server ${host(env.smtpUrl)}` : "",
    jobs: () => jobs().map(({ name, everyMs }) => ({ name, everyMs, ...turns.last(name) })),
    errors,
  };
}
