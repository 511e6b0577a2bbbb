/** What a feature asks of the database, and how SQLite goes about it. */
import { setImmediate } from "node:timers/promises";
import type { Client, InValue } from "@libsql/client";
import { drizzle } from "drizzle-orm/libsql";
import type { Context } from "../../db/mod.ts";
import * as schema from "../../db/schema/mod.ts";
import type { TestApp } from "./app.ts";

/** How SQLite goes about a statement: its steps, parted by semicolons. */
export async function planOf(client: Client, { sql, args }: { sql: string; args: InValue[] }): Promise<string> {
  const { rows } = await client.execute({ sql: `explain query plan ${sql}`, args });
  return rows.map(({ detail }) => String(detail)).join("; ");
}

/** What `run` asks of the database, each with its plan. */
export async function plansOf(t: TestApp, run: (ctx: Context) => Promise<unknown>) {
  const { $client: client } = t.deps.db;
  const asked: { sql: string; args: InValue[] }[] = [];
  const logger = { logQuery: (sql: string, params: unknown[]) => void asked.push({ sql, args: params as InValue[] }) };
  await run({ ...t.context(), db: Object.assign(drizzle(client, { schema, logger }), { $client: client }) });
  const plans: { text: string; plan: string }[] = [];
  for (const one of asked) {
    plans.push({ text: one.sql, plan: await planOf(client, one) });
    // A turn each: no portal explains what it asks.
    await setImmediate();
  }
  return plans;
}
