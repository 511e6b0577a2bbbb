/**
 * What the client of a database file keeps between statements: prepared statements, and answers until the next write.
 */
import { sql } from "drizzle-orm";
import { integer, sqliteTable, text } from "drizzle-orm/sqlite-core";
import assert from "node:assert/strict";
import { Connection } from "../../../db/connection.ts";
import { FileClient } from "../../../db/file_client.ts";
import { inTransaction, type OpenDatabase } from "../../../db/open.ts";
import { changesSchema, isRepeatable } from "../../../db/statements.ts";
import { backends, withDatabase } from "../../support/backends.ts";

const notes = sqliteTable("notes", { id: integer("id").primaryKey(), text: text("text").notNull() });
const [file] = backends;
const COUNT = "select count(*) as n from notes";

function test(name: string, run: (database: OpenDatabase) => Promise<void>): void {
  Deno.test(`file: ${name}`, () => withDatabase(file, {}, run));
}

const countIn = async ({ client }: OpenDatabase) => Number((await client.execute(COUNT)).rows[0].n);

test("a cached answer is read again after every way of writing", async (database) => {
  const { db, client } = database;
  const insert = "insert into notes (text) values ('one')";
  const ways: [string, () => Promise<unknown>][] = [
    ["a statement", () => client.execute(insert)],
    ["drizzle", async () => await db.insert(notes).values({ text: "one" })],
    ["rows returned", () => client.execute(`${insert} returning id`)],
    ["a batch", () => client.batch([insert])],
    ["several statements", () => client.executeMultiple(`${insert};`)],
    ["a migration", () => client.migrate([insert])],
    ["a transaction", () => inTransaction(db, (tx) => tx.insert(notes).values({ text: "one" }))],
  ];
  let there = await countIn(database);
  for (const [name, write] of ways) {
    const { version } = client as FileClient;
    await write();
    assert.equal(await countIn(database), ++there, name);
    assert.ok((client as FileClient).version > version, name);
  }
});

test("after a look at a query's plan writes are still read", async (database) => {
  await database.client.execute(`explain query plan ${COUNT}`);
  await database.client.execute("insert into notes (text) values ('one')");
  assert.equal(await countIn(database), 1);
});

test("an answer is the same object until a write; other arguments are another key", async ({ client }) => {
  await client.execute("insert into notes (text) values ('one'), ('two')");
  const ask = (id: number) => client.execute({ sql: "select text from notes where id = ?", args: [id] });
  const first = await ask(1);
  assert.equal(await ask(1), first);
  assert.equal((await ask(2)).rows[0].text, "two");
  const { version } = client as FileClient;
  await assert.rejects(client.execute("insert into notes (id, text) values (1, 'again')"));
  assert.notEqual((client as FileClient).version, version, "a failed write may have been one");
  assert.deepEqual((await ask(1)).rows[0].text, "one");
});

test("a transaction's own reads are not cached, nor what it rolled back", async (database) => {
  const { db } = database;
  await assert.rejects(inTransaction(db, async (tx) => {
    await tx.insert(notes).values({ text: "gone" });
    assert.equal((await tx.all<{ n: number }>(sql.raw(COUNT)))[0].n, 1);
    throw new Error("not today");
  }));
  assert.equal(await countIn(database), 0);
});

test("a read is not cached where a write came in before its end", async (database) => {
  const { client } = database;
  // Asked before the write, answered before it, and awaited only after it.
  const before = client.execute(COUNT);
  const write = client.execute("insert into notes (text) values ('one')");
  await Promise.all([before, write]);
  assert.equal(await countIn(database), 1);
});

test("prepared statements see a changed schema, however it was changed", async ({ db, client }) => {
  const all = () => client.execute("select * from notes");
  await client.execute("insert into notes (text) values ('one')");
  assert.deepEqual((await all()).columns, ["id", "text"]);
  const changes: [() => Promise<unknown>, string[]][] = [
    [() => client.execute("alter table notes add column a integer default 1"), ["id", "text", "a"]],
    [() => client.migrate(["alter table notes rename column a to b"]), ["id", "text", "b"]],
    [() => client.executeMultiple("alter table notes rename column b to c;"), ["id", "text", "c"]],
    [() => client.batch(["alter table notes rename column c to d"]), ["id", "text", "d"]],
    [() => inTransaction(db, (tx) => tx.run(sql`alter table notes rename column d to e`)), ["id", "text", "e"]],
  ];
  for (const [change, columns] of changes) {
    await change();
    const { columns: seen, rows } = await all();
    assert.deepEqual(seen, columns);
    assert.deepEqual(Object.keys(rows[0]), columns);
    assert.equal(rows[0][columns.at(-1)!], 1);
    assert.equal(rows[0][2], 1);
  }
});

