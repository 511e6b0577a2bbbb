/** Audit rows: who, when, from which address, what, before and after. Written in the same transaction as the change. */
import type { Context, Tx } from "../../db/mod.ts";
import { auditRows } from "../../db/schema/mod.ts";
import { auditColumns, type AuditEntry } from "../domain/audit.ts";

/** Actions of the portal itself, not of the signed-in account. */
export const SYSTEM = { id: null, name: "The portal" };

/** The actor, where it is not the request's: a person signing in, or the portal itself. */
interface By {
  actor?: { id: number | null; name: string };
}

/** Adds one audit row. Rows are never changed or removed. Keep passwords, codes and tokens out of before and after. */
export const audit = (tx: Tx, ctx: Context, entry: AuditEntry & By): Promise<void> => auditAll(tx, ctx, [entry]);

/** Adds several, at least one, by one statement. */
export async function auditAll(tx: Tx, ctx: Context, entries: readonly (AuditEntry & By)[]): Promise<void> {
  await tx.insert(auditRows).values(entries.map((entry) => {
    const actor = entry.actor ?? ctx.actor;
    return {
      at: ctx.now,
      actorId: actor?.id ?? null,
      actorName: actor?.name ?? "",
      address: ctx.address,
      ...auditColumns(entry),
    };
  }));
}

/** The fields that were sent; one that was left out stays as it is. */
export function sentFields<T extends object>(fields: T): Partial<T> {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as Partial<T>;
}

/** The fields of `after` that differ from `before`, as the two halves of an audit row. */
export function changes<T extends object>(before: T, after: Partial<T>): { before: Partial<T>; after: Partial<T> } {
  const was: Partial<T> = {}, is: Partial<T> = {};
  for (const key of Object.keys(after) as (keyof T)[]) {
    if (JSON.stringify(before[key]) === JSON.stringify(after[key])) continue;
    was[key] = before[key];
    is[key] = after[key];
  }
  return { before: was, after: is };
}
