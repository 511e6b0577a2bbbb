/**
 * Derived data is what the tables give, however the database came to it: new, upgraded, made anew, or cut off half-way.
 */
import type { Client } from "@libsql/client";
import assert from "node:assert/strict";
import { join } from "node:path";
import { DERIVED } from "../../../db/derived/mod.ts";
import { type Derived, makeStatements, table, versionOf } from "../../../db/derived/objects.ts";
import { migrate } from "../../../db/migrate.ts";
import { openDatabase } from "../../../db/open.ts";
import { accounts } from "../../../db/schema/mod.ts";
import { readEnv } from "../../../lib/server/env.ts";
import { startSentence } from "../../../lib/server/operator_errors.ts";
import { rebuildDerived } from "../../../lib/server/tasks/rebuild.ts";
import { seedLoans } from "../../bench/seed_loans.ts";
import { backends, withDatabase } from "../../support/backends.ts";
import { withFolder } from "../../support/folder.ts";

const NOW = Date.UTC(2026, 10, 20, 17);
const MIGRATIONS = new URL("../../../db/migrations/", import.meta.url).pathname;
/** The migrations that made triggers and derived tables themselves. */
const BEFORE_DERIVED = 11;

/** Runs the first migrations alone, as the version that had no others did. */
async function migrateAsBefore(client: Client): Promise<void> {
  await withFolder(async (folder) => {
    const journal = JSON.parse(await Deno.readTextFile(join(MIGRATIONS, "meta/_journal.json")));
    journal.entries.length = BEFORE_DERIVED;
    await Deno.mkdir(join(folder, "meta"));
    await Deno.writeTextFile(join(folder, "meta/_journal.json"), JSON.stringify(journal));
    for (const { tag } of journal.entries) {
      await Deno.copyFile(join(MIGRATIONS, `${tag}.sql`), join(folder, `${tag}.sql`));
    }
    assert.equal(await migrate(client, { folder, derived: [] }), BEFORE_DERIVED);
    await client.execute("drop table __derived");
  });
}

async function fill(database: Awaited<ReturnType<typeof openDatabase>>): Promise<void> {
  for (const n of [1, 2]) {
    await database.client.execute({
      sql: `insert into accounts (name, email, email_key, username, username_key, password_hash, created_at, updated_at)
        values (?, ?, ?, ?, ?, '', 1, 1)`,
      args: [`Bröker ${n}`, `b${n}`, `b${n}`, `b${n}`, `b${n}`],
    });
  }
  await seedLoans(database.client, 400, [1, 2], NOW);
}

async function read(client: Client, sql: string): Promise<string[]> {
  return (await client.execute(sql)).rows.map((row) => JSON.stringify(Array.from(row))).sort();
}

const schemaOf = (client: Client) =>
  read(
    client,
    "select type, name, sql from sqlite_schema where name not like 'sqlite_%' and name not like 'loan_search_%' and name <> 'notes'",
  );

/** Everything that is derived, as it is kept. */
async function derivedOf(client: Client): Promise<string[][]> {
  const queries = [
    "select * from loan_tallies",
    "select * from overview_tallies",
    "select status, region, band, sum(loans), sum(amount) from loan_cells group by 1, 2, 3",
    "select * from band_limits",
    "select rowid, * from loan_search",
    "select id, broker_name, broker_name_key from loans",
    "select count(*) from toronto_months",
  ];
  return await Promise.all(queries.map((sql) => read(client, sql)));
}

const generationOf = async (client: Client) =>
  Number((await client.execute("select generation from __derived")).rows[0][0]);

