/**
 * Backups: made beside the running portal, whole or not there, restored into empty places alone
 * (docs/decisions/backups.md).
 */
import assert from "node:assert/strict";
import { createHash, randomBytes } from "node:crypto";
import { eq } from "drizzle-orm";
import { files, ledgerRows, mailPictures } from "../../../db/schema/mod.ts";
import { createLocalStore } from "../../../lib/server/files/local_store.ts";
import { BackupPlace, openBackupPlace } from "../../../lib/server/backup/backup_place.ts";
import { makeBackup } from "../../../lib/server/backup/make_backup.ts";
import { NAMING_TABLES } from "../../../lib/server/backup/named_files.ts";
import { pruneBackups } from "../../../lib/server/backup/prune.ts";
import { restoreBackup } from "../../../lib/server/backup/restore.ts";
import { createSeal } from "../../../lib/server/backup/seal.ts";
import { startSentence } from "../../../lib/server/operator_errors.ts";
import { backUp } from "../../../lib/server/tasks/backup.ts";
import { listBackups, readRestoreArguments, restore } from "../../../lib/server/tasks/restore.ts";
import { verdict, verify } from "../../../lib/server/tasks/verify.ts";
import { withApp } from "../../support/app.ts";
import { assertSame, envOf, uploadSome } from "../../support/backups.ts";
import { BYTES } from "../../support/files.ts";
import { withFolder } from "../../support/folder.ts";
import { WHOLE } from "../../support/letters.ts";
import { makeLoan } from "../../support/loans.ts";
import { startS3 } from "../../support/s3.ts";

const DAY = 24 * 3600_000;
const KEY = randomBytes(32).toString("base64");

/** The sentence for the operator; throws where the work did not end with one. */
async function refused(work: Promise<unknown>): Promise<string> {
  const error = await work.then(() => null, (error) => error);
  const sentence = startSentence(error);
  assert.ok(sentence, `no sentence: ${error}`);
  return sentence;
}

Deno.test("a backup beside the open portal is restored to the last byte, and only into an empty place", () =>
  withFolder((folder) =>
    withApp(async (t) => {
      await uploadSome(t, 3);
      const place = { BACKUP_URL: `file:${folder}/backups` };
      const env = { ...t.env, ...envOf(t.env.dataDir, place) };
      const { text } = await backUp(env);
      assert.match(text, /^manifest-\d{8}T\d{9}Z is there: the database and 3 files, \d+\.\d MB\.$/);
      const target = envOf(`${folder}/new`, place);
      assert.match(
        await restore(target),
        /is restored: the database and 3 files\.\nCampaigns are paused.*\n(ok .*\n?){5}$/,
      );
      await assertSame(t, target.dataDir);
      assert.match(await refused(restore(target)), /harbourline\.db is there already\. Restore into an empty place/);
      const strange = await createLocalStore(`${folder}/strange/files`);
      await strange.put("another-portals", BYTES.pdf);
      assert.match(
        await refused(restore(envOf(`${folder}/strange`, place))),
        /holds files that are not in this backup/,
      );
      assert.match(await refused(restore(envOf(`${folder}/none`, {}))), /^BACKUP_URL is not set/);
      assert.match(
        await refused(restore(envOf(`${folder}/none`, { BACKUP_URL: `file:${folder}/empty` }))),
        /no whole backup/,
      );
    })
  ));

