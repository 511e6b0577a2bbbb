/** What a stopped portal leaves on the disk. */
import { createClient } from "@libsql/client";
import assert from "node:assert/strict";
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
