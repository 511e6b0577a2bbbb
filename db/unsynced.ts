/** Writes that may be lost, in a database file: their commit does not wait for the disk. */
import type { Client, InValue, ResultSet } from "@libsql/client";
import type { Db } from "./open.ts";
import type { BatchStatement } from "./statements.ts";

interface Unsynced {
  batchUnsynced(statements: BatchStatement[]): Promise<ResultSet[]>;
}

const canSkip = (client: Client | Unsynced): client is Unsynced => "batchUnsynced" in client;

/**
 * Runs statements in one transaction. In a database file it survives the end of this process, but a power failure may
 * take the last of them. A libSQL server commits it as any other.
 */
export async function batchUnsynced(
  { $client }: Pick<Db, "$client">,
  statements: readonly { getQuery(): { sql: string; params: unknown[] } }[],
): Promise<void> {
  if (statements.length === 0) return;
  const all = statements.map((one) => {
    const { sql, params } = one.getQuery();
    return { sql, args: params as InValue[] };
  });
  await (canSkip($client) ? $client.batchUnsynced(all) : $client.batch(all, "write"));
}
