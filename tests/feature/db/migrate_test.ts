import type { Client } from "@libsql/client";
import assert from "node:assert/strict";
import { dirname, join } from "node:path";
import { databasePath } from "../../../db/database_path.ts";
import { migrate } from "../../../db/migrate.ts";
import { upgrade } from "../../../db/upgrade.ts";
import { openDatabase } from "../../../db/open.ts";
import { startSentence } from "../../../lib/server/operator_errors.ts";
import { backends, withDatabase } from "../../support/backends.ts";

const BREAK = "\n--> statement-breakpoint\n";
const FIRST = [
  "create table owners (id integer primary key, name text);",
  "create table homes (id integer primary key, owner_id integer references owners(id) on delete cascade);",
].join(BREAK);
/** Rebuilds the parent as drizzle-kit does where SQLite cannot alter it: with foreign keys on, homes would be lost. */
const REBUILD = [
  "PRAGMA foreign_keys=OFF;",
  "create table __new_owners (id integer primary key, name text not null default '');",
  "insert into __new_owners select id, name from owners;",
  "drop table owners;",
  "alter table __new_owners rename to owners;",
  "PRAGMA foreign_keys=ON;",
].join(BREAK);

/** Writes a folder of migrations as drizzle-kit does, the n-th made at instant n + 1. */
async function migrationsFolder(...migrations: string[]): Promise<string> {
  const folder = await Deno.makeTempDir({ prefix: "migrations-test-" });
  await Deno.mkdir(join(folder, "meta"));
  const entries = migrations.map((_, idx) => ({
    idx,
    version: "6",
    when: idx + 1,
    tag: `000${idx}`,
    breakpoints: true,
  }));
  await Deno.writeTextFile(join(folder, "meta/_journal.json"), JSON.stringify({ dialect: "sqlite", entries }));
  for (const [idx, text] of migrations.entries()) await Deno.writeTextFile(join(folder, `000${idx}.sql`), text);
  return folder;
}

async function withFolder(migrations: string[], test: (folder: string) => Promise<void>): Promise<void> {
  const folder = await migrationsFolder(...migrations);
  try {
    await test(folder);
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
}

const count = async (client: Client, table: string) =>
  Number((await client.execute(`select count(*) from ${table}`)).rows[0][0]);

for (const backend of backends) {
  const test = (name: string, fn: () => Promise<void>) =>
    Deno.test({ name: `${backend.name}: ${name}`, ignore: backend.ignore, fn });

  test("the project's migrations make every table, once", () =>
    withDatabase(backend, {}, async ({ client }) => {
      assert.ok(await migrate(client) > 0);
      assert.equal(await migrate(client), 0);
      assert.equal(await count(client, "loans"), 0);
      assert.equal(await count(client, "audit_rows"), 0);
    }));

  test("a rebuilt parent table keeps its children, and references are enforced again", () =>
    withDatabase(backend, {}, async ({ client }) => {
      await withFolder([FIRST], async (folder) => assert.equal(await migrate(client, { folder, derived: [] }), 1));
      await client.execute("insert into owners values (1, 'Ann')");
      await client.execute("insert into homes values (1, 1)");
      await withFolder(
        [FIRST, REBUILD],
        async (folder) => assert.equal(await migrate(client, { folder, derived: [] }), 1),
      );
      assert.equal(await count(client, "homes"), 1);
      await assert.rejects(client.execute("insert into homes values (2, 99)"), /FOREIGN KEY/);
    }));

  test("a migration that fails leaves nothing behind and can be run again", () =>
    withDatabase(backend, {}, async ({ client }) => {
      await withFolder([FIRST + BREAK + "insert into nowhere values (1);"], async (folder) => {
        const refused = await migrate(client, { folder, derived: [] }).catch((error) => error);
        assert.match(startSentence(refused)!, /\(.*nowhere.*\)\. Nothing was changed: go on with the version/);
        assert.equal(await count(client, "sqlite_schema where name in ('owners', 'homes')"), 0);
      });
      await withFolder([FIRST], async (folder) => assert.equal(await migrate(client, { folder, derived: [] }), 1));
    }));

  test("a database that a newer program changed is refused before any change, with what to do", () =>
    withDatabase(backend, {}, async ({ client }) => {
      await withFolder(
        [FIRST, REBUILD],
        async (folder) => assert.equal(await migrate(client, { folder, derived: [] }), 2),
      );
      await withFolder([FIRST], (folder) =>
        assert.rejects(migrate(client, { folder, derived: [] }), (error: Error) => {
          assert.match(
            startSentence(error)!,
            /changed by another version of the program .*: start that version or a newer/,
          );
          return true;
        }));
      await withFolder(
        [FIRST, REBUILD],
        async (folder) => assert.equal(await migrate(client, { folder, derived: [] }), 0),
      );
    }));

  test("a migration that leaves a broken reference is refused by its name, and nothing is changed", () =>
    withDatabase(backend, {}, async ({ client }) => {
      await withFolder([FIRST], async (folder) => assert.equal(await migrate(client, { folder, derived: [] }), 1));
      await client.execute("insert into owners values (1, 'Ann')");
      await client.execute("insert into homes values (1, 1)");
      await withFolder([FIRST, "delete from owners;"], async (folder) => {
        const refused = () =>
          assert.rejects(migrate(client, { folder, derived: [] }), /1 in homes to owners\)\. Nothing was changed/);
        await refused();
        assert.equal(await count(client, "owners"), 1);
        await refused();
      });
      await withFolder(
        [FIRST, REBUILD],
        async (folder) => assert.equal(await migrate(client, { folder, derived: [] }), 1),
      );
    }));
}

