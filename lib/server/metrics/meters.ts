/** What the process counts of itself, and all of it as text. Kept in memory, from the start of the process. */
import type { PortalState } from "../../domain/ports.ts";
import { gauge, histogram, type Labels } from "./exposition.ts";
import { watchLoop } from "./loop_lag.ts";
import { Timing } from "./timing.ts";

/** Counts one answer with its status and milliseconds. */
export type CountAnswer = (status: number, ms: number) => void;

export interface Meters {
  /** What counts the answers of one route. */
  route(method: string, path: string): CountAnswer;
  /** Counts a run of the verb of a call, with its milliseconds. */
  verb(call: string, ms: number): void;
  /** Everything as text. `mails` are those that wait, by lane; null where the database does not tell. */
  text(mails: Readonly<Record<string, number>> | null): string;
  stop(): void;
}

/** What is asked when the text is made; all of it from memory. */
export interface Measured {
  portal: PortalState;
  /** When the newest backup was made, in milliseconds; undefined where the portal makes none. */
  lastBackup: () => number | null | undefined;
  hitsWaiting: () => number;
  reading: () => { waiting: number; grownBytes: number };
  clock: () => number;
}

/** The classes of statuses by their first digit. */
const CLASSES = ["", "1xx", "2xx", "3xx", "4xx", "5xx"] as const;

export function createMeters(measured: Measured): Meters {
  const answers: [Labels, Timing][] = [], verbs = new Map<string, Timing>(), lag = new Timing();
  const stop = watchLoop(lag);
  return {
    route(method, route) {
      const byClass: Timing[] = [];
      return (status, ms) => {
        const digit = Math.floor(status / 100);
        let timing = byClass[digit];
        if (!timing) answers.push([{ method, route, status: CLASSES[digit] }, timing = byClass[digit] = new Timing()]);
        timing.add(ms);
      };
    },
    verb(call, ms) {
      let timing = verbs.get(call);
      if (!timing) verbs.set(call, timing = new Timing());
      timing.add(ms);
    },
    text: (mails) =>
      [
        histogram("harbourline_request_seconds", "Requests by route and class of status.", answers),
        histogram("harbourline_verb_seconds", "Runs of the verb behind each call.", byName("call", verbs)),
        histogram("harbourline_loop_lag_seconds", "How late the event loop was, four times a second.", [[{}, lag]]),
        gauge("harbourline_database_up", "1 where the database just answered.", [[{}, mails ? 1 : 0]]),
        gauge("harbourline_mails_waiting", "Mails that wait, by lane.", byName("lane", Object.entries(mails ?? {}))),
        gauge("harbourline_hits_waiting", "Opens and clicks not yet stored.", [[{}, measured.hitsWaiting()]]),
        memory(measured),
        jobs(measured),
        backup(measured),
      ].join(""),
    stop,
  };
}

function* byName<T>(label: string, entries: Iterable<readonly [string, T]>): Iterable<readonly [Labels, T]> {
  for (const [name, value] of entries) yield [{ [label]: name }, value];
}

function memory({ portal, reading }: Measured): string {
  const { rss, heapUsed, external } = Deno.memoryUsage(), { waiting, grownBytes } = reading();
  return [
    gauge("process_start_time_seconds", "When the process started.", [[{}, portal.startedAt / 1000]]),
    gauge("process_resident_memory_bytes", "Memory of the process, workers included.", [[{}, rss]]),
    gauge("harbourline_heap_bytes", "JavaScript memory of the server, without workers.", [[{}, heapUsed + external]]),
    gauge("harbourline_uploads_waiting", "Uploads to read, with those being read.", [[{}, waiting]]),
    gauge("harbourline_reading_grown_bytes", "Most memory that reading a file took.", [[{}, grownBytes]]),
  ].join("");
}

function jobs({ portal, clock }: Measured): string {
  const all = portal.jobs(), at = clock();
  const each = (value: (job: typeof all[number]) => number | null) =>
    byName("job", all.map((job) => [job.name, value(job)] as const));
  return [
    gauge(
      "harbourline_job_succeeded_timestamp_seconds",
      "When a turn of the job last succeeded in this process.",
      each(({ succeededAt }) => succeededAt && succeededAt / 1000),
    ),
    gauge(
      "harbourline_job_succeeded_age_seconds",
      "How long ago that was.",
      each(({ succeededAt }) => succeededAt && (at - succeededAt) / 1000),
    ),
    gauge(
      "harbourline_job_failed",
      "1 where its last turn in this process failed.",
      each(({ ranAt, failure }) => ranAt === null ? null : failure ? 1 : 0),
    ),
  ].join("");
}

/** No figure of a backup where the portal makes none, or could not read their place yet. */
function backup({ lastBackup, clock }: Measured): string {
  const last = lastBackup();
  if (last === undefined) return "";
  return gauge("harbourline_backup_made", "1 where there is a backup.", [[{}, last === null ? 0 : 1]]) +
    gauge(
      "harbourline_backup_age_seconds",
      "How long ago the newest backup was made.",
      [[{}, last === null ? null : (clock() - last) / 1000]],
    );
}
