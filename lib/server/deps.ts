/** What the whole application is made from. Tests build the same thing on a temporary folder. */
import type { Context, Db } from "../../db/mod.ts";
import type { Ports } from "../domain/ports.ts";
import type { ReadAreas } from "../domain/maps/area_import.ts";
import type { Assets } from "./assets.ts";
import type { Env } from "./env.ts";
import type { Incoming } from "./incoming/incoming.ts";
import type { Log } from "./log.ts";
import type { Meters } from "./metrics/meters.ts";
import type { TickReport } from "./tick_report.ts";
import type { Sessions } from "./session/sessions.ts";

/** Ports that belong to the installation; the rest is filled in for each request. */
export type InstalledPorts = Omit<Ports, "actor" | "now" | "address" | "requestId">;

export interface Deps {
  env: Env;
  assets: Assets;
  db: Db;
  ports: InstalledPorts;
  sessions: Sessions;
  incoming: Incoming;
  /** Reads areas from a GeoJSON's text (see Platform). */
  readAreas(text: string): Promise<ReadAreas>;
  clock: () => number;
  log: Log;
  /** Brings the settings up to date before a request, where no watch does; null where one does. */
  fresh: (() => Promise<void>) | null;
  /** Runs what waits: due jobs, events, mail. */
  tick: () => Promise<TickReport>;
  /** Null where nobody may read them. */
  meters: Meters | null;
  /** May requests be served: the database answers, takes writes, and the server is not stopping. */
  ready: () => Promise<boolean>;
}

/** What verbs work with where nobody asked: for jobs and consumers of events. */
export function systemContext({ db, ports, clock }: Pick<Deps, "db" | "ports" | "clock">): Context {
  return { ...ports, db, actor: null, now: clock(), address: "", requestId: crypto.randomUUID() };
}
