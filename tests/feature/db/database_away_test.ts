/**
 * A libSQL server that hangs (its process is stopped, its socket still open) or is gone: what asks it is told in time.
 */
import { sql } from "drizzle-orm";
import assert from "node:assert/strict";
import { isDatabaseUnavailable } from "../../../db/errors.ts";
import { inTransaction, type OpenDatabase, openDatabase } from "../../../db/open.ts";
import { notesIn } from "../../support/backends.ts";
import { hasLibsqlServer, type LibsqlServer, startLibsqlServer } from "../../support/sqld.ts";

const LIMITS = { responseTimeoutMs: 5_000, transactionLimitMs: 4_000 };

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

/** Waits for what must fail because the server is away; without a limit of the client's it would wait for ever. */
const away = (work: Promise<unknown>): Promise<void> => assert.rejects(work, (error) => isDatabaseUnavailable(error));

scene("whatever is asked of a server that hangs is told in time, also what waits behind it", async (s) => {
  const { db } = s.database;
  await s.server.pause();
  const reads = Array.from({ length: 45 }, () => away(db.all(sql`select 1`)));
  const writes = Array.from({ length: 5 }, () => away(inTransaction(db, (tx) => tx.run(insert("hung")))));
  await Promise.all([...reads, ...writes, away(db.run(insert("plain")))]);
  s.server.resume();
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
  await away(work);
  s.server.resume();
  await db.run(insert("after"));
});

scene("a server that is gone is told as away", async (s) => {
  await s.server.stop();
  await away(s.database.db.all(sql`select 1`) as Promise<unknown>);
});
