/** Figures that go up and down, as they are just now. */
import type { PortalState } from "../../domain/ports.ts";
import { buildId } from "../build_id.ts";
import type { Labels, Samples } from "./exposition.ts";
import type { Queues } from "./queues.ts";
import type { WorkerHeaps } from "./worker_heaps.ts";

export interface Figure {
  name: string;
  help: string;
  /** Values by their labels; null for one that is not known. */
  samples: Samples<number | null>;
}

/** What is asked when figures are wanted; all of it from memory but the queues. */
export interface Measured {
  portal: PortalState;
  /** When the newest backup was made, in milliseconds; undefined where the portal makes none. */
  lastBackup: () => number | null | undefined;
  /** Objects of earlier backups that are damaged. */
  damagedObjects: () => number;
  /** Files that the newest backup lacks. */
  missingFiles: () => number;
  hitsWaiting: () => number;
  reading: () => { waiting: number; grownBytes: number };
  workerHeaps: WorkerHeaps["bytes"];
  /** Throws where the database does not answer. */
  queues: () => Promise<Queues>;
  clock: () => number;
}

/** All of them, always in the same order; one that there is nothing to say of has no samples. */
export async function figuresOf(measured: Measured): Promise<Figure[]> {
  const queues = await measured.queues().catch(() => null);
  return [
    {
      name: "harbourline_build",
      help: "1, with the build that runs.",
      samples: [[{ build: buildId() || "sources", deno: Deno.version.deno }, 1]],
    },
    figure("harbourline_database_up", "1 where the database just answered.", queues ? 1 : 0),
    byLabel("harbourline_mails_waiting", "Mails that wait, by lane.", "lane", Object.entries(queues?.mails ?? {})),
    figure("harbourline_events_waiting", "Events that wait for a consumer, each for each.", queues?.events ?? null),
    figure("harbourline_events_failed", "Events that a consumer gave up on.", queues?.failedEvents ?? null),
    figure("harbourline_hits_waiting", "Opens and clicks not yet stored.", measured.hitsWaiting()),
    ...memory(measured),
    ...jobs(measured),
    ...backup(measured),
  ];
}

const figure = (name: string, help: string, value: number | null): Figure => ({ name, help, samples: [[{}, value]] });

function byLabel(
  name: string,
  help: string,
  label: string,
  values: Iterable<readonly [string, number | null]>,
): Figure {
  return {
    name,
    help,
    samples: Array.from(values, ([text, value]): [Labels, number | null] => [{ [label]: text }, value]),
  };
}

function memory({ portal, reading, workerHeaps }: Measured): Figure[] {
  const { rss, heapUsed, external } = Deno.memoryUsage(), { waiting, grownBytes } = reading();
  return [
    figure("process_start_time_seconds", "When the process started.", portal.startedAt / 1000),
    figure("process_resident_memory_bytes", "Memory of the process, workers included.", rss),
    figure("harbourline_heap_bytes", "JavaScript memory of the server, without workers.", heapUsed + external),
    byLabel(
      "harbourline_worker_heap_bytes",
      "JavaScript memory of workers, as each last said.",
      "worker",
      workerHeaps(),
    ),
    figure("harbourline_uploads_waiting", "Uploads to read, with those being read.", waiting),
    figure("harbourline_reading_grown_bytes", "Most memory that reading a file took.", grownBytes),
  ];
}

function jobs({ portal, clock }: Measured): Figure[] {
  const all = portal.jobs(), at = clock();
  const each = (name: string, help: string, value: (job: typeof all[number]) => number | null) =>
    byLabel(name, help, "job", all.map((job) => [job.name, value(job)] as const));
  return [
    each(
      "harbourline_job_succeeded_timestamp_seconds",
      "When a turn of the job last succeeded in this process.",
      ({ succeededAt }) => succeededAt && succeededAt / 1000,
    ),
    each(
      "harbourline_job_succeeded_age_seconds",
      "How long ago that was.",
      ({ succeededAt }) => succeededAt && (at - succeededAt) / 1000,
    ),
    each(
      "harbourline_job_failed",
      "1 where its last turn in this process failed.",
      ({ ranAt, failure }) => ranAt === null ? null : failure ? 1 : 0,
    ),
  ];
}

/** Without samples where the portal makes no backups, or could not read their place yet. */
function backup({ lastBackup, damagedObjects, missingFiles, clock }: Measured): Figure[] {
  const last = lastBackup();
  const each = (name: string, help: string, value: number | null): Figure =>
    last === undefined ? { name, help, samples: [] } : figure(name, help, value);
  return [
    each("harbourline_backup_made", "1 where there is a backup.", last === null ? 0 : 1),
    each(
      "harbourline_backup_age_seconds",
      "How long ago the newest backup was made.",
      typeof last === "number" ? (clock() - last) / 1000 : null,
    ),
    each("harbourline_backup_damaged_objects", "Damaged objects of earlier backups.", damagedObjects()),
    each("harbourline_backup_missing_files", "Files that the newest backup lacks.", missingFiles()),
  ];
}
