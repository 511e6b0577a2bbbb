/** One digest of everything that is stored, to show that a refusal changed nothing. */
import { createHash } from "node:crypto";
import type { TestApp } from "./app.ts";

/** Counters of limits change on refusals, and are meant to. */
const IGNORED = new Set(["rate_limits", "sqlite_sequence", "job_leases"]);

/** The columns of a mail's sending, which goes on in the background and is no call's doing. */
const SENDING = ["status", "tries", "due_at", "lease_until", "sent_at", "provider_id", "error"];

export async function fingerprint(t: TestApp): Promise<string> {
  const { $client } = t.deps.db;
  // Events of what went before are handled first.
  await t.mails();
  const digest = createHash("sha256");
  const tables = await $client.execute("select name from sqlite_master where type = 'table' order by name");
  for (const { name } of tables.rows as unknown as { name: string }[]) {
    if (IGNORED.has(name) || name.startsWith("loan_search_")) continue;
    const rows = await $client.execute(`select * from "${name}" order by 1`);
    if (name === "mails") { for (const row of rows.rows) for (const column of SENDING) delete row[column]; }
    digest.update(name).update(JSON.stringify(rows.rows, (_, v) => typeof v === "bigint" ? String(v) : v));
  }
  return digest.digest("hex");
}
