/**
 * kill -9 amid a backup: no half one is listed, the next one is whole, and leftovers go (docs/decisions/backups.md).
 */
import assert from "node:assert/strict";
import Database from "libsql";
import { openBackupPlace } from "../../../lib/server/backup/backup_place.ts";
import { makeBackup } from "../../../lib/server/backup/make_backup.ts";
import { restoreBackup } from "../../../lib/server/backup/restore.ts";
import { withApp } from "../../support/app.ts";
import { assertSame, envOf, uploadSome } from "../../support/backups.ts";
import { RUN_CHILD } from "../../support/child.ts";
import { withFolder } from "../../support/folder.ts";

const DAY = 24 * 3600_000;
/** The snapshot, the database's piece, three files, the manifest. */
const STEPS = 6;

/** Makes a backup in a process that is killed as it does its step of this number, from 1. */
async function killAt(step: number, folder: string, place: string): Promise<void> {
  const child = new Deno.Command(Deno.execPath(), {
    args: [...RUN_CHILD, "tests/support/backup_child.ts", folder, place],
    stdin: "piped",
    stdout: "piped",
    stderr: "inherit",
  }).spawn();
  const go = child.stdin.getWriter();
  let said = "", released = 0, killed = false;
  for await (const text of child.stdout.pipeThrough(new TextDecoderStream())) {
    said += text;
    const begun = said.split("step").length - 1;
    for (; released < begun && released < step; released++) await go.write(new TextEncoder().encode("\n"));
    if (released < step || killed) continue;
    killed = true;
    child.kill("SIGKILL");
  }
  await go.close().catch(() => {});
  const { signal } = await child.status;
  assert.equal(signal, "SIGKILL", said);
}

const leftovers = (folder: string) => [...Deno.readDirSync(folder)].map(({ name }) => `${folder}/${name}`);

Deno.test("a backup killed at any step is complete or absent, and the next one is complete", () =>
  withFolder((folder) =>
    withApp(async (t) => {
      await uploadSome(t, 3);
      const url = `file:${folder}/backups`;
      const env = { ...t.env, ...envOf(t.env.dataDir, { BACKUP_URL: url }) };
      const place = await openBackupPlace(env);
      for (const step of [1, 4]) {
        await killAt(step, t.env.dataDir, url);
        assert.deepEqual(await place.backups(), [], `killed at step ${step}`);
        await assert.rejects(restoreBackup(envOf(`${folder}/none`, { BACKUP_URL: url })), /no whole backup/);
      }
      // The manifest is let go as the kill falls: it is there whole, or not at all.
      await killAt(STEPS, t.env.dataDir, url);
      for (const { name } of await place.backups()) {
        await restoreBackup(envOf(`${folder}/killed`, { BACKUP_URL: url }), { name });
        await assertSame(t, `${folder}/killed`);
      }
      const snapshots = `${t.env.dataDir}/snapshots`, old = Date.now() / 1000 - 2 * DAY / 1000;
      assert.ok(leftovers(snapshots).length > 0);
      for (const path of leftovers(snapshots)) await Deno.utime(path, old, old);
      const { name, files } = await makeBackup(env);
      assert.equal(files, 3);
      assert.deepEqual(leftovers(snapshots), []);
      assert.equal((await place.backups()).at(-1)!.name, name);
      await restoreBackup(envOf(`${folder}/next`, { BACKUP_URL: url }));
      await assertSame(t, `${folder}/next`);
    })
  ));

Deno.test("a restore after one that was killed as it changed its database puts back its own backup alone", () =>
  withFolder((folder) =>
    withApp(async (t) => {
      await uploadSome(t, 2);
      const place = { BACKUP_URL: `file:${folder}/backups` };
      const env = { ...t.env, ...envOf(t.env.dataDir, place) };
      const { name } = await makeBackup(env);
      await uploadSome(t, 3);
      await makeBackup(env);
      await restoreBackup(envOf(`${folder}/old`, place), { name });
      const database = new Database(`${folder}/old/harbourline.db`), target = `${folder}/new/harbourline.db.restoring`;
      // Pages that do not fit into the cache are written amid the transaction, and the journal has what they were.
      database.exec("pragma cache_size = 1; pragma foreign_keys = off; begin immediate");
      for (const table of ["accounts", "loans", "files", "mails"]) {
        database.exec(`update ${table} set rowid = rowid + 1000`);
      }
      await Deno.mkdir(`${folder}/new`);
      await Deno.copyFile(`${folder}/old/harbourline.db`, target);
      await Deno.copyFile(`${folder}/old/harbourline.db-journal`, `${target}-journal`);
      database.exec("rollback");
      database.close();
      await restoreBackup(envOf(`${folder}/new`, place));
      await assertSame(t, `${folder}/new`);
    })
  ));
