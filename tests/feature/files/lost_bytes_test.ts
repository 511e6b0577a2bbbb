/**
 * No row without its bytes and no bytes without a row, whatever is lost or killed between the two
 * (docs/decisions/files.md).
 */
import assert from "node:assert/strict";
import { NEVER_STOP } from "../../../db/mod.ts";
import { setImmediate } from "node:timers/promises";
import { asc, eq } from "drizzle-orm";
import { fileDeletions, files, loans } from "../../../db/schema/mod.ts";
import { removeDue, scheduleDeletions } from "../../../lib/features/files/deletions.ts";
import { isMark } from "../../../lib/domain/files/storage_mark.ts";
import { sweepFiles } from "../../../lib/features/files/sweep.ts";
import { fileJobs } from "../../../lib/features/files/jobs.ts";
import { openFileStore } from "../../../lib/server/files/open_store.ts";
import { startSentence } from "../../../lib/server/operator_errors.ts";
import { readAccepted, sweepStorage } from "../../../lib/server/tasks/sweep.ts";
import { RUN_CHILD } from "../../support/child.ts";
import { makeApp, type TestApp, withApp } from "../../support/app.ts";
import { BYTES, upload } from "../../support/files.ts";
import { withFolder } from "../../support/folder.ts";
import { LETTER_TERMS, sendLetter, WHOLE } from "../../support/letters.ts";
import { makeLoan } from "../../support/loans.ts";
import { startLossyProxy } from "../../support/lossy_proxy.ts";
import { startS3 } from "../../support/s3.ts";
import { hasLibsqlServer, startLibsqlServer } from "../../support/sqld.ts";

const HOUR = 3600_000, DAY = 24 * HOUR;

const rowIds = async (t: TestApp) => (await t.deps.db.select({ id: files.id }).from(files)).map(({ id }) => id).sort();

/** The names in the folder of stored files, parts included, the portal's mark not. */
const storedNames = (dataDir: string): string[] =>
  [...Deno.readDirSync(`${dataDir}/files`)].flatMap(({ name }) =>
    [...Deno.readDirSync(`${dataDir}/files/${name}`)].map((file) => file.name)
  ).filter((name) => !isMark(name)).sort();

/** The context of a job that runs `ms` milliseconds after the files were stored, by the machine's own clock. */
const later = (t: TestApp, ms: number) => ({ ...t.context(), now: Date.now() + ms });

Deno.test({
  name: "a commit whose answer is lost keeps its file: an upload, and a letter",
  ignore: !hasLibsqlServer,
  async fn() {
    const server = await startLibsqlServer();
    const proxy = await startLossyProxy(() => server.url);
    try {
      await withApp(async (t) => {
        const admin = await t.account({ role: 9 });
        const loan = await makeLoan(t, { brokerId: (await t.account()).id, ...WHOLE });
        /** Asks until the answer to a commit was lost: a busy machine may end a transaction before, for its length. */
        const loseOne = async (ask: () => Promise<Response>) => {
          for (let tries = 1, before = proxy.lost(); proxy.lost() === before; tries++) {
            proxy.loseCommits(true);
            const { status } = await ask();
            proxy.loseCommits(false);
            assert.equal(status, 503);
            assert.ok(tries < 4 || proxy.lost() > before, "no commit came");
          }
        };
        await loseOne(() => upload(t, "/api/loans/uploadfile", { loanId: loan.id, type: "appraisal" }, admin));
        const [now] = await t.deps.db.select().from(loans).where(eq(loans.id, loan.id));
        await loseOne(() => sendLetter(t, "generate", now, admin, { terms: LETTER_TERMS }));
        const kept = await t.deps.db.select().from(files);
        assert.deepEqual(kept.map(({ kind }) => kind).sort(), ["appraisal", "commitment"]);
        for (const { id, kind, size } of kept) {
          const answer = await t.get(`/api/loans/getfile?id=${id}&new=false&type=${kind}`, admin);
          assert.equal(answer.status, 200, kind);
          assert.equal((await answer.arrayBuffer()).byteLength, size);
        }
        assert.equal(await sweepFiles(later(t, 2 * DAY)), null, "the first turn marks the storage alone");
        assert.equal(await sweepFiles(later(t, 2 * DAY)), 0, "what has a row is not swept");
      }, { DATABASE_URL: proxy.url });
    } finally {
      await proxy.stop();
      await server.stop();
    }
  },
});

