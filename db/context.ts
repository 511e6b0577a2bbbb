import type { Ports } from "../lib/domain/ports.ts";
import type { Db } from "./open.ts";

/** What every verb works with: the database beside the ports that the server fills in for one request. */
export interface Context extends Ports {
  db: Db;
}