Deno.test("with a key, in a bucket, nothing is readable without it, and the next backup stores only new objects", async () => {
  const s3 = await startS3();
  try {
    await withFolder((folder) =>
      withApp(async (t) => {
        await uploadSome(t, 2);
        const place = { BACKUP_URL: s3.url, BACKUP_KEY: KEY };
        const env = { ...t.env, ...envOf(t.env.dataDir, place) };
        const first = await makeBackup(env, () => Date.UTC(2026, 0, 1));
        const opened = await openBackupPlace(env);
        const before = await opened.names();
        await uploadSome(t, 1);
        await makeBackup(env);
        const added = [...await opened.names()].filter((name) => !before.has(name));
        assert.equal(added.length, 3, "a manifest, the database and one file");
        const [row] = await t.deps.db.select().from(files);
        assert.ok(!before.has(row.sha256) && ![...before].some((name) => name.startsWith(row.sha256)));
        const other = { BACKUP_URL: s3.url, BACKUP_KEY: randomBytes(32).toString("base64") };
        assert.match(await refused(restoreBackup(envOf(`${folder}/a`, other))), /another BACKUP_KEY/);
        assert.match(
          await refused(restoreBackup(envOf(`${folder}/a`, { BACKUP_URL: s3.url }))),
          /a BACKUP_KEY, and none is set/,
        );
        assert.equal((await listBackups(env)).split("\n").length, 2);
        await restoreBackup(envOf(`${folder}/new`, place));
        await assertSame(t, `${folder}/new`);
        const older = await restoreBackup(envOf(`${folder}/old`, place), { name: first.name });
        assert.equal(older.files, 2);
      })
    );
  } finally {
    await s3.stop();
  }
});

Deno.test("an incomplete backup does not count; one with damaged or missing objects restores nothing, or all others", () =>
  withFolder((folder) =>
    withApp(async (t) => {
      await uploadSome(t, 3);
      const place = { BACKUP_URL: `file:${folder}/backups` };
      const env = { ...t.env, ...envOf(t.env.dataDir, place) };
      const store = await createLocalStore(`${folder}/backups`);
      let puts = 0;
      const cut = {
        ...store,
        put: (id: string, bytes: Uint8Array) => ++puts > 2 ? Promise.reject(new Error("cut")) : store.put(id, bytes),
      };
      const half = new BackupPlace(cut, await createSeal(undefined));
      await half.put(new Uint8Array(10), new Set());
      await half.put(new Uint8Array(11), new Set());
      await assert.rejects(
        half.putManifest({ format: 1, made: new Date(0).toISOString(), database: [], files: [], faulty: [] }),
      );
      assert.deepEqual(await (await openBackupPlace(env)).backups(), []);
      const { name } = await makeBackup(env);
      const { files: [file], database: [piece] } = await (await openBackupPlace(env)).manifest(name);
      const path = ({ sha256 }: { sha256: string }) => `${folder}/backups/${sha256.slice(0, 2)}/${sha256}`;
      const cannot = [
        [file, new RegExp(`Files of ${name} are damaged or lost, .* \\(1: ${file.sha256}\\)`), undefined],
        [
          piece,
          /is damaged, so it cannot be used\. Take an earlier one/,
          /This backup lacks/,
        ],
      ] as const;
      for (const [n, [object, damaged, lacking]] of cannot.entries()) {
        const whole = await Deno.readFile(path(object));
        await Deno.writeFile(path(object), whole.with(20, whole[20] ^ 1));
        const target = envOf(`${folder}/bad${n}`, place);
        assert.match(await refused(restore(target)), damaged);
        await Deno.remove(path(object));
        assert.match(await refused(restore(target)), lacking ?? damaged);
        await assert.rejects(Deno.stat(`${target.dataDir}/harbourline.db`), Deno.errors.NotFound);
        const told = await refused(restore(envOf(`${folder}/rest${n}`, place), { withoutDamaged: true }));
        if (object === piece) assert.match(told, /This backup lacks/);
        else assert.match(told, /the database and 2 files\. 1 file left out as damaged\.[^]* has a row, and no bytes/);
        await Deno.writeFile(path(object), whole);
        await restore(target);
        await assertSame(t, target.dataDir);
      }
    })
  ));

