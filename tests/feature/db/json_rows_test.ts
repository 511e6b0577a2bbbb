import { asc, desc, eq, gt, sql } from "drizzle-orm";
import { blob, integer, real, sqliteTable, text } from "drizzle-orm/sqlite-core";
import assert from "node:assert/strict";
import { insertRows } from "../../../db/insert_rows.ts";
import { inTransaction } from "../../../db/open.ts";
import { jsonRows, prepareJsonRows } from "../../../db/rows.ts";
import { backends, withDatabase } from "../../support/backends.ts";

const items = sqliteTable("items", {
  id: integer("id").primaryKey(),
  name: text("name"),
  rate: real("rate"),
  done: integer("done", { mode: "boolean" }),
  at: integer("at", { mode: "timestamp_ms" }),
  tags: text("tags", { mode: "json" }).$type<{ list: string[] }>(),
  parentId: integer("parent_id"),
});
const pictures = sqliteTable("pictures", { id: integer("id").primaryKey(), bytes: blob("bytes") });

const CREATE = `create table items (id integer primary key, name text, rate real, done integer, at integer, tags text,
  parent_id integer)`;
const NAMES = ['O\'Brien "Bud"', "Élodie\n\tTremblay", "back\\slash", "🏠 {}[]", "", null, "null", "1.5", "[1]"];
const RATES = [0.1 + 0.2, 1 / 3, 0.0949, 1e300, 5e-324, -1e-7, 123456789.12345679, 2, 0, null];

/** 300 rows whose cells meet each other in ever new combinations: the two lists' lengths have no common factor. */
const rows = Array.from({ length: 300 }, (_, i) => ({
  id: i + 1,
  name: NAMES[i % NAMES.length],
  rate: i < 100 ? RATES[i % RATES.length] : Math.sin(i) * 10 ** (i % 20 - 10),
  done: [true, false, null][i % 3],
  at: i % 4 ? new Date(1_700_000_000_000 + i) : null,
  tags: i % 5 ? { list: ["a", String(i)] } : null,
  parentId: i % 7 ? 1 + i % 3 : null,
}));

for (const backend of backends) {
  Deno.test({
    name: `${backend.name}: rows inserted as JSON keep their texts, half of a surrogate pair as U+FFFD`,
    ignore: backend.ignore,
    fn: () =>
      withDatabase(backend, {}, async ({ db, client }) => {
        await client.execute(CREATE);
        const names = ["🏠", "\\ud800 in letters", "half \ud83c of one"];
        await db.run(insertRows(items, ["id", "name"])(names.map((name, i) => ({ id: i + 1, name }))));
        const found = await db.select({ name: items.name }).from(items).orderBy(asc(items.id));
        assert.deepEqual(found.map(({ name }) => name), [...names.slice(0, 2), "half \ufffd of one"]);
      }),
  });

  Deno.test({
    name: `${backend.name}: rows read as JSON are the rows of the plain select`,
    ignore: backend.ignore,
    fn: () =>
      withDatabase(backend, {}, async ({ db, client }) => {
        await client.execute(CREATE);
        await db.insert(items).values(rows);
        const same = async <Row>(query: Parameters<typeof jsonRows<Row>>[1]) =>
          assert.deepEqual(await jsonRows(db, query), await query);

        assert.deepEqual(await jsonRows(db, db.select().from(items).orderBy(items.id)), rows);
        await same(db.select().from(items).orderBy(desc(items.name), asc(items.rate), desc(items.id)));
        await same(db.select().from(items).orderBy(desc(items.at)).limit(7).offset(3));
        await same(db.select().from(items).where(gt(items.id, 1000)));
        await same(
          db.select({
            n: sql<number>`count(*)`.as("n"),
            mean: sql<number>`avg(${items.rate} / 3)`,
            first: sql<Date>`min(${items.at})`.mapWith(items.at),
            json: sql<string>`json_group_array(${items.id})`,
            sum: sql`sum(${items.id})`.mapWith(items.parentId),
            rates: sql`sum(${items.rate})`.mapWith(items.rate),
            named: sql`max(${items.name})`.mapWith(items.name).as("named"),
            done: items.done,
          }).from(items).groupBy(items.done).orderBy(items.done),
        );

        const parents = db.select().from(items).where(gt(items.id, 1)).as("parents");
        await same(
          db.select().from(items).leftJoin(parents, eq(items.parentId, parents.id)).orderBy(desc(items.id)),
        );
        await same(
          db.select({ id: items.id, parent: { id: parents.id, name: parents.name } }).from(items)
            .leftJoin(parents, eq(items.parentId, parents.id)).orderBy(items.id),
        );

        const above = prepareJsonRows(
          db,
          db.select({ id: items.id, done: items.done }).from(items)
            .where(sql`${gt(items.id, sql.placeholder("id"))} and ${eq(items.done, sql.placeholder("done"))}`)
            .orderBy(items.id).limit(sql.placeholder("limit")),
        );
        const expected = (id: number, done: boolean, limit: number) =>
          rows.filter((row) => row.id > id && row.done === done).slice(0, limit).map(({ id, done }) => ({ id, done }));
        assert.deepEqual(await above.all({ id: 10, done: true, limit: 5 }), expected(10, true, 5));
        assert.deepEqual(await above.all({ id: 250, done: false, limit: 90 }), expected(250, false, 90));
      }),
  });

  Deno.test({
    name: `${backend.name}: rows read as JSON inside a transaction see its own writes`,
    ignore: backend.ignore,
    fn: () =>
      withDatabase(backend, {}, async ({ db, client }) => {
        await client.execute(CREATE);
        await inTransaction(db, async (tx) => {
          await tx.insert(items).values(rows.slice(0, 3));
          assert.deepEqual(await jsonRows(tx, tx.select().from(items).orderBy(items.id)), rows.slice(0, 3));
        });
      }),
  });
}

Deno.test("file: selections wider than a function's arguments are read too", () =>
  withDatabase(backends[0], {}, async ({ db }) => {
    const fields = Object.fromEntries(Array.from({ length: 230 }, (_, i) => [`f${i}`, sql<number>`${i}`.as(`f${i}`)]));
    const table = sqliteTable("notes", { id: integer("id").primaryKey(), text: text("text") });
    await db.insert(table).values([{ text: "one" }, { text: "two" }]);
    assert.deepEqual(await jsonRows(db, db.select(fields).from(table)), await db.select(fields).from(table));
  }));

Deno.test("file: a blob is refused before it is asked for", () =>
  withDatabase(backends[0], {}, ({ db }) => {
    assert.throws(() => prepareJsonRows(db, db.select().from(pictures)), /A blob \(bytes\) has no JSON form/);
    return Promise.resolve();
  }));
