/** Addresses from which browsers were saved and sessions begun: cut to their network once they are old. */
import { and, eq, inArray, lt, sql } from "drizzle-orm";
import { devices, sessions } from "../../../db/schema/mod.ts";
import { cutAddress } from "../../domain/tracking/address_range.ts";
import { expiry } from "../retention.ts";

// Both tables have a row a browser: whole addresses are looked for among all of them.
const oldAddressesOf = (table: typeof devices | typeof sessions) => {
  const isOld = (before: number) =>
    and(lt(table.createdAt, before), sql`${table.address} <> '' and instr(${table.address}, '/') = 0`);
  return expiry<string>({
    kind: "addresses",
    find: async (db, before, limit) =>
      (await db.select({ id: table.id }).from(table).where(isOld(before)).limit(limit)).map(({ id }) => id),
    async remove(tx, _ctx, ids, before) {
      const rows = await tx.select({ id: table.id, address: table.address }).from(table)
        .where(and(inArray(table.id, ids), isOld(before)));
      for (const { id, address } of rows) {
        await tx.update(table).set({ address: cutAddress(address) }).where(eq(table.id, id));
      }
      return rows.length;
    },
  });
};

export const oldBrowserAddresses = oldAddressesOf(devices);
export const oldSessionAddresses = oldAddressesOf(sessions);
