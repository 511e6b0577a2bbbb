/** What a task says of a place that fails: which variable leads there, and why; never that the database is at fault. */
import assert from "node:assert/strict";
import { migrate, openDatabase } from "../../../db/mod.ts";
import { startSentence } from "../../../lib/server/operator_errors.ts";
import { backUp } from "../../../lib/server/tasks/backup.ts";
import { rebuildDerived } from "../../../lib/server/tasks/rebuild.ts";
import { listBackups, restore } from "../../../lib/server/tasks/restore.ts";
import { sweepStorage } from "../../../lib/server/tasks/sweep.ts";
import { verdict, verify } from "../../../lib/server/tasks/verify.ts";
import { withApp } from "../../support/app.ts";
import { envOf, uploadSome } from "../../support/backups.ts";
import { RUN_CHILD } from "../../support/child.ts";
import { withFolder } from "../../support/folder.ts";
import { startS3 } from "../../support/s3.ts";

/** The sentence for the operator; an error without one is returned as it is. */
const told = (work: Promise<unknown>): Promise<unknown> =>
  work.then(() => "it worked", (error) => startSentence(error) ?? error);

/** A port of this machine where nothing listens. */
function closedPort(): number {
  using listener = Deno.listen({ hostname: "127.0.0.1", port: 0 });
  return listener.addr.port;
}

Deno.test("a place of backups that cannot be used is named with its reason", () =>
  withFolder((folder) =>
    withApp(async (t) => {
      const to = (BACKUP_URL: string) => ({ ...t.env, ...envOf(t.env.dataDir, { BACKUP_URL }) });
      await Deno.writeTextFile(`${folder}/file`, "");
      const file = `BACKUP_URL leads to "${folder}/file", but nothing can be stored there: file exists.`;
      assert.equal(await told(backUp(to(`file:${folder}/file`))), file);
      assert.equal(await told(listBackups(to(`file:${folder}/file`))), file);
      // Found in the middle of the work: the folder of some objects is none.
      const names = [..."0123456789abcdef"];
      await Deno.mkdir(`${folder}/backups`);
      for (const a of names) for (const b of names) await Deno.writeTextFile(`${folder}/backups/${a}${b}`, "");
      assert.match(
        String(await told(backUp(to(`file:${folder}/backups`)))),
        /^BACKUP_URL leads to ".*\/backups", which fails: (file exists|not a directory) \('.*\/backups\/[0-9a-f]{2}.*'\)\.$/,
      );
      const place = `127.0.0.1:${closedPort()}`, away = `http://KEY:hunter2@${place}/papers`;
      const refused = `BACKUP_URL leads to the bucket papers at ${place}, which fails: connection refused.`;
      assert.equal(await told(backUp(to(away))), refused);
      assert.equal(await told(restore(envOf(`${folder}/new`, { BACKUP_URL: away }))), refused);
      assert.equal(await told(listBackups(to(away))), refused);
    })
  ));

Deno.test("a task that takes no arguments does nothing where it is given some", async () => {
  const tasks = { verify: "verify", "db:rebuild": "rebuild", "files:copy": "copy_files", start: "start", dev: "dev" };
  for (const [task, file] of Object.entries({ ...tasks, demo: "demo" })) {
    const { code, stderr } = await new Deno.Command(Deno.execPath(), {
      args: [...RUN_CHILD, `lib/server/tasks/${file}.ts`, "--backup=newest"],
      env: { DATA_DIR: "/nowhere" },
      stdin: "null",
    }).output();
    const said = new TextDecoder().decode(stderr).trim();
    assert.deepEqual([code, said], [1, `Say \`deno task ${task}\` alone: it takes no "--backup=newest".`]);
  }
});

Deno.test("a build that may not write its folder says so and what to do", async () => {
  const { code, stderr } = await new Deno.Command(Deno.execPath(), {
    args: ["run", "--no-prompt", "-A", "--deny-write", "--no-check", "lib/server/build/build.ts"],
    stdin: "null",
  }).output();
  const said = new TextDecoder().decode(stderr).trim();
  assert.equal(code, 1);
  assert.match(
    said,
    /^The bundles are stale, and static\/build cannot be written: [^\n]+ Run `deno task build` as [^\n]+$/,
  );
});

