/** Two runs at one place of backups: none removes what the other rests on (docs/decisions/backups.md). */
import assert from "node:assert/strict";
import { files } from "../../../db/schema/mod.ts";
import { BackupPlace, openBackupPlace } from "../../../lib/server/backup/backup_place.ts";
import { makeBackup } from "../../../lib/server/backup/make_backup.ts";
import { pruneBackups } from "../../../lib/server/backup/prune.ts";
import { restoreBackup } from "../../../lib/server/backup/restore.ts";
import { storeBackup } from "../../../lib/server/backup/store_backup.ts";
import { type TestApp, withApp } from "../../support/app.ts";
import { envOf, uploadSome } from "../../support/backups.ts";
import { withFolder } from "../../support/folder.ts";
import { until } from "../../support/until.ts";

const HOUR = 3600_000, DAY = 24 * HOUR;

/** A portal with a file whose object is old and in no backup, so that the next clean-up removes it. */
const withUnnamed = (
  test: (s: { t: TestApp; env: TestApp["env"]; place: BackupPlace; name: string }) => Promise<void>,
) =>
  withFolder((folder) =>
    withApp(async (t) => {
      const env = { ...t.env, ...envOf(t.env.dataDir, { BACKUP_URL: `file:${folder}/backups` }) };
      const place = await openBackupPlace(env);
      await uploadSome(t, 1);
      const { name: first } = await makeBackup(env);
      await place.remove(first);
      const [{ sha256 }] = await t.deps.db.select().from(files);
      const old = (Date.now() - 2 * DAY) / 1000;
      await Deno.utime(`${folder}/backups/${sha256.slice(0, 2)}/${sha256}`, old, old);
      await test({ t, env, place, name: sha256 });
      await restoreBackup(envOf(`${folder}/new`, { BACKUP_URL: `file:${folder}/backups` }));
      const left = [...await place.names()].filter((one) => /^(begun|removing)-/.test(one));
      assert.deepEqual(left, [], "no mark stays");
    })
  );

/** Does `work` right before each call of a method of places. */
async function before<K extends "putManifest" | "remove">(
  method: K,
  work: (name: string) => Promise<unknown>,
  run: () => Promise<void>,
): Promise<void> {
  const own = BackupPlace.prototype[method] as (...args: unknown[]) => Promise<never>;
  BackupPlace.prototype[method] = async function (this: BackupPlace, ...args: unknown[]) {
    await work(String(args[0]));
    return await own.apply(this, args);
  } as typeof BackupPlace.prototype[K];
  try {
    await run();
  } finally {
    BackupPlace.prototype[method] = own as typeof BackupPlace.prototype[K];
  }
}

Deno.test("a clean-up removes no object that a backup which is being made rests on", () =>
  withUnnamed(async ({ env, place, name }) => {
    await before("putManifest", () => pruneBackups(place, 5, Date.now()), async () => void await makeBackup(env));
    assert.ok((await place.names()).has(name));
  }));

Deno.test("a backup that begins amid a clean-up waits for it, and stores anew what went", () =>
  withUnnamed(async ({ env, place, name }) => {
    let made = false;
    const removing = Promise.withResolvers<void>();
    const begun = async () => [...await place.names()].some((one) => one.startsWith("begun-"));
    // It is removed once the backup is there, or has begun, and waits for this.
    const slow = async (removed: string) => {
      if (removed !== name) return;
      removing.resolve();
      await until("the backup to wait, or to be there", async () => made || await begun());
    };
    await before("remove", slow, async () => {
      const pruned = pruneBackups(place, 5, Date.now());
      await removing.promise;
      await makeBackup(env);
      made = true;
      await pruned;
    });
    assert.ok((await place.names()).has(name));
  }));

Deno.test("the mark of a clean-up is new after a backup of an hour, too: one that begins then waits for it", () =>
  withUnnamed(async ({ env }) => {
    const began = Date.now(), { now } = performance, removed: string[] = [];
    const passAnHour = () => Promise.resolve(performance.now = () => now.call(performance) + HOUR);
    const note = (name: string) => Promise.resolve(removed.push(name));
    try {
      await before(
        "putManifest",
        passAnHour,
        () => before("remove", note, async () => void await storeBackup(env, () => began)),
      );
    } finally {
      performance.now = now;
    }
    const [, at] = /^removing-(\d+)-/.exec(removed.find((name) => name.startsWith("removing-"))!)!;
    assert.ok(Number(at) >= began + HOUR, `${Number(at) - began} ms after the backup began`);
  }));

Deno.test("a backup is made at a place that removes nothing", () =>
  withUnnamed(async ({ env, place }) => {
    const refuse = () => Promise.reject(new Error("403"));
    await before("remove", refuse, async () => {
      await makeBackup(env);
      assert.deepEqual(await pruneBackups(place, 5, Date.now() + 2 * DAY), { removed: 0, damaged: [] });
    });
    await pruneBackups(place, 5, Date.now() + 2 * DAY);
  }));

Deno.test("marks that kills left behind hold up no clean-up after a day, and go", () =>
  withUnnamed(async ({ env, place, name }) => {
    await place.leaveMark(`begun-${Date.now()}-0a1b2c3d`);
    await pruneBackups(place, 5, Date.now());
    assert.ok((await place.names()).has(name));
    await pruneBackups(place, 5, Date.now() + 2 * DAY);
    assert.ok(!(await place.names()).has(name));
    await makeBackup(env);
  }));
