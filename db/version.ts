import type { Client } from "@libsql/client";
import type { Db } from "./open.ts";

/**
 * The version of the data: another number after every write, so that what was made from it may be kept while it stays.
 * Null on a libSQL server: other processes write there too, and to ask it costs as much as most answers.
 */
export const dataVersion = ({ $client }: Db): number | null =>
  ($client as Client & { version?: number }).version ?? null;
