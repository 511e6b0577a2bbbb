/** Cache of the settings and scoring configuration in force; notices other processes' saves within seconds. */
import { desc } from "drizzle-orm";
import type { Db } from "../../db/mod.ts";
import { configVersions, settingsVersions } from "../../db/schema/mod.ts";
import type { LendingSnapshot } from "../domain/ports.ts";

const POLL_MS = 5000;

export interface LendingCache {
  current(): LendingSnapshot;
  refresh(): Promise<void>;
  stop(): void;
}

/** Reads the newest versions and polls for newer ones. Throws where the database has none. */
export async function createLendingCache(db: Db): Promise<LendingCache> {
  let snapshot: LendingSnapshot | undefined;
  async function refresh() {
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
  await refresh();
  const timer = setInterval(() => refresh().catch(() => {}), POLL_MS);
  Deno.unrefTimer(timer as unknown as number);
  return { current: () => snapshot!, refresh, stop: () => clearInterval(timer) };
}
