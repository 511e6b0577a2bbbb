/** A place that lost all backups, as a disk that is not mounted, is told of, and not begun anew by itself. */
import assert from "node:assert/strict";
import { areBackupsGone } from "../../../lib/domain/operations/backup_age.ts";
import { keepBackups } from "../../../lib/features/operations/jobs.ts";
import { placeName } from "../../../lib/server/backup/known_backups.ts";
import { openBackupPlace } from "../../../lib/server/backup/backup_place.ts";
import { makeBackupFolder } from "../../../lib/server/backup/make_folder.ts";
import { refuseNewBesideBackups } from "../../../lib/server/backup/refuse_new.ts";
import { storeBackup } from "../../../lib/server/backup/store_backup.ts";
import { backUp } from "../../../lib/server/tasks/backup.ts";
import { restore } from "../../../lib/server/tasks/restore.ts";
import { type TestApp, withApp } from "../../support/app.ts";
import { envOf } from "../../support/backups.ts";
import { withFolder } from "../../support/folder.ts";
import { until } from "../../support/until.ts";

const DAY = 24 * 3600_000;

Deno.test("backups are gone where the newest that is known is not there, nor a newer one", () => {
  const now = 100 * DAY;
  for (
    const [known, newest, gone] of [
      [null, null, false],
      [null, now - DAY, false],
      [now - DAY, null, true],
      [now - DAY, now - 2 * DAY, true],
      [now - DAY, now - DAY, false],
      [now - DAY, now, false],
      [now + DAY, null, false],
    ] as const
  ) assert.equal(areBackupsGone(known, newest, now), gone, `${known} ${newest}`);
});

Deno.test("another key is the same place of backups, another folder, bucket or prefix is another", () => {
  const bucket = placeName("https://KEY:SECRET@s3.example/backups/a?region=ca-central-1");
  assert.equal(bucket, "https://s3.example/backups/a");
  assert.equal(placeName("https://OTHER:KEY@s3.example/backups/a"), bucket);
  assert.notEqual(placeName("https://KEY:SECRET@s3.example/backups/b"), bucket);
  assert.equal(placeName("file:/srv/backups"), "/srv/backups");
});

/** Everything below the folder, by its path. */
async function allIn(folder: string): Promise<string[]> {
  const found: string[] = [];
  for await (const { name, isDirectory } of Deno.readDir(folder)) {
    found.push(...isDirectory ? await allIn(`${folder}/${name}`) : [`${folder}/${name}`]);
  }
  return found;
}

const statusOf = async (t: TestApp) => await (await t.get("/dashboard/status", await t.account({ role: 99 }))).text();

Deno.test("a disk of backups that is not mounted gets none, and the log, status and owners' mail say so", () =>
  withFolder((folder) =>
    withApp(async (t) => {
      const disk = `${folder}/backups`;
      await t.account({ role: 99 });
      await keepBackups(t.context());
      await Deno.rename(disk, `${folder}/disk`);
      t.advance(DAY);
      const problem = /where the newest backup was of 2026-\S+, and neither .*Is its disk mounted\?.*--begin-anew/;
      await assert.rejects(keepBackups(t.context()), problem);
      await assert.rejects(keepBackups(t.context()), problem, "and again at its next turn");
      await assert.rejects(backUp(t.env, t.now), problem, "the task neither");
      assert.deepEqual(await allIn(disk), []);
      const page = await statusOf(t);
      assert.match(page, /is not where BACKUP_URL leads any more.*is the disk mounted\?/);
      assert.match(page, /Not there any more/);
      assert.doesNotMatch(page, /There is no backup yet/);
      const [{ subject, text }] = (await t.mails()).filter(({ kind }) => kind === "backupOverdue");
      assert.equal(subject, "The backups of the portal are gone");
      assert.match(text, /made on .* is not at its place any more/);

      await Deno.remove(disk, { recursive: true });
      await Deno.rename(`${folder}/disk`, disk);
      await keepBackups(t.context());
      assert.equal((await (await openBackupPlace(t.env)).backups()).length, 2);
      assert.doesNotMatch(await statusOf(t), /is the disk mounted/);
    }, { BACKUP_URL: `file:${folder}/backups` })
  ));

Deno.test("a start survives a folder of backups that cannot be made, and warns", () =>
  withFolder(async (folder) => {
    await Deno.writeTextFile(`${folder}/disk`, "no folder");
    const warned = await makeBackupFolder(envOf(folder, { BACKUP_URL: `file:${folder}/disk/backups` }));
    assert.match(warned!, /^BACKUP_URL leads to ".*disk\/backups", but nothing can be stored there: .*disk mounted\?/);
    assert.equal(await makeBackupFolder(envOf(folder, { BACKUP_URL: `file:${folder}/backups` })), undefined);
    assert.ok((await Deno.stat(`${folder}/backups`)).isDirectory);
  }));

