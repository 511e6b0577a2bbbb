/** News as it is stored, and with the loan that it is about. */
import { and, eq, exists, isNull, ne, notInArray, or, type Placeholder, type SQL, sql } from "drizzle-orm";
import type { Context, Tx } from "../../../db/mod.ts";
import { loans, news } from "../../../db/schema/mod.ts";
import { ARRIVAL_KINDS, type News, OWNER_KINDS } from "../../domain/news/kinds.ts";
import type { NewsLoan } from "../../domain/news/text.ts";
import { isStaff, ROLE } from "../../domain/permissions.ts";

export type NewsRow = typeof news.$inferSelect;

/** The news of a row. */
export const newsOf = ({ kind, data }: Pick<NewsRow, "kind" | "data">): News =>
  ({ kind, data: JSON.parse(data) }) as News;

/** Whose news it is, and what he is now. */
export interface NewsReader {
  id: number | Placeholder;
  role: number;
}

/** The reader of no news. */
export const NO_READER: NewsReader = { id: 0, role: -1 };

/**
 * The news that a reader may see now: owners all of their own, administrators all but what is for owners; others no
 * news for staff, and of loans only their own. A loan's news follows it to another broker.
 */
export function seenBy(db: Context["db"] | Tx, { id, role }: NewsReader): SQL | undefined {
  const own = eq(news.accountId, id);
  if (role === ROLE.owner) return own;
  if (isStaff(role)) return and(own, notInArray(news.kind, [...OWNER_KINDS]));
  const ownLoan = db.select({ one: sql`1` }).from(loans).where(and(eq(loans.id, news.loanId), eq(loans.brokerId, id)));
  return and(
    own,
    or(isNull(news.loanId), exists(ownLoan)),
    notInArray(news.kind, [...ARRIVAL_KINDS, ...OWNER_KINDS]),
    or(ne(news.kind, "licenceExpiring"), sql`json_extract(${news.data}, '$.accountId') = ${id}`),
  );
}

/** News that a reader may see, with its loan, the newest first. */
export const newsSelect = (db: Context["db"] | Tx, reader: NewsReader, where?: SQL) =>
  db.select({
    news,
    loan: {
      clientCode: loans.clientCode,
      client: sql<string>`trim(${loans.firstName} || ' ' || ${loans.lastName})`,
      broker: loans.brokerName,
    },
  }).from(news).leftJoin(loans, eq(loans.id, news.loanId)).where(and(seenBy(db, reader), where))
    .orderBy(sql`${news.at} desc, ${news.id} desc`);

/** The joined loan; null for news that is about none. */
export const loanOf = (loan: { clientCode: string | null } | null): NewsLoan | null =>
  loan && loan.clientCode !== null ? loan as NewsLoan : null;
