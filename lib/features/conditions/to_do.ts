import { type SQL, sql } from "drizzle-orm";
import { valueSql } from "../../../db/derived/mod.ts";
import { conditions } from "../../../db/schema/mod.ts";
import type { Restriction } from "../../domain/loans/conditions.ts";

/** The restriction of a condition that the broker completes, as a SQL literal. */
export const BROKERS = sql.raw(valueSql<Restriction>("none"));

/** `isToDo` of a row of `conditions`. */
export const TO_DO: SQL = sql`${conditions.completed} = 0 and ${conditions.restriction} = ${BROKERS}`;
