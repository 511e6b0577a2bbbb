/** A libSQL server that hangs (its process is stopped, its socket still open) or is gone: what asks it is told in time. */
import { sql } from "drizzle-orm";
import assert from "node:assert/strict";
import { isDatabaseAway } from "../../../db/errors.ts";
import { inTransaction, type OpenDatabase, openDatabase } from "../../../db/open.ts";
import { notesIn } from "../../support/backends.ts";
import { hasLibsqlServer, type LibsqlServer, startLibsqlServer } from "../../support/sqld.ts";

const LIMITS = { answerMs: 5_000, transactionLimitMs: 4_000 };
/** Far more than any of the limits, and nothing beside "for ever". */
const IN_TIME_MS = 60_000;

type Scene = { server: LibsqlServer; url: string; database: OpenDatabase };

function scene(name: string, run: (scene: Scene) => Promise<void>): void {
  for (const scheme of ["http:", "ws:"]) {
    Deno.test({
      name: `${scheme} ${name}`,
      ignore: !hasLibsqlServer,
      async fn() {
        const server = await startLibsqlServer();
        const url = server.url.replace("http:", scheme);
        const database = await openDatabase({ url, ...LIMITS });
        try {
          await database.client.execute("create table notes (id integer primary key, text text not null)");
          await run({ server, url, database });
        } finally {
          database.close();
          await server.stop();
        }
      },
    });
  }
}

const insert = (text: string) => sql`insert into notes (text) values (${text})`;

/** Waits for what must fail because the server is away; the milliseconds that it took. */
async function away(work: Promise<unknown>): Promise<number> {
  const started = performance.now();
  await assert.rejects(work, (error) => isDatabaseAway(error));
  return performance.now() - started;
}

scene("whatever is asked of a server that hangs is told in time, also what waits behind it", async (s) => {
  const { db } = s.database;
  await s.server.pause();
  const reads = Array.from({ length: 45 }, () => away(db.all(sql`select 1`)));
  const writes = Array.from({ length: 5 }, () => away(inTransaction(db, (tx) => tx.run(insert("hung")))));
  const times = await Promise.all([...reads, ...writes, away(db.run(insert("plain")))]);
  s.server.resume();
  assert.ok(Math.max(...times) < IN_TIME_MS, `the last was told after ${Math.round(Math.max(...times))} ms`);
});

scene("after it woke up the next writes are kept, and nothing that was told as failed is done twice", async (s) => {
  const { db } = s.database;
  await db.run(insert("before"));
  await s.server.pause();
  await away(inTransaction(db, (tx) => tx.run(insert("in a transaction"))));
  await away(db.run(insert("by itself")));
  s.server.resume();
  await inTransaction(db, (tx) => tx.run(insert("after")));
  await db.run(insert("after by itself"));
  const found = await notesIn(s.server.url);
  assert.deepEqual(found.filter((text) => text !== "by itself"), ["before", "after", "after by itself"]);
  assert.ok(found.filter((text) => text === "by itself").length <= 1, "a plain write may have arrived, once");
});

scene("a commit without an answer is no success", async (s) => {
  const { db } = s.database;
  const work = inTransaction(db, async (tx) => {
    await tx.run(insert("committed?"));
    await s.server.pause();
  });
  assert.ok(await away(work) < IN_TIME_MS);
  s.server.resume();
  await db.run(insert("after"));
});

scene("a server that is gone is told as away", async (s) => {
  await s.server.stop();
  await away(s.database.db.all(sql`select 1`) as Promise<unknown>);
});
