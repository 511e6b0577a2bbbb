/** Uploaded papers and backups are for the portal's own user alone, as the database file is. */
import assert from "node:assert/strict";
import { backUp } from "../../../lib/server/tasks/backup.ts";
import { restore } from "../../../lib/server/tasks/restore.ts";
import { makeApp } from "../../support/app.ts";
import { envOf, uploadSome } from "../../support/backups.ts";
import { withFolder } from "../../support/folder.ts";

/** What others of the machine may open: files below folders that they may enter. */
async function openToOthers(folder: string): Promise<string[]> {
  const found: string[] = [];
  for await (const { name, isDirectory } of Deno.readDir(folder)) {
    const path = `${folder}/${name}`, { mode } = await Deno.stat(path);
    if ((mode! & 0o077) === 0) continue;
    found.push(...isDirectory ? await openToOthers(path) : [path.slice(folder.length)]);
  }
  return found;
}

Deno.test({
  name: "another user of the machine can open no upload, no backup and no database",
  ignore: Deno.build.os === "windows",
  fn: () =>
    withFolder(async (folder) => {
      // The data folder is the operator's own, and open to all.
      const DATA_DIR = `${folder}/data`;
      await Deno.mkdir(DATA_DIR, { mode: 0o755 });
      const t = await makeApp({ DATA_DIR });
      try {
        await uploadSome(t, 2);
        await backUp({ ...t.env, ...envOf(DATA_DIR, { BACKUP_URL: `file:${folder}/backups` }) });
        assert.deepEqual(await openToOthers(folder), []);
        // A place that a restore makes is not even listed by others.
        await restore(envOf(`${folder}/new`, { BACKUP_URL: `file:${folder}/backups` }));
        assert.equal((await Deno.stat(`${folder}/new`)).mode! & 0o777, 0o700);
        // Where the folder of an earlier version is open, what is added to it is not.
        await Deno.chmod(`${DATA_DIR}/files`, 0o755);
        for (const { name } of Deno.readDirSync(`${DATA_DIR}/files`)) {
          await Deno.chmod(`${DATA_DIR}/files/${name}`, 0o755);
        }
        assert.deepEqual(await openToOthers(folder), []);
      } finally {
        await t.close();
      }
    }),
});