Deno.test("no new database is begun beside backups of an earlier one, as where the disk of DATA_DIR is not mounted", () =>
  withFolder((folder) =>
    withApp(async (t) => {
      const backups = { BACKUP_URL: `file:${folder}/backups` }, lost = envOf(`${folder}/data`, backups);
      await refuseNewBesideBackups(lost);
      const { madeAt } = await storeBackup(t.env, t.now);
      await refuseNewBesideBackups(t.env);
      await assert.rejects(
        refuseNewBesideBackups(lost),
        new RegExp(`no database file .*data/.*newest of ${new Date(madeAt).toISOString()}.*disk of DATA_DIR mounted`),
      );
      await restore(lost, {}, t.now());
      await refuseNewBesideBackups(lost);
      const silent = Deno.listen({ hostname: "127.0.0.1", port: 0 });
      const hangs = { BACKUP_URL: `http://KEY:SECRET@127.0.0.1:${(silent.addr as Deno.NetAddr).port}/bucket` };
      await refuseNewBesideBackups(envOf(`${folder}/new`, hangs), 50);
      silent.close();
      await Deno.writeTextFile(`${folder}/text`, "no folder");
      await refuseNewBesideBackups(envOf(`${folder}/text`, backups));
    }, { BACKUP_URL: `file:${folder}/backups` })
  ));

/** Notes the timers of so many milliseconds that wait until `undo`, by what they would do. */
function timersOf(ms: number) {
  const { setTimeout: set, clearTimeout: clear } = globalThis, waiting = new Map<unknown, () => void>();
  globalThis.setTimeout = ((run: () => void, after: number) => {
    const id = set(run, after);
    if (after === ms) waiting.set(id, run);
    return id;
  }) as typeof set;
  globalThis.clearTimeout = (id) => {
    waiting.delete(id);
    clear(id);
  };
  return { waiting, undo: () => Object.assign(globalThis, { setTimeout: set, clearTimeout: clear }) };
}

Deno.test("a bucket that is listed for long, page by page, keeps a new database away, too", () =>
  withFolder(async (folder) => {
    const ms = 54_321, timers = timersOf(ms), before = new Map<unknown, () => void>();
    let page = 0;
    const server = Deno.serve({ hostname: "127.0.0.1", port: 0, onListen: () => {} }, () => {
      // The time that the page before had is over.
      for (const [id, run] of before) if (timers.waiting.has(id)) run();
      for (const [id, run] of timers.waiting) before.set(id, run);
      const more = ++page < 3
        ? `<IsTruncated>true</IsTruncated><NextContinuationToken>${page}</NextContinuationToken>`
        : "<Contents><Key>manifest-20261120T120000000Z</Key><LastModified>2026-11-20T12:00:00Z</LastModified></Contents>";
      return new Response(`<ListBucketResult>${more}</ListBucketResult>`);
    });
    try {
      const url = `http://KEY:SECRET@127.0.0.1:${server.addr.port}/bucket`;
      await assert.rejects(refuseNewBesideBackups(envOf(folder, { BACKUP_URL: url }), ms), /no database file/);
      assert.equal(before.size, 3, "each page has its time");
    } finally {
      timers.undo();
      await server.shutdown();
    }
  }));

Deno.test("a mount point that has older backups below it is no place to go on at", () =>
  withFolder((folder) =>
    withApp(async (t) => {
      await keepBackups(t.context());
      await Deno.rename(`${folder}/backups`, `${folder}/older`);
      t.advance(DAY);
      await storeBackup(t.env, t.now, { beginAnew: true });
      t.advance(DAY);
      await keepBackups(t.context());
      await Deno.rename(`${folder}/backups`, `${folder}/disk`);
      await Deno.rename(`${folder}/older`, `${folder}/backups`);
      t.advance(DAY);
      await assert.rejects(keepBackups(t.context()), /Is its disk mounted/);
    }, { BACKUP_URL: `file:${folder}/backups` })
  ));

Deno.test("a place that was emptied on purpose is begun anew by the task, another one by itself", () =>
  withFolder((folder) =>
    withApp(async (t) => {
      const elsewhere = { ...t.env, backup: { ...t.env.backup!, url: `file:${folder}/elsewhere` } };
      await keepBackups(t.context());
      await Deno.remove(`${folder}/backups`, { recursive: true });
      t.advance(DAY);
      assert.equal((await backUp(elsewhere, t.now)).sound, true);
      await assert.rejects(backUp(t.env, t.now), /Is its disk mounted/);
      assert.equal((await backUp(t.env, t.now, true)).sound, true);
      t.advance(DAY);
      await keepBackups(t.context());
      assert.equal((await (await openBackupPlace(t.env)).backups()).length, 2);
      await until("the status to see it", async () => /mounted/.test(await statusOf(t)) === false);
    }, { BACKUP_URL: `file:${folder}/backups` })
  ));
