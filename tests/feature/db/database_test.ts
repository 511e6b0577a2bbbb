import { createClient } from "@libsql/client";
import { sql } from "drizzle-orm";
import { integer, sqliteTable, text } from "drizzle-orm/sqlite-core";
import assert from "node:assert/strict";
import { DatabaseUseError, isBusy, TRANSACTION_LIMIT_MS, TransactionTimeoutError } from "../../../db/errors.ts";
import { type Db, inTransaction, openDatabase, type Tx } from "../../../db/open.ts";
import { withTimeout } from "../../../db/retry.ts";
import { RUN_CHILD } from "../../support/child.ts";
import { backends, notesIn, withDatabase } from "../../support/backends.ts";

const notes = sqliteTable("notes", { id: integer("id").primaryKey(), text: text("text").notNull() });

const insert = (at: Db | Tx, words: string) => at.insert(notes).values({ text: words });
/** What a refused statement failed of. */
const failure = (work: Promise<unknown>): Promise<unknown> => work.then(() => null, (error) => error.cause ?? error);
const range = (count: number) => Array.from({ length: count }, (_, i) => i);

/** Takes the write lock from a connection of its own, as a backup tool or another process would. */
async function holdWriteLock(url: string): Promise<() => Promise<void>> {
  const client = createClient({ url });
  const tx = await client.transaction("write");
  await tx.execute("insert into notes (text) values ('foreign')");
  return async () => {
    await tx.commit();
    client.close();
  };
}

function childProcess(verb: string, url: string): Deno.ChildProcess {
  return new Deno.Command(Deno.execPath(), {
    args: [...RUN_CHILD, "tests/support/database_child.ts", verb, url],
    stdout: "piped",
    stderr: "null",
  }).spawn();
}

Deno.test("transactions are cut before a libSQL server does it at 5 seconds", () => {
  assert.equal(TRANSACTION_LIMIT_MS, 4_000);
});

