/** Who gets a campaign: brokers who agreed to such mails; and why others are left out. */
import { and, asc, eq, gt, sql } from "drizzle-orm";
import type { Context, Tx } from "../../../db/mod.ts";
import { accounts, blacklist, suppressedAddresses } from "../../../db/schema/mod.ts";
import { ROLE } from "../../domain/permissions.ts";

export const LEFT_OUT = {
  disabled: "Account disabled",
  blacklist: "On the blacklist",
  consent: "Touch-base emails are off",
  bounced: "Email bounced, or complained about",
} as const;
export type LeftOut = keyof typeof LEFT_OUT;

/** Null for who gets mail. An entry of the blacklist is an address, or `@domain` for all of them. */
export const leftOut = sql<LeftOut | null>`case
  when ${accounts.status} <> 1 then 'disabled'
  when exists (select 1 from ${blacklist} b where b.email in
    (${accounts.emailKey}, substr(${accounts.emailKey}, instr(${accounts.emailKey}, '@')))) then 'blacklist'
  when ${accounts.touchBaseEmails} = 0 then 'consent'
  when exists (select 1 from ${suppressedAddresses} s where s.email = ${accounts.emailKey}) then 'bounced' end`;

const columns = {
  id: accounts.id,
  name: accounts.name,
  email: accounts.email,
  phone: accounts.phone,
  brokerage: accounts.brokerage,
};

/** The brokers after an id who get mail, in the order of their ids. */
export const recipientsAfter = (db: Context["db"] | Tx, id: number, most: number) =>
  db.select(columns).from(accounts)
    .where(and(eq(accounts.role, ROLE.broker), gt(accounts.id, id), sql`${leftOut} is null`))
    .orderBy(asc(accounts.id)).limit(most);

/** Every broker's name, and why he is left out: null for who gets mail. */
export async function listRecipients(ctx: Context): Promise<{ id: number; name: string; why: LeftOut | null }[]> {
  return await ctx.db.select({ id: accounts.id, name: accounts.name, why: leftOut.as("why") }).from(accounts)
    .where(eq(accounts.role, ROLE.broker)).orderBy(sql`${accounts.name} collate nocase`);
}
