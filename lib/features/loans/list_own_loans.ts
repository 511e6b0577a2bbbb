/** A broker's own loans with the progress of their conditions (loans specification 2.1). */
import { and, desc, eq, gt, ne, sql } from "drizzle-orm";
import { type Context, prepareJsonRows } from "../../../db/mod.ts";
import { loans } from "../../../db/schema/mod.ts";
import type { OwnLoan } from "../../domain/loans/own_loan.ts";
import { brokerKey, searchQuery } from "../../domain/loans/search.ts";
import { pageAt } from "../../domain/paging.ts";
import type { CompletionFilter, OwnLoansQuery } from "../../schemas/loans/list.ts";
import { preparedBy } from "../../../db/prepared.ts";

const OWN_PAGE_SIZE = 50;

export interface OwnLoans {
  rows: OwnLoan[];
  /** Number of loans that match filter and search. */
  found: number;
  /** Number of the broker's loans by completion, regardless of the search. */
  completed: number;
  notCompleted: number;
  page: number;
  pages: number;
}

const done = sql`${loans.conditionsDone} >= ${loans.conditionsTotal}`;
const SHOW: Record<CompletionFilter, ReturnType<typeof sql> | undefined> = {
  all: undefined,
  completed: done,
  notCompleted: sql`not (${done})`,
};

/** A broker's visible loans: their own, except those in the trash. */
const own = and(eq(loans.brokerId, sql.placeholder("broker")), ne(loans.adminComSelect, "Trash"));

const which = (key: `${CompletionFilter} ${"all" | "found"}`) => {
  const [show, found] = key.split(" ") as [CompletionFilter, string];
  const match = sql`${loans.id} in (select rowid from loan_search where loan_search match ${sql.placeholder("match")})`;
  return and(own, SHOW[show], found === "found" ? match : undefined);
};

const counts = preparedBy((db, key: `${CompletionFilter} ${"all" | "found"}`) =>
  db.select({ n: sql<number>`count(*)` }).from(loans).where(which(key)).prepare()
);
const byCompletion = preparedBy((db, _key: "all") =>
  db.select({ completed: sql<number>`coalesce(sum(${done}), 0)`, all: sql<number>`count(*)` }).from(loans).where(own)
    .prepare()
);
const rows = preparedBy((db, key: `${CompletionFilter} ${"all" | "found"}`) =>
  prepareJsonRows<OwnLoan>(
    db,
    db.select({
      id: loans.id,
      clientCode: loans.clientCode,
      firstName: loans.firstName,
      lastName: loans.lastName,
      city: loans.city,
      newLoanAmount: loans.newLoanAmount,
      adminComSelect: loans.adminComSelect,
      conditionsTotal: loans.conditionsTotal,
      conditionsDone: loans.conditionsDone,
    }).from(loans).where(which(key)).orderBy(desc(loans.id))
      .limit(sql.placeholder("limit")).offset(sql.placeholder("offset")),
  )
);

const newer = preparedBy((db, _key: "all") =>
  db.select({ n: sql<number>`count(*)` }).from(loans).where(and(own, gt(loans.id, sql.placeholder("id")))).prepare()
);

/** The page of the actor's own loans that contains this one. */
export async function listOwnLoansAround(ctx: Context, id: number): Promise<OwnLoans> {
  const { n } = (await newer(ctx.db, "all").get({ broker: ctx.actor?.id ?? -1, id }))!;
  return await listOwnLoans(ctx, { q: "", show: "all", page: Math.floor(n / OWN_PAGE_SIZE) + 1 });
}

/** The actor's own loans, newest first, fifty on a page. A page beyond the last gives the last. */
export async function listOwnLoans(ctx: Context, query: OwnLoansQuery): Promise<OwnLoans> {
  const broker = ctx.actor?.id ?? -1;
  const match = searchQuery([brokerKey(broker)], query.q, "broker");
  const key = `${query.show} ${match ? "found" : "all"}` as const;
  const all = (await byCompletion(ctx.db, "all").get({ broker }))!;
  const { n } = (await counts(ctx.db, key).get({ broker, match }))!;
  const { page, pages, offset } = pageAt(query.page, n, OWN_PAGE_SIZE);
  return {
    rows: await rows(ctx.db, key).all({ broker, match, limit: OWN_PAGE_SIZE, offset }),
    found: n,
    completed: all.completed,
    notCompleted: all.all - all.completed,
    page,
    pages,
  };
}
