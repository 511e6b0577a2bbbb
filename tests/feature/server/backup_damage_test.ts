/** What a disk damages of earlier backups: each backup reads some of it again, and stores it anew where it can. */
import assert from "node:assert/strict";
import { randomBytes } from "node:crypto";
import { checkObjects } from "../../../lib/server/backup/check_objects.ts";
import { openBackupPlace } from "../../../lib/server/backup/backup_place.ts";
import { restoreBackup } from "../../../lib/server/backup/restore.ts";
import { storeBackup } from "../../../lib/server/backup/store_backup.ts";
import { createBackups } from "../../../lib/server/backup/backups.ts";
import { getStatus } from "../../../lib/features/operations/mod.ts";
import { keepBackups } from "../../../lib/features/operations/jobs.ts";
import { type TestApp, withApp } from "../../support/app.ts";
import { assertSame, envOf, uploadSome } from "../../support/backups.ts";
import { withFolder } from "../../support/folder.ts";
import { until } from "../../support/until.ts";

const DAY = 24 * 3600_000;
/** A round over so few objects is through after so many backups. */
const ROUND = 20;

const placeOf = async (t: TestApp) => {
  const place = await openBackupPlace(t.env);
  const path = (name: string) => `${t.env.backup!.url.slice("file:".length)}/${name.slice(0, 2)}/${name}`;
  return {
    place,
    newest: async () => (await place.newest(t.now()))!.manifest,
    async damage(name: string) {
      const whole = await Deno.readFile(path(name));
      await Deno.writeFile(path(name), whole.with(20, whole[20] ^ 1));
    },
    lose: (name: string) => Deno.remove(path(name)),
  };
};

/** Makes a backup a day until one found what `found` picks of it. */
async function backUpUntil<T>(t: TestApp, found: (made: Awaited<ReturnType<typeof storeBackup>>) => T[]): Promise<T[]> {
  for (let n = 0; n < ROUND; n++) {
    t.advance(DAY);
    const some = found(await storeBackup(t.env, t.now));
    if (some.length > 0) return some;
  }
  return [];
}

for (const [how, key] of [["sealed", randomBytes(32).toString("base64")], ["unsealed", undefined]] as const) {
  Deno.test(`a damaged and a lost ${how} object are stored anew where the portal has their bytes`, () =>
    withFolder((folder) => {
      const backups = { BACKUP_URL: `file:${folder}/backups`, ...(key && { BACKUP_KEY: key }) };
      return withApp(async (t) => {
        await uploadSome(t, 3);
        await storeBackup(t.env, t.now);
        const { place, newest, damage, lose } = await placeOf(t);
        const [damaged, lost] = (await newest()).files.map((file) => place.nameOf(file));
        await damage(damaged);
        await lose(lost);
        assert.deepEqual(await backUpUntil(t, (made) => made.storedAnew.filter((name) => name === lost)), [lost]);
        assert.ok(
          await place.isSound(damaged) ||
            (await backUpUntil(t, (made) => made.storedAnew)).includes(damaged),
        );
        assert.deepEqual([await place.isSound(damaged), await place.isSound(lost)], [true, true]);
        await restoreBackup(envOf(`${folder}/new`, backups), {}, t.now());
        await assertSame(t, `${folder}/new`);
      }, backups);
    }));
}

Deno.test("what cannot be stored anew is told by readiness, status, log and metrics until its backups are gone", () =>
  withFolder((folder) =>
    withApp(async (t) => {
      const owner = await t.account({ role: 99 });
      const ready = async () => await (await t.get("/readyz")).text();
      await storeBackup(t.env, t.now);
      const { place, newest, damage } = await placeOf(t);
      const piece = place.nameOf((await newest()).database[0]);
      await uploadSome(t, 1);
      await damage(piece);
      assert.deepEqual(await backUpUntil(t, (made) => made.damagedObjects), [piece]);
      t.advance(DAY);
      await assert.rejects(keepBackups(t.context()), new RegExp(`1 object of earlier backups damaged.*${piece}`));
      const line = "damaged objects of earlier backups: 1";
      assert.equal((await ready()).split("\n")[2], line);
      assert.equal((await getStatus(t.context(owner))).backups?.damagedObjects, 1);
      assert.match(
        await (await t.get("/dashboard/status", owner)).text(),
        /1 object of earlier backups is damaged or lost, so those cannot be restored whole/,
      );
      const anew = createBackups(t.env)!;
      await until("a new start to read it", () => Promise.resolve(anew.damagedObjects() === 1));
      const keepTwo = { ...t.env, backup: { ...t.env.backup!, keep: 2 } };
      for (let n = 0; n < 2; n++) {
        t.advance(DAY);
        await storeBackup(keepTwo, t.now);
      }
      await t.deps.ports.backups!.look(t.now());
      assert.equal((await ready()).split("\n").length, 2, "no backup rests on it any more");
      assert.equal((await newest()).damaged?.length, 0);
    }, { BACKUP_URL: `file:${folder}/backups` })
  ));

Deno.test("a round goes on where it was left, reads what was damaged again, and ends at its time", () =>
  withFolder((folder) =>
    withApp(async (t) => {
      await uploadSome(t, 5);
      await storeBackup(t.env, t.now);
      const { place, damage } = await placeOf(t);
      const backups = await place.readAll(t.now());
      const names = [...await place.names()].filter((name) => place.isOurs(name)).sort();
      const after = (checkedTo: string, damaged: string[] = []) =>
        backups.map((one) => ({ ...one, manifest: { ...one.manifest, checkedTo, damaged } }));
      const there = () => new Set(names);
      const some = { round: names.length / 2 };
      assert.equal((await checkObjects(place, there(), after(names[1]), some)).checkedTo, names[3]);
      assert.equal((await checkObjects(place, there(), after(names.at(-1)!), some)).checkedTo, names[1]);
      await damage(names[0]);
      const left = there();
      const found = await checkObjects(place, left, after(names[1], [names[0]]), some);
      assert.deepEqual(found, { checkedTo: names[3], damaged: [names[0]] });
      assert.ok(!left.has(names[0]), "so it is stored anew");
      const late = await checkObjects(place, there(), after(names[1], [names[0]]), { mostMs: -1 });
      assert.deepEqual(late, { checkedTo: names[1], damaged: [names[0]] }, "nothing was read");
    }, { BACKUP_URL: `file:${folder}/backups` })
  ));
