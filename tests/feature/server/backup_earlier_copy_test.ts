/** An earlier copy of the database, as under a disk that is not mounted, neither starts nor goes on making backups. */
import assert from "node:assert/strict";
import { databasePath } from "../../../db/database_path.ts";
import { openDatabase } from "../../../db/mod.ts";
import { touchBaseConfig } from "../../../db/schema/mod.ts";
import { changeFile, snapshotFile } from "../../../db/snapshot.ts";
import { isEarlierCopy } from "../../../lib/domain/operations/backup_age.ts";
import { MINUTE_JOB } from "../../../lib/domain/operations/job_lease.ts";
import { keepBackups } from "../../../lib/features/operations/jobs.ts";
import { refuseEarlierCopyAtStart } from "../../../lib/server/backup/older_copy.ts";
import { storeBackup } from "../../../lib/server/backup/store_backup.ts";
import type { Env } from "../../../lib/server/env.ts";
import { takeTurn } from "../../../lib/server/jobs.ts";
import { createJobTurns } from "../../../lib/server/job_turns.ts";
import { backUp } from "../../../lib/server/tasks/backup.ts";
import { restore } from "../../../lib/server/tasks/restore.ts";
import { type TestApp, withApp } from "../../support/app.ts";
import { envOf } from "../../support/backups.ts";
import { withFolder } from "../../support/folder.ts";
import { startServer } from "../../support/server_process.ts";
import { startS3 } from "../../support/s3.ts";

const HOUR = 3600_000;

Deno.test("an earlier copy was in use before the one that was backed up; what is not known, or of the future, is none", () => {
  const now = 100 * HOUR;
  for (
    const [own, backedUp, earlier] of [
      [now - 2 * HOUR, now - HOUR, true],
      [now - HOUR, now - HOUR, false],
      [now - HOUR - 240_000, now - HOUR, false],
      [now, now - HOUR, false],
      [null, now - HOUR, false],
      [now - HOUR, null, false],
      [now - HOUR, now + HOUR, false],
    ] as const
  ) assert.equal(isEarlierCopy(own, backedUp, now), earlier, `${own} ${backedUp}`);
});

/** The portal runs for its minute: what each start of a database file does. */
async function runs(t: TestApp): Promise<void> {
  const job = t.deps.jobs.find(({ name }) => name === MINUTE_JOB)!;
  assert.equal(await takeTurn({ ...t.deps, turns: createJobTurns(t.now) }, job, "test"), "ran");
}

/** Looks as a start of that portal does. */
async function starts(env: Env, now: number, ms?: number): Promise<void> {
  const { db, close } = await openDatabase({ url: env.databaseUrl });
  try {
    await refuseEarlierCopyAtStart({ env, db }, now, ms);
  } finally {
    close();
  }
}

/** A copy of the database as it is now, in a folder of its own. */
async function copied(t: TestApp, folder: string, place: Record<string, string>) {
  await Deno.mkdir(folder);
  const env = envOf(folder, place);
  snapshotFile(databasePath(t.env.databaseUrl), databasePath(env.databaseUrl));
  return env;
}

const EARLIER = /was last in use at .* it is an earlier copy\. Is the disk of DATA_DIR mounted\?.*--begin-anew/;

Deno.test("an earlier copy beside newer backups does not start, and makes none until it is said to be meant", () =>
  withFolder((folder) =>
    withApp(async (t) => {
      const place = { BACKUP_URL: `file:${folder}/backups` };
      await runs(t);
      const old = await copied(t, `${folder}/under`, place);
      await starts(old, t.now());
      t.advance(HOUR);
      await runs(t);
      await storeBackup(t.env, t.now);
      const same = await copied(t, `${folder}/same`, place);
      t.advance(HOUR);
      await storeBackup(same, t.now);
      await starts(same, t.now());
      await refuseEarlierCopyAtStart(t.deps, t.now());
      await assert.rejects(starts(old, t.now()), EARLIER);
      await assert.rejects(backUp(old, t.now), EARLIER);
      t.advance(HOUR);
      assert.equal((await backUp(old, t.now, true)).sound, true);
      await starts(old, t.now());
      assert.equal((await backUp(old, t.now)).sound, true);
    }, { BACKUP_URL: `file:${folder}/backups` })
  ));

