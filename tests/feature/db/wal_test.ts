/** The write-ahead log: it stays while it is in use, and a stopped portal leaves none. */
import { createClient } from "@libsql/client";
import assert from "node:assert/strict";
import { openDatabase } from "../../../db/mod.ts";
import { FEATURES } from "../../../lib/features/registration.ts";
import { createDeps } from "../../../lib/server/create_deps.ts";
import { readEnv } from "../../../lib/server/env.ts";
import { withFolder } from "../../support/folder.ts";

Deno.test("after a stop the database's file is complete: a copy of it alone is a backup", () =>
  withFolder(async (folder) => {
    const deps = await createDeps(readEnv((name) => name === "DATA_DIR" ? folder : undefined), FEATURES, {
      write: () => {},
    });
    await deps.close();
    await Deno.copyFile(`${folder}/harbourline.db`, `${folder}/copy.db`);
    const copy = createClient({ url: `file:${folder}/copy.db` });
    assert.equal((await copy.execute("select count(*) from settings_versions")).rows[0][0], 1);
    copy.close();
  }));

Deno.test({
  name: "a file that is opened again is locked again, so that another process's reader leaves the log in use",
  ignore: Deno.build.os !== "linux",
  fn: () =>
    withFolder(async (folder) => {
      const url = `file:${folder}/harbourline.db`, first = await openDatabase({ url });
      await first.client.execute("create table words (word text)");
      first.close();
      const again = await openDatabase({ url });
      await again.client.execute("insert into words values ('held')");
      const { ino } = await Deno.stat(`${folder}/harbourline.db`);
      assert.match(await Deno.readTextFile("/proc/locks"), new RegExp(`:${ino} `));
      again.close();
    }),
});