for (const backend of backends) {
  const test = (name: string, fn: () => Promise<void>) =>
    Deno.test({ name: `${backend.name}: ${name}`, ignore: backend.ignore, fn });

  test("100 transactions at once all commit, one after another", () =>
    withDatabase(backend, {}, async ({ db, url }) => {
      await insert(db, "0");
      await Promise.all(
        range(100).map(() =>
          inTransaction(db, async (tx) => {
            const [{ count }] = await tx.select({ count: notes.text }).from(notes);
            await tx.update(notes).set({ text: String(Number(count) + 1) });
          })
        ),
      );
      assert.deepEqual(await notesIn(url), ["100"]);
    }));

  test("half of a surrogate pair in a text is stored as a replacement character, however it is written and read", () =>
    withDatabase(backend, {}, async ({ db, client, url }) => {
      const half = "a\ud83d", kept = "a\ufffd";
      await insert(db, half);
      await client.batch([{ sql: "insert into notes (text) values (:text)", args: { text: half } }]);
      await inTransaction(db, async (tx) => void await insert(tx, half));
      assert.deepEqual(await notesIn(url), [kept, kept, kept]);
      const asked = { sql: "select count(*) from notes where text = ? and ? is null", args: [half, null] };
      assert.equal((await client.execute(asked)).rows[0][0], 3);
      assert.deepEqual((await client.batch([asked, asked])).map(({ rows }) => rows[0][0]), [3, 3]);
    }));

  test("a transaction that throws changes nothing, and the caller gets its error", () =>
    withDatabase(backend, {}, async ({ db, url }) => {
      const refusal = new Error("not today");
      await assert.rejects(
        inTransaction(db, async (tx) => {
          await insert(tx, "gone");
          throw refusal;
        }),
        (error) => error === refusal,
      );
      await insert(db, "stays");
      assert.deepEqual(await notesIn(url), ["stays"]);
    }));

  test("a row that a constraint refuses harms neither its transaction nor later writes", () =>
    withDatabase(backend, {}, async ({ db, url }) => {
      await db.insert(notes).values({ id: 1, text: "first" });
      await assert.rejects(async () => await db.insert(notes).values({ id: 1, text: "twice" }).returning());
      await inTransaction(db, async (tx) => {
        await assert.rejects(async () => await tx.insert(notes).values({ id: 1, text: "twice" }));
        await insert(tx, "second");
      });
      await insert(db, "third");
      assert.deepEqual(await notesIn(url), ["first", "second", "third"]);
    }));

  test("inside a transaction db is refused, and so is a second transaction", () =>
    withDatabase(backend, {}, async ({ db, url }) => {
      const refused = (work: () => Promise<unknown>) =>
        assert.rejects(work, (error: Error) => [error, error.cause].some((e) => e instanceof DatabaseUseError));
      const ended = Promise.withResolvers<void>();
      let late = Promise.resolve();
      await inTransaction(db, async (tx) => {
        await insert(tx, "inside");
        await refused(async () => await insert(db, "past it"));
        await refused(async () => await db.select().from(notes));
        await refused(() => db.batch([insert(db, "past it")]));
        await refused(() => inTransaction(db, () => Promise.resolve()));
        late = ended.promise.then(async () => void await insert(db, "after it"));
      });
      ended.resolve();
      await late;
      await refused(() => db.transaction((tx) => insert(tx, "without a scope")));
      assert.deepEqual(await notesIn(url), ["inside", "after it"]);
    }));

  test("a transaction past its limit is cut at once, and the next ones go on", () =>
    withDatabase(backend, { transactionLimitMs: 3000 }, async ({ db, url }) => {
      const leftOver = Promise.withResolvers<unknown[]>();
      const end = Promise.withResolvers<void>();
      const slow = inTransaction(db, async (tx) => {
        await insert(tx, "slow");
        await end.promise;
        leftOver.resolve([await failure(insert(tx, "slower")), await failure(insert(db, "astray"))]);
      });
      const next = range(5).map((i) => inTransaction(db, (tx) => insert(tx, `next ${i}`)));
      await assert.rejects(slow, TransactionTimeoutError);
      // The slow one's work is still going on: the next ones do not wait for it.
      await Promise.all(next);
      end.resolve();
      const [slower, astray] = await leftOver.promise;
      assert.ok(
        slower instanceof TransactionTimeoutError && astray instanceof DatabaseUseError,
        `${slower}; ${astray}`,
      );
      assert.deepEqual(await notesIn(url), range(5).map((i) => `next ${i}`));
    }));

  test("writes wait for a busy database, and every acknowledged write is there", () =>
    withDatabase(backend, { busyWaitMs: 60_000 }, async ({ db, url, client }) => {
      const release = await holdWriteLock(url);
      let acknowledged = 0;
      const writes = range(20).map((i) =>
        (i % 2 ? insert(db, `note ${i}`).then(() => {}) : inTransaction(db, async (tx) => {
          await insert(tx, `note ${i}`);
        })).then(() => acknowledged++)
      );
      const batch = db.batch([insert(db, "batch 1"), insert(db, "batch 2")]).then(() => acknowledged++);
      for (const _ of range(20)) await client.execute("select 1");
      assert.equal(acknowledged, 0, "nothing is acknowledged while somebody else holds the lock");
      await release();
      await Promise.all([...writes, batch]);
      const expected = ["foreign", "batch 1", "batch 2", ...range(20).map((i) => `note ${i}`)];
      assert.deepEqual((await notesIn(url)).sort(), expected.sort());
    }));

  test("a read sees what was written before it", () =>
    withDatabase(backend, {}, async ({ db }) => {
      for (const i of range(20)) {
        await insert(db, `note ${i}`);
        const [{ count }] = await db.select({ count: sql<number>`count(*)` }).from(notes);
        assert.equal(count, i + 1);
      }
    }));

  test("acknowledged writes survive a kill", () =>
    withDatabase(backend, {}, async ({ url, ...database }) => {
      database.close();
      const child = childProcess("acknowledge", url);
      let said = "";
      for await (const chunk of child.stdout.pipeThrough(new TextDecoderStream())) {
        const before = said.split("\n").length;
        said += chunk;
        if (before < 60 && said.split("\n").length >= 60) child.kill("SIGKILL");
      }
      await child.status;
      const acknowledged = said.split("\n").slice(0, -1).map((n) => `note ${n}`);
      const found = await notesIn(url);
      assert.deepEqual(found.slice(0, acknowledged.length), acknowledged);
      assert.ok(found.length - acknowledged.length <= 1, "at most the write under way came on top");
    }));
}

const [file, server] = backends;

