/** How the task that makes a backup ends, and what is told of one that lacks files. */
import assert from "node:assert/strict";
import { eq } from "drizzle-orm";
import { files } from "../../../db/schema/mod.ts";
import { keepBackups } from "../../../lib/features/operations/jobs.ts";
import { RUN_CHILD } from "../../support/child.ts";
import { type TestApp, withApp } from "../../support/app.ts";
import { uploadSome } from "../../support/backups.ts";
import { withFolder } from "../../support/folder.ts";

const DAY = 24 * 3600_000;

/** Runs the task by itself: its exit code, and what it printed. */
async function runTask(env: Record<string, string>): Promise<{ code: number; said: string }> {
  const { code, stdout, stderr } = await new Deno.Command(Deno.execPath(), {
    args: [...RUN_CHILD, "lib/server/tasks/backup.ts"],
    env,
    stdin: "null",
  }).output();
  const text = new TextDecoder();
  return { code, said: text.decode(stdout) + text.decode(stderr) };
}

/** To ten days after the backups of the task, whose clock is the machine's; in milliseconds. */
const daysFrom = (t: TestApp): number => Math.max(Date.now() - t.now(), 0) + 10 * DAY;

Deno.test("a backup that lacks files ends with another code, and every place that tells of backups says so", () =>
  withFolder((folder) =>
    withApp(async (t) => {
      const owner = await t.account({ role: 99 });
      const env = { DATA_DIR: t.env.dataDir, BACKUP_URL: `file:${folder}/backups` };
      await uploadSome(t, 2);
      const sound = await runTask(env);
      assert.deepEqual([sound.code, /\d MB\.\n$/.test(sound.said)], [0, true], sound.said);
      const none = await runTask({ DATA_DIR: t.env.dataDir, BACKUP_URL: "" });
      assert.deepEqual([none.code, /BACKUP_URL is not set/.test(none.said)], [1, true], none.said);
      const before = new Set((await t.deps.db.select().from(files)).map(({ id }) => id));
      await uploadSome(t, 1);
      const lost = (await t.deps.db.select().from(files)).find(({ id }) => !before.has(id))!;
      await t.deps.ports.files.remove(lost.id);
      const lacking = await runTask(env);
      assert.deepEqual([lacking.code, /1 file not in it.*Run deno task verify/.test(lacking.said)], [2, true]);
      assert.doesNotMatch(lacking.said, /gone from the storage/);
      t.advance(daysFrom(t));
      await assert.rejects(keepBackups(t.context()), /The backup is there\. 1 file not in it/);
      // An hour later the job has nothing to do, and it still is so.
      t.advance(DAY / 24);
      await t.signInAgain(owner);
      await keepBackups(t.context());
      assert.match(await (await t.get("/readyz")).text(), /\nfiles missing from the last backup: 1$/);
      assert.match(await (await t.get("/dashboard/status", owner)).text(), /1 file is not in the newest backup/);
    }, { BACKUP_URL: `file:${folder}/backups` })
  ));

Deno.test("a file that the storage lost is told of by the next backup, which has it since an earlier one", () =>
  withFolder((folder) =>
    withApp(async (t) => {
      const env = { DATA_DIR: t.env.dataDir, BACKUP_URL: `file:${folder}/backups` };
      await uploadSome(t, 3);
      const [lost, deleted] = await t.deps.db.select().from(files);
      assert.equal((await runTask(env)).code, 0);
      for (const { id } of [lost, deleted]) await t.deps.ports.files.remove(id);
      await t.deps.db.delete(files).where(eq(files.id, deleted.id));
      const { code, said } = await runTask(env);
      assert.deepEqual([code, said.includes(`1 file gone from the storage, and in this backup (${lost.id}):`)], [
        2,
        true,
      ]);
      t.advance(daysFrom(t));
      await assert.rejects(keepBackups(t.context()), /The backup is there\. 1 file gone from the storage/);
    }, { BACKUP_URL: `file:${folder}/backups` })
  ));
