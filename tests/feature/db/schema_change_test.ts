/**
 * Paths of change: one more loan status, and a column made nullable in every table, so that SQLite must make each table
 * anew. In a copy of the project, on a database that the project itself made and filled.
 */
import assert from "node:assert/strict";
import { join } from "node:path";
import { getTableConfig, SQLiteTable } from "drizzle-orm/sqlite-core";
import { is } from "drizzle-orm";
import * as schema from "../../../db/schema/mod.ts";
import { readEnv } from "../../../lib/server/env.ts";
import { prepareDemo } from "../../../lib/server/tasks/demo.ts";
import { RUN_CHILD } from "../../support/child.ts";
import { START } from "../../support/app.ts";
import { runIn, withCopy } from "../../support/copy_project.ts";

/** What the compiler names when `Held` is added to the statuses. */
const NEW_STATUS = [
  [`"Loss", "Trash"] as const;`, `"Loss", "Held", "Trash"] as const;`],
  [`  Trash: "Trash",\n`, `  Held: "On hold",\n  Trash: "Trash",\n`],
  [`{ NA: 0, Trash: 0,`, `{ NA: 0, Held: 0, Trash: 0,`],
] as const;

/** The schema with one column of each table made nullable. */
const NULLABLE = `
import { is } from "drizzle-orm";
import { getTableConfig, SQLiteTable } from "drizzle-orm/sqlite-core";
import * as tables from "./schema/mod.ts";

for (const table of Object.values(tables)) {
  if (!is(table, SQLiteTable)) continue;
  getTableConfig(table).columns.findLast((column) => column.notNull && !column.primary).notNull = false;
}
export * from "./schema/mod.ts";
`;

Deno.test("with a new status and every table rebuilt all screens and calls work, and count right", () =>
  withCopy("house", async (copy, folder) => {
    const dataDir = join(folder, "data");
    await prepareDemo(readEnv((name) => name === "DATA_DIR" ? dataDir : undefined), () => START);

    const statuses = join(copy, "lib/domain/loans/status.ts");
    let text = await Deno.readTextFile(statuses);
    for (const [before, after] of NEW_STATUS) {
      assert.ok(text.includes(before), before);
      text = text.replace(before, after);
    }
    await Deno.writeTextFile(statuses, text);

    await Deno.writeTextFile(join(copy, "db/nullable.ts"), NULLABLE);
    const config = await Deno.readTextFile(join(copy, "db/drizzle.config.ts"));
    await Deno.writeTextFile(join(copy, "db/nullable.config.ts"), config.replace("schema/mod.ts", "nullable.ts"));
    const { tasks } = JSON.parse(await Deno.readTextFile(join(copy, "deno.json")));
    const [, ...generate] = tasks["db:generate"].command.replace("drizzle.config", "nullable.config").split(" ");
    await runIn(copy, Deno.execPath(), [...generate, "--name", "nullable"]);
    const [migration] = [...Deno.readDirSync(join(copy, "db/migrations"))].filter(({ name }) => /_nullable/.test(name));
    const sql = await Deno.readTextFile(join(copy, "db/migrations", migration.name));
    const tables = Object.values(schema).filter((table) => is(table, SQLiteTable)).map((t) => getTableConfig(t).name);
    for (const table of tables) assert.ok(sql.includes(`RENAME TO \`${table}\``), `${table} is made anew`);

    const child = [...RUN_CHILD, "tests/support/schema_change_child.ts"];
    assert.match(await runIn(copy, Deno.execPath(), [...child, dataDir]), /every page and call answered/);
  }));