for (const backend of backends) {
  const test = (name: string, fn: () => Promise<void>) =>
    Deno.test({ name: `${backend.name}: ${name}`, ignore: backend.ignore, fn });

  test("a database of the previous version, with loans in it, is upgraded to what a new one is", () =>
    withDatabase(backend, {}, async (database) => {
      const { client } = database;
      await migrateAsBefore(client);
      await fill(database);
      assert.equal((await read(client, "select name from sqlite_schema where type = 'trigger'")).length, 21);
      assert.ok(await migrate(client) > 0);
      const schema = await schemaOf(client), derived = await derivedOf(client);
      const orders = await read(client, "select distinct broker_name_key from loans where broker_id is not null");
      assert.deepEqual(orders, ['["Broker 1"]', '["Broker 2"]'], "names as they sort");
      await withDatabase(backend, {}, async (fresh) => {
        await migrate(fresh.client);
        await fill(fresh);
        assert.deepEqual(schema, await schemaOf(fresh.client));
        assert.deepEqual(derived, await derivedOf(fresh.client));
      });
      await client.execute(
        "update loans set admin_com_select = 'Loss', city = 'Barrie', broker_id = 2 where id % 3 = 0",
      );
      // Each by itself: a trigger that forgets one column is seen by no change of several.
      const alone = [
        "broker_id = 3 - broker_id",
        "admin_com_select = iif(admin_com_select = 'NA', 'Funded', 'NA')",
        "new_loan_amount = new_loan_amount + 7",
        "client_code = 'ZED-' || id",
        "first_name = 'Zoe'",
        "last_name = 'Zeller'",
        "co_applicant = 'Zack Zeller'",
        "address = '7 Zion Road'",
        "city = 'Zurich'",
        "shown_score = 8 - shown_score",
        "fsfc_loan = 123456",
        "first_or_second = '3rd'",
      ];
      for (const [n, change] of alone.entries()) {
        await client.execute(`update loans set ${change} where id % ${alone.length} = ${n}`);
      }
      await client.execute("update accounts set name = 'Zara Zimmer' where id = 1");
      await client.execute("update accounts set brokerage = 'Zenith Lending' where id = 2");
      const kept = await derivedOf(client);
      await migrate(client, { rebuild: true });
      assert.deepEqual(await derivedOf(client), kept, "what triggers kept is what a fresh count gives");
    }));

  test("a start without changes writes nothing", () =>
    withDatabase(backend, {}, async ({ client }) => {
      await migrate(client);
      const asked: unknown[] = [];
      const watched = { execute: (sql: string) => (asked.push(sql), client.execute(sql)) } as unknown as Client;
      assert.equal(await migrate(watched), 0);
      assert.ok(asked.length > 0 && asked.every((sql) => /^select /.test(String(sql))), String(asked));
    }));

  test("another version rebuilds everything and drops what it no longer has; wrong contents are corrected", () =>
    withDatabase(backend, {}, async (database) => {
      const { client } = database;
      const extra: Derived = { tables: [table("loan_cities", "CREATE TABLE loan_cities (city text)")] };
      await migrate(client, { derived: [...DERIVED, extra] });
      await fill(database);
      const right = await derivedOf(client), schema = await schemaOf(client);
      await client.execute("update loan_tallies set loans = 77");
      await client.execute("delete from overview_tallies where dimension = 'city'");
      await client.execute("delete from loan_search where rowid < 50");
      await migrate(client);
      assert.deepEqual(await derivedOf(client), right);
      const now = await schemaOf(client);
      assert.deepEqual(schema.filter((object) => !now.includes(object)).length, 1);
    }));

  test("derived data that cannot be made leaves everything unchanged, and the next start makes it", () =>
    withDatabase(backend, {}, async (database) => {
      const { client } = database;
      await migrateAsBefore(client);
      await fill(database);
      const schema = await schemaOf(client);
      const broken: Derived = { triggers: ["CREATE TRIGGER broken AFTER INSERT ON nowhere BEGIN SELECT 1; END"] };
      await assert.rejects(migrate(client, { derived: [...DERIVED, broken] }), /nowhere/);
      const after = (await schemaOf(client)).filter((object) => !object.includes('"__derived"'));
      assert.deepEqual(after, schema);
      assert.ok(await migrate(client) > 0);
      assert.equal(await migrate(client), 0);
    }));
}

const [, server] = backends;

Deno.test({
  name: "libSQL server: of processes that start together on a filled database, one makes the derived data",
  ignore: server.ignore,
  fn: () =>
    withDatabase(server, {}, async (database) => {
      await migrateAsBefore(database.client);
      await fill(database);
      const started = await Promise.all(Array.from({ length: 5 }, () => openDatabase({ url: database.url })));
      const ran = await Promise.all(started.map(({ client }) => migrate(client)));
      assert.equal(ran.filter((n) => n > 0).length, 1);
      assert.equal(await generationOf(database.client), 1);
      for (const { close } of started) close();
    }),
});

Deno.test("the task rebuilds a stopped portal's derived data, and refuses beside a running one", () =>
  withFolder(async (DATA_DIR) => {
    const env = readEnv((name) => name === "DATA_DIR" ? DATA_DIR : undefined);
    (await openDatabase({ url: env.databaseUrl })).close();
    assert.match(await rebuildDerived(env), /^\d+ migrations were run first\. The derived data was made anew in /);
    const { db, client, close } = await openDatabase({ url: env.databaseUrl });
    await client.execute("update loan_tallies set loans = 5");
    assert.equal((await db.select().from(accounts)).length, 0);
    const refused = await rebuildDerived(env).catch((error) => error);
    assert.match(startSentence(refused)!, /^Another process already uses the database file .*harbourline\.db\. /);
    close();
    assert.match(await rebuildDerived(env), /^The derived data was made anew in \d+\.\d seconds\.$/);
    const again = await openDatabase({ url: env.databaseUrl });
    assert.deepEqual(await read(again.client, "select distinct loans from loan_tallies"), ["[0]"]);
    again.close();
  }));

Deno.test("long statements are generated only when they run; their version alone says that they changed", () => {
  let written = 0;
  const piece = (version: string): Derived => ({ late: { version, fill: () => [`insert ${++written}`] } });
  assert.notEqual(versionOf([piece("1")]), versionOf([piece("2")]));
  assert.equal(written, 0);
  assert.deepEqual(makeStatements([piece("1")]), ["insert 1"]);
});

Deno.test("each derived table has a comment with what its absence costs", async () => {
  const folder = new URL("../../../db/derived/", import.meta.url), wrong: string[] = [];
  // SQL has no other way to a month in Toronto, so its absence was not measured.
  const without = ["toronto_months.ts"];
  for await (const { name } of Deno.readDir(folder)) {
    const text = await Deno.readTextFile(new URL(name, folder));
    if (!/^ +tables: \[/m.test(text) || without.includes(name)) continue;
    const comments = text.match(/\/\*\*[^]*?\*\//g) ?? [];
    if (!comments.some((one) => /\d m?s\b/.test(one))) wrong.push(name);
  }
  assert.deepEqual(wrong, []);
});