Deno.test("bytes without a row are swept after a day and an hour, with parts of files, and never those with one", () =>
  withApp(async (t) => {
    const admin = await t.account({ role: 9 });
    const loan = await makeLoan(t, { brokerId: admin.id });
    await upload(t, "/api/loans/uploadfile", { loanId: loan.id, type: "appraisal" }, admin);
    const store = t.deps.ports.files;
    for (const id of ["unnamed-1", "unnamed-2"]) await store.put(id, BYTES.pdf);
    await Deno.writeTextFile(`${t.env.dataDir}/files/un/unnamed-3.9f.part`, "half");
    assert.equal(await sweepFiles(later(t, 0)), null, "the first turn marks the storage alone");
    assert.equal(await sweepFiles(later(t, DAY - 60_000)), 0, "a request of today may still commit");
    assert.equal(storedNames(t.env.dataDir).length, 4);
    assert.equal(await sweepFiles(later(t, DAY + 60_000)), 2);
    // Its transaction commits in the last moment.
    const [row] = await t.deps.db.select().from(files);
    await t.deps.db.insert(files).values({ ...row, id: "unnamed-2" });
    assert.equal(await removeDue(later(t, DAY + 2 * HOUR)), 1);
    assert.deepEqual(storedNames(t.env.dataDir), await rowIds(t));
    assert.deepEqual(await t.deps.db.select().from(fileDeletions), []);
  }));

