/** What a restored portal does not do by itself: it does not know who unsubscribed or signed out since. */
import assert from "node:assert/strict";
import { campaigns, mails, sessions, touchBaseConfig } from "../../../db/schema/mod.ts";
import { withReader } from "../../../db/snapshot.ts";
import { retentionWait } from "../../../lib/domain/operations/retention.ts";
import { makeBackup } from "../../../lib/server/backup/make_backup.ts";
import { readEnv } from "../../../lib/server/env.ts";
import { restore } from "../../../lib/server/tasks/restore.ts";
import { withApp } from "../../support/app.ts";
import { withFolder } from "../../support/folder.ts";

Deno.test("a restored portal sends no campaign by itself, and nobody is signed in", () =>
  withFolder((folder) =>
    withApp(async (t) => {
      const { db } = t.deps, now = t.now();
      await t.account({ role: 9 });
      const [{ id }] = await db.insert(campaigns).values({ name: "News", active: true, sendAt: now, createdAt: now })
        .returning();
      await db.insert(touchBaseConfig).values({ id: 1, TOUCH_BASE_ENABLED: true })
        .onConflictDoUpdate({ target: touchBaseConfig.id, set: { TOUCH_BASE_ENABLED: true } });
      assert.equal((await db.select().from(sessions)).length, 1);
      await db.delete(mails);
      const mail = { to: "a@example.com", subject: "S", html: "", text: "", dueAt: now, createdAt: now };
      await db.insert(mails).values(
        ["campaign", "touchBase", "password"].map((kind) => ({ ...mail, kind, idempotencyKey: kind })),
      );
      await db.insert(mails).values({ ...mail, kind: "campaign", idempotencyKey: "left", status: "sent" });
      const { madeAt } = await makeBackup(t.env);
      const target = readEnv((name) => ({ DATA_DIR: `${folder}/new`, BACKUP_URL: `file:${folder}/backups` })[name]);
      assert.match(
        await restore(target, {}, madeAt),
        /touch-base is off, 2 waiting mails of theirs will not leave, and everybody/,
      );
      await assert.rejects(Deno.stat(`${target.dataDir}/harbourline.db.restoring-wal`), Deno.errors.NotFound);
      const rows = (sql: string) => withReader(`${target.dataDir}/harbourline.db`, (all) => all(sql));
      assert.deepEqual(rows("select id, active, paused from campaigns"), [{ id, active: 1, paused: 1 }]);
      assert.deepEqual(rows("select enabled from touch_base_config"), [{ enabled: 0 }]);
      const error = `restored from a backup of ${new Date(madeAt).toISOString()}`;
      assert.deepEqual(rows("select idempotency_key as mail, status, error from mails order by id"), [
        { mail: "campaign", status: "failed", error },
        { mail: "touchBase", status: "failed", error },
        { mail: "password", status: "waiting", error: null },
        { mail: "left", status: "sent", error: null },
      ]);
      assert.deepEqual(rows("select id from sessions"), []);
      const [{ value }] = rows("select value from portal_settings where name = 'retentionAfter'") as {
        value: string;
      }[];
      assert.equal(value, retentionWait(madeAt).value, "nothing is removed by its age before the next night");
    }, { BACKUP_URL: `file:${folder}/backups` })
  ));
