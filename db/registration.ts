import type { EventType, StoredEvent } from "../lib/domain/events.ts";
import type { TrackedHit } from "../lib/domain/tracking/hit.ts";
import type { Context } from "./context.ts";
import type { Tx } from "./open.ts";

/** True once a turn should end: a job stops between two slices, and its next turn continues. */
export type MustStop = () => boolean;

/** For work that always runs to its end. */
export const NEVER_STOP: MustStop = () => false;

/** Work that runs by itself, once in each period whatever the number of processes. */
export interface Job {
  /** The name of its lease. */
  name: string;
  everyMs: number;
  /** Its first turn comes within a minute of a start, without regard to its lease: only for work of a database file. */
  atStart?: true;
  /** Long work asks `mustStop` between its slices. */
  run(ctx: Context, mustStop: MustStop): Promise<unknown>;
}

/** Handles events of some types, each once. */
export interface Consumer {
  /** The name under which its deliveries are stored. */
  name: string;
  types: readonly EventType[];
  /** Runs in the transaction that marks the event as handled, so it waits for no network. Throws to be tried again. */
  handle(tx: Tx, ctx: Context, event: StoredEvent): Promise<void>;
}

/** What has to hold in a whole installation: asked of a copy of its database. */
export interface InstallationCheck {
  what: string;
  /** Sentences about what does not hold in the database at `path`, as of `now` in milliseconds. */
  problems(path: string, now: number): Promise<string[]>;
}

/** What the features hand to the server to run. */
export interface Registration {
  jobs: readonly Job[];
  consumers: readonly Consumer[];
  /** Stores requests for the pictures and links of mails. */
  recordHits(ctx: Context, hits: readonly TrackedHit[]): Promise<void>;
}
