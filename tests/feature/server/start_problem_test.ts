/** What an operator reads when a start fails for something that is theirs to mend: one sentence that names it. */
import assert from "node:assert/strict";
import { join } from "node:path";
import { migrate, openDatabase } from "../../../db/mod.ts";
import { FEATURES } from "../../../lib/features/registration.ts";
import { createDeps } from "../../../lib/server/create_deps.ts";
import { readEnv } from "../../../lib/server/env.ts";
import { backupFolderProblem, step } from "../../../lib/server/start_problem.ts";
import { startSentence } from "../../../lib/server/operator_errors.ts";
import { withFolder } from "../../support/folder.ts";
import { runMain, startServer } from "../../support/server_process.ts";
import { until } from "../../support/until.ts";

/** Why nothing opens with these variables. */
async function sentence(variables: Record<string, string>): Promise<string | undefined> {
  const deps = await createDeps(readEnv((name) => variables[name]), FEATURES, { write: () => {} }).catch((error) =>
    error
  );
  if (deps instanceof Error) return startSentence(deps);
  await deps.close();
  return "it started";
}

Deno.test("a data folder that cannot be used", () =>
  withFolder(async (folder) => {
    await Deno.writeTextFile(join(folder, "file"), "");
    for (const DATA_DIR of [join(folder, "file"), join(folder, "file/below")]) {
      assert.match(
        (await sentence({ DATA_DIR }))!,
        /^DATA_DIR is ".*file.*", but nothing can be stored there: [a-z ]+\.$/,
      );
    }
  }));

Deno.test("a folder of backups that Deno's permissions exclude", async () => {
  const refused = step(
    backupFolderProblem("/proc/b"),
    () => Promise.reject(new Deno.errors.NotCapable("Requires all")),
  );
  const sentence = 'BACKUP_URL leads to "/proc/b", but nothing can be stored there: not allowed.';
  assert.equal(startSentence(await refused.catch((error) => error)), sentence);
});

Deno.test("a database file that is no database, or is damaged", () =>
  withFolder(async (DATA_DIR) => {
    const path = join(DATA_DIR, "harbourline.db");
    const damaged =
      `The database file ${path} cannot be used: it is damaged or not a database. Restore your last backup.`;
    await Deno.writeTextFile(path, "a letter to the bank ".repeat(500));
    assert.equal(await sentence({ DATA_DIR }), damaged);
    await Deno.remove(path);
    const { client, close } = await openDatabase({ url: `file:${path}` });
    await migrate(client);
    await client.execute("pragma wal_checkpoint(truncate)");
    close();
    // The header stays; what it leads to is gone.
    await Deno.writeFile(path, (await Deno.readFile(path)).fill(0x55, 100));
    assert.equal(await sentence({ DATA_DIR }), damaged);
    await Deno.remove(path);
    await Deno.mkdir(path);
    assert.equal(await sentence({ DATA_DIR }), `The database file ${path} cannot be used: is a directory.`);
  }));

Deno.test("a database server that is down, is another program, or wants another token", () =>
  withFolder(async (DATA_DIR) => {
    let status = 401, text = "";
    const server = Deno.serve(
      { port: 0, hostname: "127.0.0.1", onListen: () => {} },
      () => new Response(text, { status }),
    );
    const place = `127.0.0.1:${server.addr.port}`;
    const variables = { DATA_DIR, DATABASE_URL: `http://${place}` };
    const asks = `DATABASE_AUTH_TOKEN is not set, but the libSQL server at ${place} requires one.`;
    assert.equal(await sentence(variables), asks);
    const refused = `DATABASE_AUTH_TOKEN is not accepted by the libSQL server at ${place}.`;
    assert.equal(await sentence({ ...variables, DATABASE_AUTH_TOKEN: "old" }), refused);
    status = 404;
    assert.match(
      (await sentence(variables))!,
      /^DATABASE_URL leads to .* that is not a libSQL server \(HTTP status 404\)/,
    );
    status = 200;
    for (text of ["<html>", "{}", '{"results":[]}']) {
      assert.equal(
        await sentence(variables),
        `DATABASE_URL leads to the libSQL server at ${place}, but that is not a libSQL server.`,
        text,
      );
    }
    await server.shutdown();
    assert.match(
      (await sentence(variables))!,
      /^DATABASE_URL leads to .* nothing responds there: connection refused\.$/,
    );
    assert.match((await sentence({ ...variables, DATABASE_URL: `ws://${place}` }))!, /nothing responds there/);
  }));

Deno.test("a fault of the program's own is not blamed on the operator", () => {
  assert.equal(startSentence(new TypeError("x is not a function")), undefined);
  assert.equal(startSentence("a text"), undefined);
});

Deno.test("a bucket where nothing answers is warned about after the start, which goes on", () =>
  withFolder(async (DATA_DIR) => {
    const STORAGE_URL = "http://KEY:hunter2@127.0.0.1:1/papers";
    const server = await startServer({ DATA_DIR, STORAGE_URL });
    const warned = /"level":"warn","message":"STORAGE_URL leads to the bucket papers at 127\.0\.0\.1:1, but nothing/;
    await until("the warning", () => Promise.resolve(warned.test(server.output())));
    assert.equal(await (await fetch(`${server.url}/readyz`)).text(), "ready");
    assert.equal(await server.stop(), 0);
    assert.doesNotMatch(server.output(), /hunter2/);
  }));

Deno.test("an address of IPv6 in brackets is listened at, and none of this machine's is named", () =>
  withFolder(async (DATA_DIR) => {
    const server = await startServer({ DATA_DIR, HOST: "[::1]" });
    assert.match(server.url, /^http:\/\/\[::1\]:\d+$/);
    assert.equal(await (await fetch(`${server.url}/healthz`)).text(), "ok");
    assert.equal(await server.stop(), 0);
    const other = runMain({ DATA_DIR, HOST: "192.0.2.1" });
    assert.equal(await other.ended(), 1);
    assert.match(other.output(), /^HOST is "192\.0\.2\.1" and PORT 0, but the server cannot listen there: /m);
    assert.doesNotMatch(other.output(), /First owner/);
  }));

Deno.test("a port that another program uses", () =>
  withFolder(async (folder) => {
    const server = await startServer({ DATA_DIR: join(folder, "a") });
    const { port } = new URL(server.url);
    const other = runMain({ DATA_DIR: join(folder, "b"), PORT: port });
    assert.equal(await other.ended(), 1);
    const last = other.output().trim().split("\n").at(-1);
    assert.equal(last, `PORT is ${port}, but another program already listens there. Stop it, or set another PORT.`);
    assert.doesNotMatch(other.output(), /First owner/, "its password would be shown once, and not by the next start");
    assert.equal(await server.stop(), 0);
  }));