Deno.test("the newest backups stay, and objects are deleted once no backup names them", () =>
  withFolder((folder) =>
    withApp(async (t) => {
      const env = { ...t.env, ...envOf(t.env.dataDir, { BACKUP_URL: `file:${folder}/backups` }) };
      const place = await openBackupPlace(env);
      const made: string[] = [];
      for (let n = 1; n <= 3; n++) {
        await uploadSome(t, 1);
        made.push((await makeBackup(env, () => Date.UTC(2026, 0, n))).name);
        await t.deps.db.delete(files);
      }
      const { files: [first] } = await place.manifest(made[0]);
      const later = Date.now() + 2 * DAY;
      assert.deepEqual(await pruneBackups(place, 2, later), { removed: 1, damaged: [] });
      assert.deepEqual((await place.backups()).map(({ name }) => name), made.slice(1));
      assert.ok((await place.names()).has(place.nameOf(first)), "a backup made meanwhile may rest on it");
      assert.equal((await pruneBackups(place, 2, later)).removed, 0);
      assert.ok(!(await place.names()).has(place.nameOf(first)));
      await restoreBackup(envOf(`${folder}/new`, { BACKUP_URL: `file:${folder}/backups` }), { name: made[1] });
    })
  ));

Deno.test("a restore that leaves faults names them, and fails", () =>
  withFolder((folder) =>
    withApp(async (t) => {
      await uploadSome(t, 2);
      const place = { BACKUP_URL: `file:${folder}/backups` };
      const [lost] = await t.deps.db.select().from(files);
      await t.deps.ports.files.remove(lost.id);
      await makeBackup({ ...t.env, ...envOf(t.env.dataDir, place) });
      const told = await refused(restore(envOf(`${folder}/new`, place)));
      assert.match(told, /is restored: the database and 1 file\./);
      assert.match(
        told,
        new RegExp(`WRONG  Every file has the bytes .*\n +The file ${lost.id} has a row, and no bytes`),
      );
      assert.match(told, /It is there, and not sound/);
    })
  ));

Deno.test("a damaged backup displaces no older or newer one, is named, and loses no object", () =>
  withFolder((folder) =>
    withApp(async (t) => {
      const env = { ...t.env, ...envOf(t.env.dataDir, { BACKUP_URL: `file:${folder}/backups` }) };
      const place = await openBackupPlace(env), store = await createLocalStore(`${folder}/backups`);
      const made: string[] = [];
      const makeOne = async (day: number) => void made.push((await makeBackup(env, () => Date.UTC(2026, 0, day))).name);
      await uploadSome(t, 1);
      await makeOne(1);
      const { files: [first] } = await place.manifest(made[0]);
      await t.deps.db.delete(files);
      for (const day of [2, 3]) await makeOne(day);
      await store.put(made[1], new TextEncoder().encode('{"format":1,"ma'));
      const later = Date.now() + 2 * DAY;
      assert.deepEqual(await pruneBackups(place, 2, later), { removed: 0, damaged: [made[1]] }, "two whole ones stay");
      const three = { ...env, backup: { ...env.backup!, keep: 3 } };
      const found = await backUp(three, () => Date.UTC(2026, 0, 4));
      assert.deepEqual([found.sound, found.text.includes(`${made[1]} is damaged and cannot`)], [false, true]);
      assert.deepEqual(
        await pruneBackups(place, 2, later),
        { removed: 2, damaged: [] },
        "two whole ones came after it",
      );
      assert.equal((await place.backups()).length, 2);
      assert.ok((await place.names()).has(place.nameOf(first)), "what the damaged one named was not known");
      await pruneBackups(place, 2, later);
      assert.ok(!(await place.names()).has(place.nameOf(first)));
    })
  ));

