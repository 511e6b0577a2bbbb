/** Whose backups lie at a place, which is the newest, and that none is begun without room for it. */
import assert from "node:assert/strict";
import { randomBytes } from "node:crypto";
import { databasePath } from "../../../db/database_path.ts";
import { sizeOf } from "../../../db/snapshot.ts";
import { keepBackups } from "../../../lib/features/operations/jobs.ts";
import { openBackupPlace } from "../../../lib/server/backup/backup_place.ts";
import { createLocalStore } from "../../../lib/server/files/local_store.ts";
import { makeBackup, withScratch } from "../../../lib/server/backup/make_backup.ts";
import { pruneBackups } from "../../../lib/server/backup/prune.ts";
import { restoreBackup } from "../../../lib/server/backup/restore.ts";
import { sweepFiles } from "../../../lib/features/files/sweep.ts";
import { readEnv } from "../../../lib/server/env.ts";
import { restore } from "../../../lib/server/tasks/restore.ts";
import { withApp } from "../../support/app.ts";
import { withFolder } from "../../support/folder.ts";

const HOUR = 3600_000, DAY = 24 * HOUR;

Deno.test("where another portal's mark is no backup is made, and none is removed", () =>
  withFolder((folder) => {
    const place = { BACKUP_URL: `file:${folder}/backups` };
    return withApp((a) =>
      withApp(async (b) => {
        for (const t of [a, b]) await sweepFiles(t.context());
        await makeBackup(a.env);
        await makeBackup(a.env);
        await assert.rejects(
          makeBackup(b.env),
          /^StartError: Another portal keeps its backups at BACKUP_URL \(portal-/,
        );
        await assert.rejects(keepBackups(b.context()), /Another portal keeps its backups/);
        await makeBackup(a.env, b.now);
        await assert.rejects(
          keepBackups(b.context()),
          /Another portal keeps its backups/,
          "however new the other's is",
        );
        assert.ok(!b.deps.ports.backups!.last(), "nor is it told as this one's");
        const opened = await openBackupPlace(a.env);
        await opened.claim("portal-00000000-0000-4000-8000-000000000000", new Set());
        await assert.rejects(pruneBackups(opened, 1, Date.now()), /Two portals keep their backups/);
        assert.equal((await opened.backups()).length, 3);
      }, place), place);
  }));

Deno.test("a backup of another key or of the future is not the newest, and the future's is removed first", () =>
  withFolder((folder) =>
    withApp(async (t) => {
      const now = t.now(), sealed = { ...t.env.backup!, key: new Uint8Array(randomBytes(32)) };
      await makeBackup({ ...t.env, backup: sealed }, () => now - 60_000);
      const ahead = await makeBackup(t.env, () => now + 300 * DAY);
      const target = readEnv((name) => ({ DATA_DIR: `${folder}/new`, BACKUP_URL: t.env.backup!.url })[name]);
      await assert.rejects(restoreBackup(target, {}, now - DAY), /All backups are of the future/);
      await keepBackups(t.context());
      assert.equal(t.deps.ports.backups!.last(), now, "one was due");
      t.advance(7 * HOUR);
      await keepBackups(t.context());
      const place = await openBackupPlace(t.env);
      const names = (await place.backups()).map(({ name }) => name);
      assert.ok(!names.includes(ahead.name));
      assert.deepEqual([names.length, names.filter((name) => place.reads({ name })).length], [3, 2]);
      assert.equal((await restoreBackup(target, {}, t.now())).name, names.at(-1));
    }, { BACKUP_URL: `file:${folder}/backups`, BACKUP_EVERY_HOURS: "6", BACKUP_KEEP: "2" })
  ));

Deno.test("a damaged backup is not the newest, one of the future is removed, and one removed meanwhile is not damaged", () =>
  withFolder((folder) =>
    withApp(async (t) => {
      const now = t.now(), place = await openBackupPlace(t.env), store = await createLocalStore(`${folder}/backups`);
      const spoil = (name: string) => store.put(name, new TextEncoder().encode('{"format":1,"ma'));
      const makeAt = async (at: number) => (await makeBackup(t.env, () => at)).name;
      const whole = await makeAt(now - 60_000), broken = await makeAt(now), ahead = await makeAt(now + 300 * DAY);
      await spoil(broken);
      assert.equal((await place.newest(now))?.name, whole);
      const target = readEnv((name) => ({ DATA_DIR: `${folder}/new`, BACKUP_URL: t.env.backup!.url })[name]);
      const passed = `${broken} is newer, but damaged: it was passed over.`;
      assert.equal((await restore(target, {}, now)).split(": the database")[0], `${passed}\n${whole} is restored`);
      await spoil(ahead);
      assert.deepEqual(await pruneBackups(place, 1, now), { removed: 1, damaged: [broken] });
      const listed = await place.backups();
      await store.remove(broken);
      place.backups = () => Promise.resolve(listed);
      assert.deepEqual(await pruneBackups(place, 1, now), { removed: 0, damaged: [] });
    }, { BACKUP_URL: `file:${folder}/backups`, BACKUP_KEEP: "2" })
  ));

Deno.test("no copy of the database is begun on a disk without room for it", () =>
  withApp(async (t) => {
    const size = await sizeOf(databasePath(t.env.databaseUrl)), { dataDir } = t.env;
    let begun = 0;
    const copy = (times: number) => withScratch({ dataDir, needed: times * size }, () => Promise.resolve(void begun++));
    await assert.rejects(copy(1e12), /^StartError: A copy of the database needs \S+ \w+ in .*, where \S+ \w+ are free/);
    await copy(1.2);
    assert.equal(begun, 1);
  }));

Deno.test("a copy's folder that goes while leftovers are looked for ends no backup and no check", () =>
  withFolder(async (dataDir) => {
    await Deno.mkdir(`${dataDir}/snapshots`);
    // Listed, and not there when it is looked at.
    await Deno.symlink(`${dataDir}/gone`, `${dataDir}/snapshots/another-run`);
    assert.equal(await withScratch({ dataDir, needed: 4096 }, () => Promise.resolve("done")), "done");
  }));
