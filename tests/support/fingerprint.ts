/** One digest of everything that is stored, to show that a refusal changed nothing. */
import { createHash } from "node:crypto";
import type { TestApp } from "./app.ts";

/** Counters of limits change on refusals, and are meant to. */
const IGNORED = new Set(["rate_limits", "sqlite_sequence", "job_leases"]);

export async function fingerprint(t: TestApp): Promise<string> {
  const { $client } = t.deps.db;
  const digest = createHash("sha256");
  const tables = await $client.execute("select name from sqlite_master where type = 'table' order by name");
  for (const { name } of tables.rows as unknown as { name: string }[]) {
    if (IGNORED.has(name) || name.startsWith("loan_search_")) continue;
    const rows = await $client.execute(`select * from "${name}" order by 1`);
    digest.update(name).update(JSON.stringify(rows.rows, (_, v) => typeof v === "bigint" ? String(v) : v));
  }
  return digest.digest("hex");
}
