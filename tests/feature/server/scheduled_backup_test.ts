/** Backups that the portal makes by itself: when they are due, what is told of them, and what a kill leaves. */
import assert from "node:assert/strict";
import { isBackupDue, isBackupOverdue } from "../../../lib/domain/operations/backup_age.ts";
import { keepBackups } from "../../../lib/features/operations/jobs.ts";
import { getStatus } from "../../../lib/features/operations/mod.ts";
import { withScratch } from "../../../lib/server/backup/make_backup.ts";
import { storeBackup } from "../../../lib/server/backup/store_backup.ts";
import { openBackupPlace } from "../../../lib/server/backup/backup_place.ts";
import { readEnv } from "../../../lib/server/env.ts";
import { restore } from "../../../lib/server/tasks/restore.ts";
import { withApp } from "../../support/app.ts";
import { withFolder } from "../../support/folder.ts";
import { until } from "../../support/until.ts";

const MINUTE = 60_000, HOUR = 60 * MINUTE, DAY = 24 * HOUR;

Deno.test("a backup is due after its period, and overdue after two", () => {
  const now = 100 * DAY;
  for (
    const [last, due, overdue] of [
      [null, true, true],
      [now, false, false],
      [now - DAY + 10 * 60_000, false, false],
      [now - DAY + 60_000, true, false],
      [now - 2 * DAY, true, false],
      [now - 2 * DAY - 1, true, true],
      [now + DAY + 1, true, false],
    ] as const
  ) assert.deepEqual([isBackupDue(last, DAY, now), isBackupOverdue(last, DAY, now)], [due, overdue], `${last}`);
});

Deno.test("the portal makes the backups that are due, keeps as many as set, and says when the last was made", () =>
  withFolder((folder) =>
    withApp(async (t) => {
      const ready = async () => await (await t.get("/readyz")).text();
      await until("an empty place to be read", async () => await ready() === "ready\nlast backup: none");
      const place = await openBackupPlace(t.env);
      const count = async () => (await place.backups()).length;
      await keepBackups(t.context());
      assert.equal(await ready(), `ready\nlast backup: ${new Date(t.now()).toISOString()}`);
      t.advance(5 * HOUR);
      await keepBackups(t.context());
      assert.equal(await count(), 1, "not before its time");
      for (let n = 0; n < 2; n++) {
        t.advance(6 * HOUR);
        await keepBackups(t.context());
      }
      assert.equal(await count(), 2);
      assert.deepEqual(await t.mails(), []);
      const target = readEnv((name) => ({ DATA_DIR: `${folder}/new`, BACKUP_URL: `file:${folder}/backups` })[name]);
      assert.match(await restore(target, undefined, t.now()), /is restored/);
    }, { BACKUP_URL: `file:${folder}/backups`, BACKUP_EVERY_HOURS: "6", BACKUP_KEEP: "2" })
  ));

Deno.test("a backup that fails says why, whatever fails after it", () =>
  withFolder((folder) =>
    withApp(async (t) => {
      const ctx = t.context(), last = () => t.now();
      const failing = { ...ctx.backups!, last, look: () => Promise.reject(new Error("the disk is away")) };
      const db = { select: () => assert.fail("the database is away, too") } as unknown as typeof ctx.db;
      await assert.rejects(keepBackups({ ...ctx, db, backups: failing }), /the disk is away/);
      await assert.rejects(
        keepBackups({ ...ctx, db, backups: { ...failing, look: () => Promise.resolve(t.now()) } }),
        /the database is away, too/,
      );
      await assert.rejects(
        withScratch({ dataDir: folder, needed: 0 }, async () => {
          await Deno.remove(`${folder}/snapshots`, { recursive: true });
          throw new Error("the snapshot failed");
        }),
        /the snapshot failed/,
      );
    }, { BACKUP_URL: `file:${folder}/backups` })
  ));

Deno.test("a backup made beside the portal shows a minute later, at readiness and on the status page", () =>
  withFolder((folder) =>
    withApp(async (t) => {
      const ready = async () => await (await t.get("/readyz")).text();
      await until("an empty place to be read", async () => await ready() === "ready\nlast backup: none");
      const { madeAt } = await storeBackup(t.env, t.now);
      t.advance(MINUTE);
      const told = `ready\nlast backup: ${new Date(madeAt).toISOString()}`;
      await until("the backup to be told", async () => await ready() === told);
      assert.equal((await getStatus(t.context(await t.account({ role: 99 })))).backups?.last, madeAt);
    }, { BACKUP_URL: `file:${folder}/backups` })
  ));

