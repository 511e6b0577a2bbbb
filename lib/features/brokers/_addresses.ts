/** The mail addresses that are or were a person's. */
import { and, eq, inArray, isNotNull, ne, or, type SQL, sql } from "drizzle-orm";
import type { Context, Db, Tx } from "../../../db/mod.ts";
import {
  accountLinks,
  accountRequests,
  accounts,
  auditRows,
  mailConsents,
  mails,
  trackedRecipients,
} from "../../../db/schema/mod.ts";
import type { ACCOUNT_MAIL_TEXTS } from "../accounts/mails.ts";

/** In small letters, without those that are another account's or the lender's now. */
export interface Addresses {
  /** What the account had, now and before. */
  own: string[];
  /** What it asked to have and never confirmed: whose they are is not known. */
  asked: string[];
}

/** The kind of a mail that asks whether an address is theirs. */
const CONFIRMS: keyof typeof ACCOUNT_MAIL_TEXTS = "emailChange";

/** Mails to some addresses, in whatever case; none for none. */
const to = (addresses: readonly string[]): SQL =>
  or(...addresses.map((address) => sql`${mails.to} collate nocase = ${address}`)) ?? sql`false`;

/** Mails to a person: all to their own addresses; to one that they asked for, the question whether it is theirs. */
export const sentTo = ({ own, asked }: Addresses): SQL => or(to(own), and(eq(mails.kind, CONFIRMS), to(asked)))!;

/** Every address of an account, from the account, its requests, links, consents, tracked mails and trail. */
export async function addressesOf(
  db: Db | Tx,
  { site: { lender } }: Pick<Context, "site">,
  { id, emailKey }: { id: number; emailKey: string },
): Promise<Addresses> {
  const ofRow = and(eq(auditRows.entity, "account"), eq(auditRows.entityId, String(id)));
  const half = (column: typeof auditRows.before | typeof auditRows.after) =>
    db.select({ action: auditRows.action, email: sql<string | null>`json_extract(${column}, '$.email')` })
      .from(auditRows).where(and(ofRow, isNotNull(sql`json_extract(${column}, '$.email')`)));
  const tracked = await db.selectDistinct({ email: trackedRecipients.email }).from(trackedRecipients)
    .where(eq(trackedRecipients.accountId, id));
  const requested = await db.select({ email: accountRequests.email }).from(accountRequests)
    .where(eq(accountRequests.accountId, id));
  const links = await db.select({ email: accountLinks.newEmail }).from(accountLinks)
    .where(eq(accountLinks.accountId, id));
  const consents = await db.selectDistinct({ email: mailConsents.email }).from(mailConsents)
    .where(eq(mailConsents.accountId, id));
  const trail = [...await half(auditRows.before), ...await half(auditRows.after)];
  const keys = (rows: readonly { email: string | null }[]) =>
    rows.flatMap(({ email }) => email ? [email.toLowerCase()] : []);
  const own = new Set([
    emailKey,
    ...keys([...tracked, ...requested, ...consents, ...trail.filter(({ action }) => action !== "account.emailAsked")]),
  ]);
  const asked = new Set(keys([...links, ...trail]));
  const taken = await db.select({ key: accounts.emailKey }).from(accounts)
    .where(and(inArray(accounts.emailKey, [...own, ...asked]), ne(accounts.id, id)));
  const others = new Set([...taken.map(({ key }) => key), lender.contactEmail?.toLowerCase()]);
  return {
    own: [...own].filter((email) => !others.has(email)),
    asked: [...asked].filter((email) => !others.has(email) && !own.has(email)),
  };
}