Deno.test("verify names each fault on a line, and changes nothing", () =>
  withApp(async (t) => {
    await uploadSome(t, 2);
    const admin = await t.account({ role: 9 });
    const loan = await makeLoan(t, { ...WHOLE, brokerId: admin.id });
    const data = { adminComSelect: "Funded", dateFunded: "2026-11-20" };
    assert.equal((await t.post("/api/loans/updateloan", { loanId: loan.id, data }, admin)).status, 200);
    await t.runJobs();
    const checks = async () => await verify(t.env, t.now());
    assert.deepEqual((await checks()).flatMap(({ problems }) => problems), []);
    const client = t.deps.db.$client;
    const [lost, wrong] = await t.deps.db.select().from(files);
    await t.deps.ports.files.remove(lost.id);
    // As long as before: the digest alone tells.
    await t.deps.ports.files.put(wrong.id, new Uint8Array(wrong.size));
    await client.execute("update loan_tallies set loans = loans + 1 where loans > 0");
    await client.execute("drop trigger ledger_rows_no_update");
    await t.deps.db.update(ledgerRows).set({ principal: 1 }).where(eq(ledgerRows.loanId, loan.id));
    const text = verdict(await checks());
    assert.match(text, /^ok .*page by page\nok .*Every row/);
    assert.match(text, new RegExp(`WRONG .*\\n(.*\\n)*.*${lost.id} has a row, and no bytes`));
    assert.match(text, new RegExp(`${wrong.id} has other bytes`));
    assert.match(text, /loan_tallies: \d+ of \d+ rows differ\. `deno task db:rebuild`/);
    assert.match(text, new RegExp(`Loan ${loan.id}: the book has \\d+ as principal, the ledger gives`));
    assert.equal((await t.deps.db.select().from(ledgerRows).where(eq(ledgerRows.principal, 1))).length, 1);
    const { faulty } = await makeBackup({
      ...t.env,
      ...envOf(t.env.dataDir, { BACKUP_URL: `file:${t.env.dataDir}/b` }),
    });
    assert.deepEqual(faulty.sort(), [lost.id, wrong.id].sort());
  }));

Deno.test("verify accepts a database of an earlier version", () =>
  withApp(async (t) => {
    await t.deps.db.$client.execute("update __derived set version = 'before'");
    const text = verdict(await verify(t.env, t.now()));
    assert.match(text, /^ok .*made anew at the first start/m);
    assert.doesNotMatch(text, /WRONG/);
  }));

Deno.test("every table that names stored bytes is backed up", () =>
  withApp(async (t) => {
    const { rows } = await t.deps.db.$client.execute(
      `select m.name from sqlite_schema m join pragma_table_info(m.name) c on c.name = 'sha256' where m.type = 'table'`,
    );
    assert.deepEqual(rows.map(({ name }) => String(name)).sort(), [...NAMING_TABLES].sort());
    const picture = { id: "a-picture-in-mails", sha256: createHash("sha256").update(BYTES.png).digest("hex") };
    await t.deps.ports.files.put(picture.id, BYTES.png);
    await t.deps.db.insert(mailPictures).values({
      ...picture,
      mediaType: "image/png",
      size: BYTES.png.length,
      uploadedAt: t.now(),
    });
    const env = { ...t.env, ...envOf(t.env.dataDir, { BACKUP_URL: `file:${t.env.dataDir}/b` }) };
    const { name } = await makeBackup(env);
    assert.deepEqual((await (await openBackupPlace(env)).manifest(name)).files, [
      { id: picture.id, sha256: picture.sha256, bytes: BYTES.png.length },
    ]);
    await t.deps.ports.files.remove(picture.id);
    assert.match(verdict(await verify(env, t.now())), /a-picture-in-mails has a row, and no bytes/);
  }));

Deno.test("a libSQL server has its own backups, and the tasks say so", async () => {
  const env = envOf("/nowhere", { DATABASE_URL: "http://127.0.0.1:1", BACKUP_URL: "file:/nowhere-either" });
  for (const work of [backUp, restore]) {
    assert.match(await refused(work(env)), /libSQL server, whose backups are its own/);
  }
});

Deno.test("the restore takes a backup's name, whether to leave out damaged files, --list, or nothing", () => {
  const name = "manifest-20260101T000000000Z", named = `--backup=${name}`;
  assert.deepEqual(readRestoreArguments([]), {});
  assert.equal(readRestoreArguments(["--list"]), null);
  assert.deepEqual(readRestoreArguments([named]), { name });
  assert.deepEqual(readRestoreArguments(["--without-damaged", named]), { name, withoutDamaged: true });
  for (const wrong of [["--backup"], ["--backup=../x"], ["newest"], [named, named], ["--list", named]]) {
    assert.throws(() => readRestoreArguments(wrong), /as in/);
  }
});
