import type { Client } from "@libsql/client";
import type { Db } from "./open.ts";

/**
 * The version of the data: another one after every write, so that what was made from it may be kept while it stays.
 * On a libSQL server it is what the last read brought along, so it holds for what is read next; null before the first.
 */
export const dataVersion = ({ $client }: Db): number | string | null =>
  ($client as Client & { version?: number | string }).version ?? null;
