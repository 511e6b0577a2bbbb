/** How long the portal keeps what grows old: what owners chose, or the standard; and how an area lets it go. */
import { eq } from "drizzle-orm";
import type { Context, Db, Tx } from "../../db/mod.ts";
import { portalSettings } from "../../db/schema/mod.ts";
import { type RetainedKind, type Retention, retentionFrom } from "../domain/operations/retention.ts";

/** The period of each kind. `IP_KEPT_MONTHS` is the standard of addresses. */
export async function retentionOf(db: Db | Tx, { ipKeptMonths }: Pick<Context["site"], "ipKeptMonths">) {
  const row = await db.select().from(portalSettings).where(eq(portalSettings.name, "retention")).get();
  const stored: Partial<Retention> = row ? JSON.parse(row.value) : {};
  return retentionFrom(stored, { addresses: ipKeptMonths });
}

/** What grows old in one area, and how it goes. `before` is an instant in milliseconds: what is older may go. */
export interface Expiry<Id = number | string> {
  kind: RetainedKind;
  /** The ids of at most `limit` that may go. */
  find(db: Db, before: number, limit: number): Promise<Id[]>;
  /** Removes those of these ids that are still expired. Returns how many. */
  remove(tx: Tx, ctx: Context, ids: Id[], before: number): Promise<number>;
}

/** Keeps the type of the ids to the area. */
export const expiry = <Id extends number | string>(of: Expiry<Id>): Expiry => of as unknown as Expiry;