Deno.test("a portal that stops during a backup does not wait for it, and reports no failure", () =>
  withFolder((folder) =>
    withApp(async (t) => {
      await t.account({ role: 99 });
      const making = t.deps.ports.backups!.make(t.now()), keeping = keepBackups(t.context());
      const ended = [making, keeping].map((one) => assert.rejects(one, /stopped amid a backup/));
      t.deps.leave();
      await Promise.all(ended);
      assert.deepEqual(await t.mails(), []);
      assert.deepEqual(await (await openBackupPlace(t.env)).backups(), [], "no manifest");
    }, { BACKUP_URL: `file:${folder}/backups` })
  ));

Deno.test("owners are warned of a portal without any backup, but not of a place that cannot be read", () =>
  withFolder((folder) =>
    withApp(async (t) => {
      await t.account({ role: 99 });
      t.deps.ports.backups!.make = () => Promise.reject(new Error("no room"));
      await assert.rejects(keepBackups(t.context()), /no room/);
      const [{ subject, text }] = (await t.mails()).filter(({ kind }) => kind === "backupOverdue");
      assert.match(subject, /There is no backup of the portal/);
      assert.match(text, /could not make its first backup/);
    }, { BACKUP_URL: `file:${folder}/backups` })
  ));

Deno.test("owners are mailed once a day while the last backup is overdue", () =>
  withFolder(async (folder) => {
    await Deno.writeTextFile(`${folder}/backups`, "a file where the folder should be");
    await withApp(async (t) => {
      const owner = await t.account({ role: 99 });
      await t.account({ role: 9 });
      await t.account({ role: 99, status: 0 });
      const turn = async () => {
        await assert.rejects(keepBackups(t.context()));
        return (await t.mails()).filter(({ kind }) => kind === "backupOverdue");
      };
      const [first, ...more] = await turn();
      assert.deepEqual([first.to, more], [owner.email, []]);
      assert.equal(await (await t.get("/readyz")).text(), "ready\nlast backup: unknown");
      assert.match(first.subject, /The backups of the portal cannot be read/);
      assert.match(first.text, /whether there is one is not known/);
      const overdue = async () => (await getStatus(t.context(owner))).backups!.overdue;
      assert.equal(await overdue(), false, "right after a start their place is still being read");
      t.advance(MINUTE);
      assert.equal(await overdue(), true);
      t.advance(HOUR);
      assert.equal((await turn()).length, 1);
      t.advance(DAY);
      assert.equal((await turn()).length, 2);
      await Deno.remove(`${folder}/backups`);
      await keepBackups(t.context());
      await Deno.rename(`${folder}/backups`, `${folder}/away`);
      await Deno.writeTextFile(`${folder}/backups`, "and it is gone again");
      t.advance(2 * DAY);
      assert.equal((await turn()).length, 2, "two periods old is not overdue yet");
      t.advance(HOUR);
      const all = await turn();
      assert.equal(all.length, 3);
      assert.match(all[2].subject, /^No backup of the portal since 21 Nov 2026/);
    }, { BACKUP_URL: `file:${folder}/backups` });
  }));

Deno.test("readiness reads the newest manifest once, the job each time: asked each minute, it was megabytes a minute", () =>
  withFolder((folder) =>
    withApp(async (t) => {
      const ready = async () => (await (await t.get("/readyz")).text()).split("\n")[1];
      await until("an empty place to be read", async () => await ready() === "last backup: none");
      const { madeAt } = await storeBackup(t.env, () => t.now());
      t.advance(2 * MINUTE);
      const told = `last backup: ${new Date(madeAt).toISOString()}`;
      await until("the backup to be read", async () => await ready() === told);
      const place = await openBackupPlace(t.env), [{ name }] = await place.backups();
      const { backups } = t.context(), shelf = `${folder}/backups/${name.slice(0, 2)}`;
      await Deno.writeTextFile(`${shelf}/${name}`, "no manifest");
      // One of another key tells that the place was looked at.
      await Deno.writeTextFile(`${shelf}/manifest-20261120T170100000Z-00000000`, "");
      t.advance(2 * MINUTE);
      await until("the place to be looked at", async () => await ready() === told && backups!.there() !== madeAt);
      assert.equal(await ready(), told);
      assert.equal(await backups!.look(t.now()), null);
      assert.equal(await ready(), "last backup: none");
    }, { BACKUP_URL: `file:${folder}/backups` })
  ));
