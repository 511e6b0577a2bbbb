/**
 * Hundreds of rows as one cell of JSON against a plain prepared select, in CPU time of turns: how much the raw reader
 * (`db/rows.ts`) saves where no bench of its own asks for a page. Ends with its budget, and with 1 beyond it.
 */
import { cpuUsage } from "node:process";
import { asc, gt, sql } from "drizzle-orm";
import { integer, real, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { openDatabase } from "../../db/open.ts";
import { prepareJsonRows } from "../../db/rows.ts";
import { median } from "./_share.ts";
import { budget, end } from "./_verdicts.ts";

const ROWS = 300, TURNS = 11, READS = 200, MOST = 0.5;

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
await client.execute(`create table loans (id integer primary key, code text, first_name text, last_name text, city text,
  amount integer, value integer, rate real, funded integer)`);
await db.insert(loans).values(
  Array.from({ length: ROWS }, (_, i) => ({
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
const plain = select().prepare(), json = prepareJsonRows(db, select());
const after = { after: 0 };

/** CPU time of a read, in milliseconds, the first of each turn told what it read. */
async function turn(read: (values: { after: number }) => Promise<unknown[]>): Promise<number> {
  const rows = await read(after), before = cpuUsage();
  if (rows.length !== ROWS) throw new Error(`${rows.length} rows were read instead of ${ROWS}`);
  for (let n = 0; n < READS; n++) await read(after);
  const { user, system } = cpuUsage(before);
  return (user + system) / 1000 / READS;
}

const plainMs: number[] = [], jsonMs: number[] = [];
for (let n = 0; n < TURNS; n++) {
  plainMs.push(await turn((values) => plain.all(values)));
  jsonMs.push(await turn((values) => json.all(values)));
}
close();
await Deno.remove(folder, { recursive: true });
const ratio = median(jsonMs) / median(plainMs);
console.log(`  plain ${median(plainMs).toFixed(3)} ms, as JSON ${median(jsonMs).toFixed(3)} ms of CPU time`);
budget(
  `${ROWS} rows of 9 columns as one cell of JSON, against a plain select (most ${MOST}x)`,
  `${ratio.toFixed(2)}x`,
  ratio <= MOST,
);
end();
