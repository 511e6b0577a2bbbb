/** Batches whose commit does not wait for the disk. */
import assert from "node:assert/strict";
import { batchUnsynced } from "../../../db/mod.ts";
import { backends, notesIn, withDatabase } from "../../support/backends.ts";

const statement = (sql: string, params: unknown[] = []) => ({ getQuery: () => ({ sql, params }) });
const note = (text: unknown) => statement("insert into notes (text) values (?)", [text]);

for (const backend of backends) {
  Deno.test({
    name: `a batch that does not wait for the disk is atomic, and others see it at once (${backend.name})`,
    ignore: backend.ignore,
    fn: () =>
      withDatabase(backend, {}, async ({ db, url }) => {
        await batchUnsynced(db, []);
        await batchUnsynced(db, [note("first"), note("second")]);
        assert.deepEqual(await notesIn(url), ["first", "second"]);
        assert.equal((await db.$client.execute("select count(*) from notes")).rows[0][0], 2);
        await assert.rejects(batchUnsynced(db, [note("third"), note(null)]));
        assert.deepEqual(await notesIn(url), ["first", "second"]);
        await batchUnsynced(db, [note("fourth")]);
        assert.deepEqual(await notesIn(url), ["first", "second", "fourth"]);
      }),
  });
}

Deno.test("later writes wait for the disk again, after a refused one too", () =>
  withDatabase(backends[0], {}, async ({ db, url }) => {
    const [NORMAL, FULL] = ["1", "2"], waits = "insert into notes (text) select synchronous from pragma_synchronous";
    await batchUnsynced(db, [statement(waits)]);
    await db.$client.execute(waits);
    await assert.rejects(batchUnsynced(db, [note(null)]));
    await db.$client.batch([waits]);
    assert.deepEqual(await notesIn(url), [NORMAL, FULL, FULL]);
  }));
