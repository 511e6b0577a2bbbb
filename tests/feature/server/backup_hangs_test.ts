/** A place of backups that answers with its headers, and then with nothing. */
import assert from "node:assert/strict";
import { createBackups } from "../../../lib/server/backup/backups.ts";
import { type TestApp, withApp } from "../../support/app.ts";
import { until } from "../../support/until.ts";

type Answer = (request: Request) => Response | undefined | Promise<Response>;

/** Runs `test` with settings whose place of backups answers nothing at all, but to what `answer` answers. */
const withSilentPlace = (test: (t: TestApp, env: TestApp["env"]) => Promise<void>, answer: Answer = () => undefined) =>
  withApp(async (t) => {
    const open = new Set<ReadableStreamDefaultController>();
    const silent = () => new Response(new ReadableStream({ start: (controller) => void open.add(controller) }));
    const server = Deno.serve(
      { hostname: "127.0.0.1", port: 0, onListen: () => {} },
      async (request) => await answer(request) ?? silent(),
    );
    try {
      const url = `http://key:secret@127.0.0.1:${server.addr.port}/bucket`;
      await test(t, { ...t.env, backup: { url, key: undefined, everyHours: 24, keep: 2 } });
    } finally {
      for (const controller of open) {
        try {
          controller.close();
        } catch {
          // Its reader went before.
        }
      }
      await server.shutdown();
    }
  });

Deno.test("a list of backups or a backup that hangs ends with an error, so that the next turn can begin", () =>
  withSilentPlace(async (t, env) => {
    const backups = createBackups(env, { look: 300, make: 1500 })!;
    await assert.rejects(backups.look(t.now()), /list of backups was not there within/);
    await assert.rejects(backups.make(t.now()), /the backup was not there within/);
  }));

Deno.test("a stopping portal does not wait for the list of backups, and begins no backup", () => {
  let asked = 0;
  return withSilentPlace(async (t, env) => {
    const backups = createBackups(env)!;
    const looking = assert.rejects(backups.look(t.now()), /stopped amid a backup/);
    await until("both looks to be asked", () => Promise.resolve(asked === 2));
    backups.stop();
    await looking;
    await assert.rejects(backups.make(t.now()), /stopped amid a backup/);
    await assert.rejects(backups.look(t.now()), /stopped amid a backup/);
    assert.equal(asked, 2);
  }, () => void asked++);
});

const EMPTY = "<ListBucketResult><IsTruncated>false</IsTruncated></ListBucketResult>";

/** Bytes: the copy of a database is larger, a mark smaller. */
const MARK_MOST = 4096;

Deno.test("a backup cut off by the portal's stop leaves no copy of the database behind", () => {
  const stored = Promise.withResolvers<Response>();
  let storing = false;
  return withSilentPlace(async (t, env) => {
    const backups = createBackups(env)!, folder = `${t.env.dataDir}/snapshots`;
    const copies = () => Array.fromAsync(Deno.readDir(folder)).catch(() => []);
    const making = assert.rejects(backups.make(t.now()), /stopped amid a backup/);
    await until("the copy to be stored", () => Promise.resolve(storing));
    assert.equal((await copies()).length, 1);
    backups.stop();
    await making;
    assert.deepEqual(await copies(), []);
    stored.resolve(new Response());
  }, ({ method, headers }) => {
    if (method === "GET") return new Response(EMPTY);
    if (Number(headers.get("content-length")) <= MARK_MOST) return new Response();
    storing = true;
    return stored.promise;
  });
});
