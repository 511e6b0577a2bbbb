import type { Ports } from "../lib/domain/ports.ts";
import type { Db } from "./open.ts";

/** The context of a verb: the database, and the request's ports. */
export interface Context extends Ports {
  db: Db;
}
