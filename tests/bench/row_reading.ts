/**
 * 200 rows of 9 columns by each way of reading: `deno bench -A --lock=tests/deno.lock tests/bench/json_rows_bench.ts`.
 */
import { asc, gt, sql } from "drizzle-orm";
import { integer, real, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { openDatabase } from "../../db/open.ts";
import { jsonRows, prepareJsonRows } from "../../db/rows.ts";

const loans = sqliteTable("loans", {
  id: integer("id").primaryKey(),
  code: text("code"),
  firstName: text("first_name"),
  lastName: text("last_name"),
  city: text("city"),
  amount: integer("amount"),
  value: integer("value"),
  rate: real("rate"),
  funded: integer("funded", { mode: "boolean" }),
});

const folder = await Deno.makeTempDir({ prefix: "bench-" });
const { db, client, close } = await openDatabase({ url: `file:${folder}/bench.db` });
addEventListener("unload", () => {
  close();
  Deno.removeSync(folder, { recursive: true });
});
await client.execute(`create table loans (id integer primary key, code text, first_name text, last_name text, city text,
  amount integer, value integer, rate real, funded integer)`);
await db.insert(loans).values(
  Array.from({ length: 200 }, (_, i) => ({
    code: `SMI-${1000 + i}`,
    firstName: "Katherine",
    lastName: `Smithson ${i}`,
    city: "Peterborough",
    amount: 150_000 + i * 1_000,
    value: 600_000 + i * 1_000,
    rate: 0.0799 + i / 10_000,
    funded: i % 2 === 0,
  })),
);

const select = () => db.select().from(loans).where(gt(loans.id, sql.placeholder("after"))).orderBy(asc(loans.id));
const prepared = select().prepare();
const preparedJson = prepareJsonRows(db, select());
const after = { after: 0 };

Deno.bench("drizzle, built each time", { group: "rows", baseline: true }, async () => {
  await db.select().from(loans).where(gt(loans.id, 0)).orderBy(asc(loans.id));
});
Deno.bench("drizzle, prepared", { group: "rows" }, async () => void await prepared.all(after));
Deno.bench("jsonRows", { group: "rows" }, async () => {
  await jsonRows(db, db.select().from(loans).where(gt(loans.id, 0)).orderBy(asc(loans.id)));
});
Deno.bench("prepareJsonRows", { group: "rows" }, async () => void await preparedJson.all(after));
