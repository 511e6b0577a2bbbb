/** `deno task files:copy`: from a folder to a bucket and back, again, and where the old storage is not whole. */
import assert from "node:assert/strict";
import { files } from "../../../db/schema/mod.ts";
import { startSentence } from "../../../lib/server/operator_errors.ts";
import { createS3Store } from "../../../lib/server/files/s3_store.ts";
import { warnOfMissingFiles } from "../../../lib/server/files/missing_files.ts";
import { copyFiles, toldCopied } from "../../../lib/server/tasks/copy_files.ts";
import { verify } from "../../../lib/server/tasks/verify.ts";
import { type TestApp, withApp } from "../../support/app.ts";
import { uploadSome } from "../../support/backups.ts";
import { startS3 } from "../../support/s3.ts";
import { hasLibsqlServer, startLibsqlServer } from "../../support/sqld.ts";

const LONG = "a task reads all of it, in a process of its own";

/** A portal with this many files in its folder, and a bucket that has none. */
async function withBucket(
  some: number,
  use: (t: TestApp, folder: string, bucket: string) => Promise<void>,
  env: Record<string, string> = {},
): Promise<void> {
  const s3 = await startS3();
  try {
    await withApp(async (t) => {
      t.longTurns(LONG);
      await uploadSome(t, some);
      await use(t, `file:${t.env.dataDir}/files`, s3.url);
    }, env);
  } finally {
    await s3.stop();
  }
}

const whole = { sanitizeOps: false, sanitizeResources: false };

/** What a start warns of whose storage is that bucket. */
async function warnedOf({ env, deps }: TestApp, storageUrl: string): Promise<string> {
  const said: string[] = [], ports = { ...deps.ports, files: createS3Store(storageUrl) };
  await warnOfMissingFiles({
    ...deps,
    env: { ...env, storageUrl },
    ports,
    log: ({ message }) => void said.push(message),
  });
  return said.join("\n");
}

/** What is wrong with the files of a portal whose storage is there. */
const wrongFiles = async (t: TestApp, storageUrl: string) =>
  (await verify({ ...t.env, storageUrl }, t.now())).flatMap(({ problems }) => problems);

Deno.test({
  name: "a folder's files come into a bucket, those of later the next time, and back into an empty folder",
  ...whole,
  fn: () =>
    withBucket(3, async (t, folder, bucket) => {
      const moved = { ...t.env, storageUrl: bucket };
      assert.match(await warnedOf(t, bucket), /bucket of STORAGE_URL has none of the newest files/);
      assert.notEqual((await wrongFiles(t, bucket)).length, 0);
      const named = await t.deps.db.$count(files);
      assert.deepEqual(await copyFiles(moved, folder), { copied: named, there: 0, problems: [] });
      assert.deepEqual(await wrongFiles(t, bucket), []);
      assert.equal(await warnedOf(t, bucket), "");
      await uploadSome(t, 1);
      assert.deepEqual(await copyFiles(moved, folder), { copied: 1, there: named, problems: [] });
      assert.match(toldCopied(await copyFiles(moved, folder)), /^0 files copied, 4 there already\. All that/);
      await Deno.remove(folder.slice("file:".length), { recursive: true });
      assert.equal((await copyFiles(t.env, bucket)).copied, named + 1);
      assert.deepEqual((await verify(t.env, t.now())).flatMap(({ problems }) => problems), []);
    }),
});

Deno.test({
  name: "what the old storage lacks or has otherwise is named and not copied, all else is; what has no row stays",
  ...whole,
  fn: () =>
    withBucket(3, async (t, folder, bucket) => {
      const [lost, other] = await t.deps.db.select().from(files), store = t.deps.ports.files;
      await store.remove(lost.id);
      await store.put(other.id, new Uint8Array(other.size));
      await store.put("unnamed-1", new Uint8Array(9));
      const done = await copyFiles({ ...t.env, storageUrl: bucket }, folder), told = toldCopied(done);
      assert.equal(done.copied, await t.deps.db.$count(files) - 2);
      assert.match(told, new RegExp(`2 not, as OLD_STORAGE_URL[^]*The file ${lost.id} has a row, and no bytes`));
      assert.match(told, new RegExp(`The file ${other.id} has other bytes`));
      const there = (await Array.fromAsync(createS3Store(bucket).list(Infinity))).flat();
      assert.equal(there.length, done.copied);
      assert.ok(![lost.id, other.id, "unnamed-1"].some((id) => there.includes(id)));
    }),
});

Deno.test({
  name: "files of a portal on a libSQL server come along too",
  ignore: !hasLibsqlServer,
  ...whole,
  async fn() {
    const server = await startLibsqlServer();
    try {
      await withBucket(2, async (t, folder, bucket) => {
        const named = await t.deps.db.$count(files);
        assert.equal((await copyFiles({ ...t.env, storageUrl: bucket }, folder)).copied, named);
        assert.deepEqual(await wrongFiles(t, bucket), []);
      }, { DATABASE_URL: server.url });
    } finally {
      await server.stop();
    }
  },
});

Deno.test("an old storage that is not named, or not there, is told in a sentence", () =>
  withApp(async (t) => {
    const told = (url?: string) => copyFiles(t.env, url).then(() => "", (error) => startSentence(error));
    for (const url of [undefined, "", "/srv/files", "https://bucket.example"]) {
      assert.match(`${await told(url)}`, /^Set OLD_STORAGE_URL to where the files are/);
    }
    assert.match(`${await told(`file:${t.env.dataDir}/none`)}`, /none", but there is no such folder\.$/);
  }));
