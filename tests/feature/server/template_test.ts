import assert from "node:assert/strict";
import { createClient } from "@libsql/client";
import { type TestApp, withApp } from "../../support/app.ts";
import { withFolder } from "../../support/folder.ts";
import { makeTemplate, TEMPLATE } from "../../support/template.ts";

/** Tables of which each start has its own: its secret. */
const OWN = ["server_secrets"];

/** Everything else that a start makes: the schema, and the rows of each table. */
async function contentOf({ deps }: TestApp): Promise<string[]> {
  const all = async (sql: string) => JSON.stringify((await deps.db.$client.execute(sql)).rows);
  const { rows } = await deps.db.$client.execute("select name from sqlite_schema where type = 'table' order by name");
  const tables = rows.map((row) => String(row.name)).filter((name) => !OWN.includes(name));
  const contents = await Promise.all(tables.map(async (name) => `${name}: ${await all(`select * from "${name}"`)}`));
  return [await all("select type, name, tbl_name, sql from sqlite_schema order by type, name"), ...contents];
}

/** The content of an application in a process that names this template, or none. */
async function started(template: string | undefined, env: Record<string, string> = {}): Promise<string[]> {
  const before = Deno.env.get(TEMPLATE);
  if (template) Deno.env.set(TEMPLATE, template);
  else Deno.env.delete(TEMPLATE);
  let content: string[] = [];
  try {
    await withApp(async (t) => void (content = await contentOf(t)), env);
  } finally {
    if (before) Deno.env.set(TEMPLATE, before);
    else Deno.env.delete(TEMPLATE);
  }
  return content;
}

Deno.test("an application that begins with a run's template equals one that migrated by itself", () =>
  withFolder(async (folder) => {
    const template = await makeTemplate(folder);
    assert.deepEqual(await started(template), await started(undefined));
  }));

Deno.test("the template is copied only into folders that the test did not name", () =>
  withFolder(async (folder) => {
    const template = await makeTemplate(folder);
    const client = createClient({ url: `file:${template}` });
    await client.execute("create table marked (id integer primary key)");
    await client.execute("pragma wal_checkpoint(truncate)");
    client.close();
    const marked = async (env?: Record<string, string>) =>
      (await started(template, env)).some((text) => text.startsWith("marked:"));
    await Deno.mkdir(`${folder}/own`);
    assert.deepEqual([await marked(), await marked({ DATA_DIR: `${folder}/own` })], [true, false]);
  }));