Deno.test("files of another database, or of a newer copy, stay until an operator accepts their number", () =>
  withFolder(async (folder) => {
    const t = await makeApp({ DATA_DIR: folder });
    const noted = async () => (await t.deps.db.select().from(fileDeletions)).length;
    const sweep = (accepted?: number) => sweepStorage(t.env, accepted, Date.now() + 2 * DAY);
    try {
      const admin = await t.account({ role: 9 });
      const loan = await makeLoan(t, { brokerId: admin.id });
      await upload(t, "/api/loans/uploadfile", { loanId: loan.id, type: "appraisal" }, admin);
      const [row] = await t.deps.db.select().from(files);
      const named = Array.from({ length: 299 }, (_, n) => ({ ...row, id: `named-file-${n}` }));
      await t.deps.db.insert(files).values(named);
      for (const { id } of named) await t.deps.ports.files.put(id, BYTES.pdf);
      for (let n = 0; n < 25; n++) await t.deps.ports.files.put(`foreign-${n}`, BYTES.pdf);
      const told = /25 files that this database does not know, beside 300 .* Nothing was removed\. .* --accept=25`/;
      assert.equal(await sweepFiles(later(t, DAY)), null, "the first turn marks the storage");
      await assert.rejects(sweepFiles(later(t, 2 * DAY)), told);
      assert.equal(await noted(), 0);
      const running = await sweep(25).catch((error) => error);
      assert.match(startSentence(running)!, /^Another process already uses the database file/);
      await t.close();
      for (const few of [undefined, 24]) assert.match(startSentence(await sweep(few).catch((error) => error))!, told);
      assert.match(await sweep(25), /^25 files go in an hour/);
      assert.match(await sweep(25), /^Every stored file .* is known/);
      const store = await openFileStore(t.env);
      for await (const ids of store.list(Infinity)) for (const id of ids.filter(isMark)) await store.remove(id);
      assert.match(await sweep(), /has this portal's mark now.* Run it again/, "it has not looked yet");
    } finally {
      await t.close();
    }
    const again = await makeApp({ DATA_DIR: folder });
    try {
      assert.equal(await removeDue(later(again, 2 * DAY)), 0, "not within the hour");
      assert.equal(await removeDue(later(again, 2 * DAY + 2 * HOUR)), 25);
      assert.deepEqual(storedNames(folder), await rowIds(again));
    } finally {
      await again.close();
    }
  }));

Deno.test("backups among the files are named, and nothing is removed beside them", () =>
  withApp(async (t) => {
    const store = t.deps.ports.files;
    await store.put("manifest-20261122T080000000Z-01234567", BYTES.pdf);
    await store.put("0".repeat(64), BYTES.pdf);
    for (const accepted of [undefined, undefined, 2]) {
      await assert.rejects(
        sweepFiles(later(t, 2 * DAY), accepted),
        /^BackupsInStorageError: Backups lie in the storage/,
      );
    }
    assert.deepEqual(await t.deps.db.select().from(fileDeletions), []);
  }));

Deno.test("a storage without mark and files is told of at each turn, and begun only where the operator says so", () =>
  withFolder(async (folder) => {
    const t = await makeApp({ DATA_DIR: folder });
    try {
      const admin = await t.account({ role: 9 }), loan = await makeLoan(t, { brokerId: admin.id });
      assert.equal(await sweepFiles(later(t, 0)), null, "a new portal has no file yet");
      await upload(t, "/api/loans/uploadfile", { loanId: loan.id, type: "appraisal" }, admin);
      await Deno.rename(`${folder}/files`, `${folder}/disk`);
      await Deno.mkdir(`${folder}/files`);
      const told = /neither this portal's mark nor any file that the database names\. Is its disk mounted\?/;
      for (let n = 0; n < 2; n++) await assert.rejects(sweepFiles(later(t, 0)), told);
      await t.close();
      assert.match(startSentence(await sweepStorage(t.env).catch((error) => error))!, told);
      await Deno.remove(`${folder}/files`, { recursive: true });
      await Deno.rename(`${folder}/disk`, `${folder}/files`);
      assert.match(await sweepStorage(t.env), /is known/);
      await Deno.remove(`${folder}/files`, { recursive: true });
      assert.match(await sweepStorage(t.env, 0), /is known/);
      assert.match(await sweepStorage(t.env), /is known/, "begun");
    } finally {
      await t.close();
    }
  }));

Deno.test("two portals on one storage see each other's marks, and neither removes a file", async () => {
  const s3 = await startS3();
  try {
    await withApp((a) =>
      withApp(async (b) => {
        for (const t of [a, b]) {
          const admin = await t.account({ role: 9 });
          const loan = await makeLoan(t, { brokerId: admin.id });
          await upload(t, "/api/loans/uploadfile", { loanId: loan.id, type: "appraisal" }, admin);
        }
        assert.equal(await sweepFiles(later(a, 2 * DAY)), null, "b may not have left its mark yet");
        const shared = /Another portal keeps its files in this storage, so nothing is removed/;
        for (const t of [b, a, b]) await assert.rejects(sweepFiles(later(t, 2 * DAY)), shared);
        for (const t of [a, b]) assert.deepEqual(await t.deps.db.select().from(fileDeletions), []);
        // The operator says that b is gone, and its file may go.
        assert.equal(await sweepFiles(later(a, 2 * DAY), 1), 1);
        assert.equal(await sweepFiles(later(a, 2 * DAY)), 0, "b's mark went");
        assert.equal(await removeDue(later(a, 2 * DAY + 2 * HOUR)), 1);
      }, { STORAGE_URL: s3.url }), { STORAGE_URL: s3.url });
  } finally {
    await s3.stop();
  }
});

Deno.test("what an operator accepts is a number; any other word is refused", () => {
  assert.equal(readAccepted([]), undefined);
  assert.equal(readAccepted(["--accept=37"]), 37);
  for (const wrong of [["--accept"], ["--accept=all"], ["37"], ["--accept=1", "--accept=2"]]) {
    assert.throws(() => readAccepted(wrong), /as in --accept=37/);
  }
});

Deno.test("a deletion that object storage failed is tried again until it succeeds, also for an erased account", async () => {
  const s3 = await startS3();
  try {
    await withApp(async (t) => {
      const owner = await t.account({ role: 99 });
      const loan = await makeLoan(t, { brokerId: owner.id });
      const answer = await upload(t, "/api/loans/uploadfile", { loanId: loan.id, type: "appraisal" }, owner);
      const { id } = (await answer.json()).data;
      const store = t.deps.ports.files, { remove } = store;
      const [row] = await t.deps.db.select().from(files);
      await store.put("of-an-account-that-went", BYTES.pdf);
      await t.deps.db.insert(files).values({ ...row, id: "of-an-account-that-went", loanId: null, uploadId: null });
      store.remove = () => Promise.reject(new Error("away"));
      assert.equal((await t.post("/api/loans/deleteloan", { loanId: loan.id }, owner)).status, 200);
      for (const job of fileJobs) await job.run(t.context(), NEVER_STOP).catch(() => {});
      assert.deepEqual(await rowIds(t), []);
      await assert.rejects(removeDue({ ...t.context(), now: t.now() + HOUR }), /2 deleted files are still in storage/);
      store.remove = remove;
      assert.equal(await removeDue(t.context()), 0, "not before its turn");
      assert.equal(await removeDue({ ...t.context(), now: t.now() + DAY }), 2);
      for (const gone of [id, "of-an-account-that-went"]) assert.equal(await store.open(gone), null);
    }, { STORAGE_URL: s3.url });
  } finally {
    await s3.stop();
  }
});

Deno.test("a storage that hangs or fails delays no deletion, nor is each file tried in turn", () =>
  withApp(async (t) => {
    const owner = await t.account({ role: 99 });
    const stored = async () => {
      const loan = await makeLoan(t, { brokerId: owner.id });
      const answer = await upload(t, "/api/loans/uploadfile", { loanId: loan.id, type: "appraisal" }, owner);
      return { loan, id: (await answer.json()).data.id as string };
    };
    const [one, two] = [await stored(), await stored()];
    await scheduleDeletions(t.deps.db, ["of-somebody-else"], t.now());
    const store = t.deps.ports.files, { remove } = store, hangs = Promise.withResolvers<void>();
    const asked: string[] = [];
    store.remove = (id) => (asked.push(id), hangs.promise);
    assert.equal((await t.post("/api/loans/deleteloan", { loanId: one.loan.id }, owner)).status, 200);
    assert.deepEqual(asked, [one.id], "a deletion asks for its own files");
    hangs.reject(new Error("away"));
    await assert.rejects(hangs.promise);
    const waiting = () => t.deps.db.select().from(fileDeletions).orderBy(asc(fileDeletions.dueAt));
    while ((await waiting()).every(({ tries }) => tries === 0)) await setImmediate();
    assert.ok((await waiting())[1].dueAt > t.now() + 60_000, "a minute from the failure on, not from the request");
    asked.length = 0;
    await assert.rejects(removeDue(later(t, DAY)), /2 deleted files are still in storage/);
    assert.deepEqual(asked, ["of-somebody-else"], "the next file is left to the next turn");
    store.remove = remove;
    await t.deps.db.update(loans).set({ adminComSelect: "Trash" }).where(eq(loans.id, two.loan.id));
    assert.equal((await t.post("/api/loans/deletetrash", [two.loan.id], owner)).status, 200);
    assert.equal(await store.open(two.id), null, "at once, as the storage answers");
  }));

Deno.test("a process killed during uploads leaves every row its bytes, and the rest is swept", () =>
  withFolder(async (folder) => {
    for (let round = 0; round < 2; round++) await killedAmidUploads(folder, 20 + 25 * round);
    const t = await makeApp({ DATA_DIR: folder });
    try {
      const rows = await rowIds(t);
      for (const id of rows) await (await t.deps.ports.files.open(id))!.cancel();
      await sweepFiles(later(t, DAY));
      await sweepFiles(later(t, 2 * DAY));
      await removeDue(later(t, 3 * DAY));
      assert.deepEqual(storedNames(folder), rows);
    } finally {
      await t.close();
    }
  }));

/** Uploads without pause in a process of its own, and kills it after `files` of them. */
async function killedAmidUploads(folder: string, files: number): Promise<void> {
  const child = new Deno.Command(Deno.execPath(), {
    args: [...RUN_CHILD, "tests/support/uploads_child.ts", folder],
    env: { TMPDIR: folder },
    stdout: "piped",
    stderr: "piped",
  }).spawn();
  const said = new Response(child.stderr).text();
  let told = "";
  for await (const text of child.stdout.pipeThrough(new TextDecoderStream())) {
    told += text;
    if (told.length >= files) break;
  }
  child.kill("SIGKILL");
  await child.status;
  assert.ok(told.length >= files, `it ended after ${told.length} files: ${await said}`);
}