const [file, server] = backends;

Deno.test("an upgrade that fails on a copy of the file leaves the database as it was, to the last byte", () =>
  withDatabase(file, {}, async ({ client, url }) => {
    const path = databasePath(url);
    await withFolder([FIRST], async (folder) => assert.equal(await upgrade(client, url, { folder, derived: [] }), 1));
    await client.execute("insert into owners values (1, 'Ann')");
    await client.execute("insert into homes values (1, 1)");
    await client.execute("pragma wal_checkpoint(truncate)");
    const before = await Deno.readFile(path);
    const bad: [string, RegExp][] = [
      ["insert into nowhere values (1);", /no such table: nowhere/],
      ["delete from owners;", /1 in homes to owners/],
    ];
    for (const [sql, why] of bad) {
      await withFolder([FIRST, sql], async (folder) => {
        const error = await upgrade(client, url, { folder, derived: [] }).catch((error) => error);
        assert.match(startSentence(error)!, why);
        assert.match(error.message, /The database itself is as it was: start the version before/);
      });
      assert.deepEqual(await Deno.readFile(path), before);
      assert.equal((await Deno.stat(`${path}-wal`)).size, 0, "nothing waits to be written either");
    }
    const names = [...Deno.readDirSync(dirname(path))].map(({ name }) => name);
    assert.ok(names.every((name) => /^test\.db(-wal|-shm|\.lock)?$/.test(name)), `${names}`);
    await withFolder([FIRST, REBUILD], async (folder) => {
      assert.equal(await upgrade(client, url, { folder, derived: [] }), 1);
      assert.equal(await upgrade(client, url, { folder, derived: [] }), 0);
    });
    assert.equal(await count(client, "homes"), 1);
  }));

Deno.test("what a killed trial left goes at the next start, also where there is nothing to upgrade", () =>
  withDatabase(file, {}, async ({ client, url }) => {
    const left = `${databasePath(url)}-upgrade`;
    await withFolder([FIRST], async (folder) => {
      for (const ran of [1, 0]) {
        await Deno.mkdir(left);
        await Deno.writeTextFile(`${left}/copy.db`, "a whole copy");
        assert.equal(await upgrade(client, url, { folder, derived: [] }), ran);
        await assert.rejects(Deno.stat(left), Deno.errors.NotFound);
      }
    });
  }));

Deno.test({
  name: "libSQL server: of processes that start together, each migration is run by one",
  ignore: server.ignore,
  fn: () =>
    withDatabase(server, {}, async ({ url }) => {
      const databases = await Promise.all(Array.from({ length: 5 }, () => openDatabase({ url })));
      await withFolder([FIRST, REBUILD], async (folder) => {
        const ran = await Promise.all(databases.map(({ client }) => migrate(client, { folder, derived: [] })));
        assert.equal(ran.reduce((sum, n) => sum + n), 2);
        assert.equal(await count(databases[0].client, "__drizzle_migrations"), 2);
      });
      for (const { close } of databases) close();
    }),
});
