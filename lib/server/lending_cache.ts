/** Cache of the settings and scoring configuration in force; notices other processes' saves within a second. */
import { desc } from "drizzle-orm";
import { type Db, withTimeout } from "../../db/mod.ts";
import { configVersions, settingsVersions } from "../../db/schema/mod.ts";
import type { LendingSnapshot } from "../domain/ports.ts";

/** A second, with the time of the question. */
const POLL_MS = 800;
/** The longest that requests wait for one question, in milliseconds: the home quotes while the database hangs. */
const WAIT_MS = 2_000;

export interface LendingCache {
  current(): LendingSnapshot;
  refresh(): Promise<void>;
  /** Refreshes what was read longer ago than the watch's period: for a process that sleeps between requests. */
  fresh(): Promise<void>;
  stop(): void;
}

/** Reads the newest versions and polls for newer ones. Throws where the database has none. `most` is for tests. */
export async function createLendingCache(
  db: Db,
  awake = true,
  most = { poll: POLL_MS, wait: WAIT_MS },
): Promise<LendingCache> {
  let snapshot: LendingSnapshot | undefined;
  let readAt = -Infinity, asked: Promise<void> | undefined;
  async function refresh() {
    const startedAt = performance.now();
    await read();
    readAt = startedAt;
  }
  async function read() {
    const [s, f] = await Promise.all([
      db.select({ id: settingsVersions.id }).from(settingsVersions).orderBy(desc(settingsVersions.id)).limit(1),
      db.select({ id: configVersions.id }).from(configVersions).orderBy(desc(configVersions.id)).limit(1),
    ]);
    if (!s.length || !f.length) throw new Error("The database has no lending settings: it was not seeded.");
    if (snapshot?.settingsVersionId === s[0].id && snapshot.configVersionId === f[0].id) return;
    const [[settings], [config]] = await Promise.all([
      db.select().from(settingsVersions).orderBy(desc(settingsVersions.id)).limit(1),
      db.select().from(configVersions).orderBy(desc(configVersions.id)).limit(1),
    ]);
    snapshot = {
      settings: settings.body,
      settingsVersionId: settings.id,
      config: config.body,
      configVersionId: config.id,
    };
  }
  /** One question at a time: its wait is over for all who come later. */
  function ask(): Promise<void> {
    const answer = refresh().finally(() => asked = undefined);
    return withTimeout(answer, most.wait, () => new Error("The database did not answer in time."));
  }
  await refresh();
  // A file is this process's own: who saves refreshes.
  const watched = awake && db.$client.protocol !== "file";
  const timer = watched ? setInterval(() => refresh().catch(() => {}), most.poll) : undefined;
  if (timer !== undefined) Deno.unrefTimer(timer as unknown as number);
  return {
    current: () => snapshot!,
    refresh,
    fresh: async () => {
      if (performance.now() - readAt > most.poll) await (asked ??= ask());
    },
    stop: () => clearInterval(timer),
  };
}
