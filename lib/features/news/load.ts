/** News as it is stored, and with the loan that it is about. */
import { eq, type SQL, sql } from "drizzle-orm";
import type { Context, Tx } from "../../../db/mod.ts";
import { loans, news } from "../../../db/schema/mod.ts";
import type { News } from "../../domain/news/kinds.ts";
import type { NewsLoan } from "../../domain/news/words.ts";

export type NewsRow = typeof news.$inferSelect;

/** The news of a row. */
export const newsOf = ({ kind, data }: Pick<NewsRow, "kind" | "data">): News =>
  ({ kind, data: JSON.parse(data) }) as News;

/** News with its loan, the newest first. */
export const newsSelect = (db: Context["db"] | Tx, where: SQL | undefined) =>
  db.select({
    news,
    loan: {
      clientCode: loans.clientCode,
      client: sql<string>`trim(${loans.firstName} || ' ' || ${loans.lastName})`,
      broker: loans.brokerName,
    },
  }).from(news).leftJoin(loans, eq(loans.id, news.loanId)).where(where)
    .orderBy(sql`${news.at} desc, ${news.id} desc`);

/** The joined loan; null for news that is about none. */
export const loanOf = (loan: { clientCode: string | null } | null): NewsLoan | null =>
  loan && loan.clientCode !== null ? loan as NewsLoan : null;