test("a statement runs as often as it is called, after an error too", async ({ client }) => {
  const insert = (id: number) => client.execute({ sql: "insert into notes (id, text) values (?, 'x')", args: [id] });
  for (let id = 1; id <= 3; id++) {
    assert.equal((await insert(id)).rowsAffected, 1);
    await assert.rejects(insert(id), /UNIQUE/);
  }
  // Exactly as many rows as the driver fetches at a time, and one more.
  await client.executeMultiple("delete from notes;" + "insert into notes (text) values ('x');".repeat(101));
  for (const limit of [100, 101, 100]) {
    const { rows } = await client.execute({ sql: "select * from notes limit ?", args: [limit] });
    assert.equal(rows.length, limit);
  }
});

test("rows are read by position and by name, and hold what was stored", async ({ client }) => {
  const bytes = new Uint8Array([0, 1, 254, 255]);
  const { rows } = await client.execute({
    sql: "select ? as whole, ? as part, ? as words, ? as missing, ? as bytes, ? as yes, 2 as yes, 3 as length",
    args: [9007199254740991n, 0.1, "Élodie", null, bytes, true],
  });
  const [row] = rows;
  assert.deepEqual([...Array.prototype.slice.call(row)], [
    9007199254740991,
    0.1,
    "Élodie",
    null,
    bytes.buffer,
    1,
    2,
    3,
  ]);
  assert.deepEqual([row.whole, row.part, row.words, row.missing, row.yes, row.length], [
    9007199254740991,
    0.1,
    "Élodie",
    null,
    1,
    8,
  ]);
  assert.deepEqual(Object.keys(row), ["whole", "part", "words", "missing", "bytes", "yes"]);
  assert.equal((await client.execute({ sql: "select ? is null", args: [null] })).rows[0][0], 1);
  await assert.rejects(client.execute({ sql: "select ? is null", args: [NaN] }), RangeError);
  for (const [arg, size] of [[bytes, 4], [bytes.slice(1).buffer, 3]] as const) {
    assert.equal((await client.execute({ sql: "select length(?)", args: [arg] })).rows[0][0], size);
  }
  await assert.rejects(client.execute("select 9007199254740993"), RangeError);
  await assert.rejects(client.execute({ sql: "select ?", args: [NaN] }), RangeError);
  const named = await client.execute({ sql: "select :a as a, @b as b", args: { a: 1, "@b": "two" } });
  assert.deepEqual({ ...named.rows[0] }, { a: 1, b: "two" });
});

test("answers that depend on chance, the clock or the connection are never cached", async ({ client }) => {
  const some = async () => (await client.execute("select hex(randomblob(8)) as n")).rows[0].n;
  assert.notEqual(await some(), await some());
  for (
    const text of [
      "select random()",
      "select date('now')",
      "select current_timestamp",
      "select * from pragma_data_version",
      "select changes()",
      "select last_insert_rowid()",
      "explain query plan select 1",
    ]
  ) assert.ok(!isRepeatable(text), text);
  assert.ok(isRepeatable(COUNT));
});

Deno.test("statements that may change the schema are recognised", () => {
  for (
    const text of [
      "create table a (b)",
      "insert into a values (1); drop table a",
      "pragma foreign_keys = off",
      "vacuum",
    ]
  ) {
    assert.ok(changesSchema(text), text);
  }
  for (
    const text of [
      "insert into a values (1);\nupdate a set b = 1;",
      " delete from a",
      "with r as (select 1) select * from r",
    ]
  ) {
    assert.ok(!changesSchema(text), text);
  }
});

Deno.test("a connection keeps a bounded number of statements, and none after an error", async () => {
  const folder = await Deno.makeTempDir({ prefix: "connection-" });
  const connection = new Connection(`${folder}/kept.db`, "pragma journal_mode = wal;");
  try {
    for (let i = 0; i < 600; i++) connection.use((c) => c.execute({ sql: `select ${i}` }));
    assert.ok(!connection.hasPrepared("select 0"));
    assert.ok(connection.hasPrepared("select 599"));
    assert.throws(() => connection.use((c) => c.execute({ sql: "select json('{')" })));
    connection.use((c) => c.execute({ sql: "select 1" }));
    assert.ok(!connection.hasPrepared("select 599"), "the connection was replaced");
  } finally {
    connection.close();
    await Deno.remove(folder, { recursive: true });
  }
});