Deno.test({
  name: "libSQL server: transactions of several clients go one after another",
  ignore: server.ignore,
  fn: () =>
    withDatabase(server, {}, async ({ url }) => {
      const urls = [url, url, url.replace("http:", "ws:")];
      const databases = await Promise.all(urls.map((url) => openDatabase({ url })));
      await insert(databases[0].db, "0");
      await Promise.all(
        range(60).map((i) =>
          inTransaction(databases[i % databases.length].db, async (tx) => {
            const [{ count }] = await tx.select({ count: notes.text }).from(notes);
            await tx.update(notes).set({ text: String(Number(count) + 1) });
          })
        ),
      );
      assert.deepEqual(await notesIn(url), ["60"]);
      for (const { close } of databases) close();
    }),
});

Deno.test("a URL that names no file and no server is refused with a sentence", async () => {
  for (const url of [":memory:", "file::memory:", "file:", "data/name.db"]) {
    await assert.rejects(
      openDatabase({ url }),
      (error) => error instanceof DatabaseUseError && /Write file:/.test(error.message),
    );
  }
});

Deno.test("file: after SQLITE_BUSY reached the caller, the next acknowledged writes are still committed", () =>
  withDatabase(file, { busyWaitMs: 30 }, async ({ db, url, client }) => {
    const release = await holdWriteLock(url);
    for (
      const work of [
        () => insert(db, "lost"),
        () => insert(db, "lost").returning(),
        () => db.batch([insert(db, "lost")]),
        () => inTransaction(db, (tx) => insert(tx, "lost")),
        () => client.executeMultiple("insert into notes (text) values ('lost')"),
      ]
    ) await assert.rejects(async () => await work(), isBusy);
    await release();
    await insert(db, "plain");
    await inTransaction(db, (tx) => insert(tx, "transaction"));
    assert.deepEqual(await notesIn(url), ["foreign", "plain", "transaction"]);
    const pragma = async (name: string) => (await client.execute(`pragma ${name}`)).rows[0][0];
    assert.deepEqual(
      [await pragma("journal_mode"), await pragma("synchronous"), await pragma("foreign_keys")],
      ["wal", 2, 1],
      "the renewed connection is set up as the first was",
    );
  }));

Deno.test("file: while another process holds the lock, no write waits longer for those before it in the queue", () =>
  withDatabase(file, { busyWaitMs: 2000 }, async ({ db, url }) => {
    const release = await holdWriteLock(url);
    const refused = Promise.all(
      range(40).map((i) =>
        assert.rejects(
          async () => await (i % 2 ? insert(db, "lost") : inTransaction(db, (tx) => insert(tx, "lost"))),
          isBusy,
        )
      ),
    );
    await withTimeout(refused, 20_000, () => new Error("they waited one after the other"));
    await release();
    await insert(db, "after");
    assert.deepEqual(await notesIn(url), ["foreign", "after"]);
  }));

Deno.test("file: a batch that writes takes the lock before its first statement, so that nothing changes under it", () =>
  withDatabase(file, { busyWaitMs: 30 }, async ({ client, url }) => {
    const release = await holdWriteLock(url);
    const batch = () => client.batch(["select json('{')", "insert into notes (text) values ('second')"]);
    // Without the lock it would read first, and fail on what it reads.
    await assert.rejects(batch, isBusy);
    await release();
    await assert.rejects(batch, (error) => !isBusy(error) && /malformed JSON/.test(String(error)));
    assert.deepEqual(await notesIn(url), ["foreign"]);
  }));

Deno.test("file: reads have a connection that cannot write, also after it was renewed", () =>
  withDatabase(file, {}, async ({ client }) => {
    const queryOnly = async () => (await client.execute("select query_only from pragma_query_only")).rows[0][0];
    assert.equal(await queryOnly(), 1);
    await assert.rejects(client.execute("select json('{')"));
    assert.equal(await queryOnly(), 1);
  }));

Deno.test("file: a second process is refused with a sentence, until the first has closed it", () =>
  withDatabase(file, {}, async ({ url, ...database }) => {
    const ask = async () => new TextDecoder().decode((await childProcess("open", url).output()).stdout).trim();
    const refusal = await ask();
    assert.match(refusal, /^Another process already uses the database file .*test\.db\./);
    assert.match(refusal, /libSQL server .*DATABASE_URL=http:/);
    assert.deepEqual(await notesIn(url), []);
    database.close();
    assert.equal(await ask(), "opened");
  }));

Deno.test("file: the database's files can be read by their owner alone", () =>
  withDatabase(file, {}, ({ url }) => {
    const modes = ["", "-wal", "-shm"].map((end) => Deno.statSync(url.replace(/^file:/, "") + end).mode! & 0o777);
    assert.deepEqual(modes, [0o600, 0o600, 0o600]);
    return Promise.resolve();
  }));