Deno.test("a portal whose clock ran ahead starts, and makes backups, once it was set right: it has seen its own", () =>
  withFolder((folder) =>
    withApp(async (t) => {
      await runs(t);
      const old = await copied(t, `${folder}/under`, { BACKUP_URL: `file:${folder}/backups` });
      t.advance(HOUR);
      await runs(t);
      await keepBackups(t.context());
      t.advance(-HOUR);
      await runs(t);
      await keepBackups(t.context());
      t.advance(25 * HOUR);
      await refuseEarlierCopyAtStart(t.deps, t.now());
      await keepBackups(t.context());
      await runs(t);
      t.advance(25 * HOUR);
      await keepBackups(t.context());
      await assert.rejects(starts(old, t.now()), EARLIER);
    }, { BACKUP_URL: `file:${folder}/backups` })
  ));

Deno.test("a restored backup starts beside newer ones: it was meant", () =>
  withFolder((folder) =>
    withApp(async (t) => {
      const place = { BACKUP_URL: `file:${folder}/backups` }, back = envOf(`${folder}/back`, place);
      await runs(t);
      const { name } = await storeBackup(t.env, t.now);
      t.advance(HOUR);
      await runs(t);
      t.advance(1000);
      await storeBackup(t.env, t.now);
      await restore(back, { name }, t.now());
      await starts(back, t.now());
      t.advance(HOUR);
      assert.equal((await backUp(back, t.now)).sound, true);
    }, { BACKUP_URL: `file:${folder}/backups` })
  ));

Deno.test("a start looks into a bucket for manifests alone, and one that hangs or is slow holds none up", async () => {
  const s3 = await startS3();
  try {
    await withFolder((folder) =>
      withApp(async (t) => {
        const place = { BACKUP_URL: s3.url };
        await runs(t);
        const old = await copied(t, `${folder}/under`, place);
        t.advance(HOUR);
        await runs(t);
        await storeBackup({ ...t.env, ...envOf(t.env.dataDir, place) }, t.now);
        await assert.rejects(starts(old, t.now()), EARLIER);
        const listed: string[] = [];
        const silent = Deno.serve({ hostname: "127.0.0.1", port: 0, onListen: () => {} }, ({ url }) => {
          listed.push(new URL(url).searchParams.get("prefix")!);
          return new Promise<Response>(() => {});
        });
        const hangs = `http://KEY:SECRET@127.0.0.1:${silent.addr.port}/bucket/loans`;
        await starts(envOf(old.dataDir, { BACKUP_URL: hangs }), t.now(), 50);
        assert.deepEqual(new Set(listed), new Set(["loans/manifest-"]));
      })
    );
  } finally {
    await s3.stop();
  }
});

Deno.test({
  name: "a portal that looked at its backups as it started holds the lock of its database file, and so does its log",
  ignore: Deno.build.os !== "linux",
  fn: () =>
    withFolder(async (folder) => {
      const place = { DATA_DIR: `${folder}/data`, BACKUP_URL: `file:${folder}/backups` };
      assert.equal(await (await startServer(place)).stop(), 0);
      const env = envOf(place.DATA_DIR, place), path = databasePath(env.databaseUrl);
      const turn = "insert into job_leases (name, holder, until) values (?, '', ?)";
      changeFile(path, (run) => run(turn, MINUTE_JOB, Date.now() - HOUR));
      await backUp(env);
      const again = await startServer(place);
      const { ino } = await Deno.stat(path);
      assert.match(await Deno.readTextFile("/proc/locks"), new RegExp(`:${ino} `));
      await backUp(env);
      const before = (await Deno.stat(`${path}-wal`)).ino;
      await (await fetch(`${again.url}/readyz`)).text();
      assert.equal((await Deno.stat(`${path}-wal`)).ino, before);
      assert.equal(await again.stop(), 0);
      changeFile(path, (run) => {
        run("update job_leases set until = until - ? where name = ?", HOUR, MINUTE_JOB);
        run("delete from touch_base_config");
      });
      await assert.rejects(startServer(place), EARLIER);
      const { db, close } = await openDatabase({ url: env.databaseUrl });
      assert.deepEqual(await db.select().from(touchBaseConfig), [], "refused before anything is written");
      close();
    }),
});