Deno.test("a bucket that refuses the key is named, as is a storage of files that is away", async () => {
  const s3 = await startS3();
  try {
    await withApp(async (t) => {
      await uploadSome(t, 1);
      const BACKUP_URL = s3.url.replace("//S3RVER:", "//hunter2:");
      assert.equal(
        await told(backUp({ ...t.env, ...envOf(t.env.dataDir, { BACKUP_URL }) })),
        `BACKUP_URL leads to the bucket papers at ${new URL(s3.url).host}, which fails: The object storage answered ` +
          "403 to a GET.",
      );
      const place = `127.0.0.1:${closedPort()}`;
      const env = { ...t.env, storageUrl: `http://KEY:hunter2@${place}/papers` };
      const refused = `STORAGE_URL leads to the bucket papers at ${place}, which fails: connection refused.`;
      assert.equal(await told(verify(env)), refused);
      await withFolder(async (folder) => {
        await Deno.writeFile(`${folder}/x.db`, new Uint8Array());
        assert.equal(await told(sweepStorage({ ...env, databaseUrl: `file:${folder}/x.db` })), refused);
      });
    });
  } finally {
    await s3.stop();
  }
});

Deno.test("a name that no backup has is said to be none", () =>
  withFolder((folder) =>
    withApp(async (t) => {
      const place = { BACKUP_URL: `file:${folder}/backups` };
      await backUp({ ...t.env, ...envOf(t.env.dataDir, place) });
      const key = { BACKUP_KEY: btoa("k".repeat(32)) };
      for (const [name, more] of [["manifest-20260101T000000000Z", {}], ["manifest-2026", key]] as const) {
        assert.equal(
          await told(restore(envOf(`${folder}/new`, { ...place, ...more }), { name })),
          `There is no backup ${name} at BACKUP_URL. Name one of those that --list names.`,
        );
      }
    })
  ));

Deno.test("a database or a place of backups that cannot be looked at is not called missing", () =>
  withFolder(async (folder) => {
    await Deno.writeTextFile(`${folder}/text`, "no folder");
    const env = envOf(folder, {
      DATABASE_URL: `file:${folder}/text/harbourline.db`,
      BACKUP_URL: `file:${folder}/text/backups`,
    });
    for (const task of [verify, rebuildDerived, sweepStorage]) {
      assert.match(
        String(await told(task(env))),
        /^The database file .*text\/harbourline.db cannot be used: /,
        task.name,
      );
    }
    for (const task of [restore, listBackups]) {
      assert.match(String(await told(task(env))), /^BACKUP_URL leads to .*nothing can be stored there: /, task.name);
    }
  }));

Deno.test("a task makes no database where there is none, nor anything else", () =>
  withFolder(async (folder) => {
    const env = envOf(`${folder}/typo`, { BACKUP_URL: `file:${folder}/backups` });
    const none =
      `There is no database file ${folder}/typo/harbourline.db. Set DATA_DIR and DATABASE_URL as the portal ` +
      "has them.";
    for (const task of [backUp, verify, rebuildDerived, sweepStorage]) {
      assert.equal(await told(task(env)), none, task.name);
      assert.deepEqual([...Deno.readDirSync(folder)], [], task.name);
    }
    // A name that was mistyped must not look like a place that lost its backups.
    for (const task of [restore, listBackups]) {
      const nowhere = `There is no whole backup at BACKUP_URL: nothing is at ${folder}/backups.`;
      assert.equal(await told(task(env)), nowhere, task.name);
      assert.deepEqual([...Deno.readDirSync(folder)], [], task.name);
    }
  }));

Deno.test("a database whose migration or derived data is refused is told in a sentence by every task", () =>
  withFolder(async (folder) => {
    const env = envOf(folder, {});
    const change = async (sql: string) => {
      const { client, close } = await openDatabase({ url: env.databaseUrl });
      await migrate(client).catch(() => {});
      await client.execute(sql);
      close();
    };
    // Its migration runs a second time.
    await change(
      "delete from __drizzle_migrations where created_at = (select min(created_at) from __drizzle_migrations)",
    );
    const again = /^This version could not upgrade a copy of the database \(.*\)\. .* start the version before/;
    for (const task of [rebuildDerived, sweepStorage]) assert.match(String(await told(task(env))), again, task.name);
    const checks = verdict(await verify(env));
    assert.match(
      checks,
      /^ok .*page by page\nok [^]*\nWRONG {2}This version opens .*\n +The database could not be brought/,
    );
    await Deno.remove(folder, { recursive: true });
    await Deno.mkdir(folder);
    await change("drop table loans");
    assert.match(
      String(await told(rebuildDerived(env))),
      /^The database could not be brought .*loans.*Nothing was changed/,
    );
  }));
