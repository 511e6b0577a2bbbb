/** The write-ahead log is moved into the database file beside the writes (docs/decisions/libsql-one-writer.md). */
import { createClient } from "@libsql/client";
import assert from "node:assert/strict";
import { databasePath } from "../../../db/database_path.ts";
import { LogLength } from "../../../db/log_length.ts";
import { batchUnsynced, type Db, inTransaction, openDatabase } from "../../../db/mod.ts";
import { backends, notesIn, withDatabase } from "../../support/backends.ts";
import { until } from "../../support/until.ts";

/** As many commits as are moved however soon they come, and once nobody writes, and those of them that surely are. */
const COMMITS = 2_000, FEW_COMMITS = 150, MOVED = 100, NOTE = "n".repeat(3_000);
/** As many large ones as are, each of some 600 pages. */
const LARGE_COMMITS = 50, LARGE = "n".repeat(600 * 4_000);
/** Commits while a move is waited for. */
const LATE = 25;
/** Bytes of a page in the log, with its head. */
const PAGE = 4_096 + 24;
const [file] = backends;

async function commit(db: Db, times: number, text = NOTE): Promise<void> {
  const note = { getQuery: () => ({ sql: "insert into notes (text) values (?)", params: [text] }) };
  for (let i = 0; i < times; i++) await batchUnsynced(db, [note]);
}
const sizeOf = async (path: string) => (await Deno.stat(path)).size;

Deno.test("under commits without a pause the log is moved into the file, and starts over", () =>
  withDatabase(file, {}, async ({ db, client, url }) => {
    const path = databasePath(url), logs: number[] = [];
    // A commit itself moves only a log of 60,000 pages, which these do not make.
    assert.equal((await client.execute("pragma wal_autocheckpoint")).rows[0][0], 60_000);
    for (let round = 1; round <= 6; round++) {
      await commit(db, COMMITS);
      await until("the round is in the file", async () => {
        await commit(db, LATE);
        return await sizeOf(path) > round * COMMITS * NOTE.length;
      });
      logs.push(await sizeOf(`${path}-wal`));
    }
    assert.ok(logs[5] < 3 * logs[0], `it would have grown to six times the first of ${logs}`);
    assert.equal((await notesIn(url)).length >= 6 * COMMITS, true);
  }));

Deno.test("once nobody writes the log is moved into the file, and the next write starts it over", () =>
  withDatabase(file, {}, async ({ db, url }) => {
    const path = databasePath(url), log = new LogLength(path);
    const startsOver = async () => {
      const before = await sizeOf(path);
      await commit(db, FEW_COMMITS);
      await until("they are in the file", async () => await sizeOf(path) > before + MOVED * NOTE.length);
      await commit(db, 1);
      return log.pages() < FEW_COMMITS;
    };
    // A commit that comes before the move has ended leaves the log as it is: others follow then.
    for (let round = 1; round <= 2; round++) await until("the log starts over", startsOver);
    log.close();
  }));

Deno.test("few large commits are checkpointed by their pages, long before one has to do it itself", () =>
  withDatabase(file, {}, async ({ db, url }) => {
    const path = databasePath(url), log = new LogLength(path);
    for (let round = 0; round < 3; round++) {
      await commit(db, LARGE_COMMITS, LARGE);
      await until("the log starts over", async () => {
        await commit(db, 1);
        return log.pages() < LARGE_COMMITS;
      });
    }
    log.close();
    assert.ok(await sizeOf(`${path}-wal`) < 45_000 * PAGE, "it would have 60,000 pages before that");
  }));

/** The locks of this process on a file, from /proc/locks: kind and first byte of each. */
async function locksOn(path: string): Promise<string[]> {
  const { ino } = await Deno.stat(path);
  const lines = (await Deno.readTextFile("/proc/locks")).split("\n");
  const own = new RegExp(` (\\w+) +${Deno.pid} [\\da-f]+:[\\da-f]+:${ino} (\\d+) `);
  return lines.flatMap((line) => own.exec(line)?.slice(1).join(" ") ?? []);
}

Deno.test({
  name: "the log's length is read without releasing SQLite's locks, by which other processes see it in use",
  ignore: Deno.build.os !== "linux",
  fn: () =>
    withDatabase(file, {}, async ({ db, url }) => {
      const path = databasePath(url);
      await commit(db, LATE);
      assert.deepEqual(await locksOn(`${path}-shm`), ["READ 128"]);
      await commit(db, 2 * LATE);
      assert.deepEqual(await locksOn(`${path}-shm`), ["READ 128"]);
    }),
});

Deno.test("commits succeed, and others follow, while no file handle is left for the log's length", async () => {
  const { openSync } = Deno;
  Deno.openSync = (path) => {
    throw new Error(`Too many open files (os error 24): open '${path}'`);
  };
  try {
    await withDatabase(file, {}, async ({ db }) => {
      for (let i = 0; i < 2 * LATE; i++) {
        await inTransaction(db, async (tx) => void await tx.run("insert into notes (text) values ('n')"));
      }
      const { rows } = await db.$client.execute("select count(*) from notes");
      assert.equal(rows[0][0], 2 * LATE);
    });
  } finally {
    Deno.openSync = openSync;
  }
});

Deno.test("a stop during a checkpoint leaves all in the file, and nothing in the log", () =>
  withDatabase(file, {}, async ({ db, url, makeWhole }) => {
    const path = databasePath(url);
    await commit(db, COMMITS + 5);
    await makeWhole();
    assert.equal(await sizeOf(`${path}-wal`), 0);
    await Deno.copyFile(path, `${path}.copy`);
    const copy = createClient({ url: `file:${path}.copy` });
    assert.equal((await copy.execute("select count(*) from notes")).rows[0][0], COMMITS + 5);
    copy.close();
    await commit(db, 1);
    assert.equal((await notesIn(url)).length, COMMITS + 6);
  }));

Deno.test("a file closed during a checkpoint has every commit, and opens again", () =>
  withDatabase(file, {}, async ({ db, url, close }) => {
    await commit(db, COMMITS + 5);
    close();
    const again = await openDatabase({ url });
    try {
      const { rows } = await again.client.execute("select count(*) from notes");
      assert.equal(rows[0][0], COMMITS + 5);
      await commit(again.db, COMMITS);
      await again.makeWhole();
      assert.equal((await again.client.execute("pragma integrity_check")).rows[0][0], "ok");
    } finally {
      again.close();
    }
  }));
