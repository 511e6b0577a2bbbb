/** A broker's own loans with the progress of their conditions (loans specification 2.1). */
import { and, asc, desc, eq, ne, sql } from "drizzle-orm";
import { foundLoans, quoteList } from "../../../db/derived/mod.ts";
import { type Context, prepareJsonRows } from "../../../db/mod.ts";
import { conditions, loans } from "../../../db/schema/mod.ts";
import type { OwnLoan } from "../../domain/loans/own_loan.ts";
import { brokerKey, searchQuery } from "../../domain/loans/search.ts";
import { ACTIVE_STATUSES } from "../../domain/loans/status.ts";
import { pageAt } from "../../domain/paging.ts";
import type { CompletionFilter, OwnLoansQuery } from "../../schemas/loans/list.ts";
import { preparedBy } from "../../../db/prepared.ts";
import { TO_DO } from "../conditions/to_do.ts";
import { readPage } from "../read_page.ts";
import { brokerStatusSql } from "./_broker_status.ts";

const OWN_PAGE_SIZE = 50;

export interface OwnLoans {
  rows: OwnLoan[];
  /** Number of loans that match filter and search. */
  found: number;
  /** Number of the broker's loans, and by completion, regardless of the search; some have no conditions yet. */
  all: number;
  completed: number;
  notCompleted: number;
  page: number;
  pages: number;
}

const open = sql`${loans.conditionsDone} < ${loans.conditionsTotal}`;
const done = sql`${loans.conditionsTotal} > 0 and not (${open})`;
const SHOW: Record<CompletionFilter, ReturnType<typeof sql> | undefined> = {
  all: undefined,
  completed: done,
  notCompleted: open,
};

const active = sql`${loans.adminComSelect} in ${sql.raw(quoteList(ACTIVE_STATUSES))}`;
/** Open conditions that are the broker's; loans that cannot have any are not looked at. */
// Nested, so that a select of one table keeps the names of tables in it.
const toDo = sql<number>`${sql`case when ${active} and ${open} then (
  select count(*) from ${conditions} where ${conditions.loanId} = ${loans.id} and ${TO_DO}) else 0 end`}`;
/** The order of the groups of `ownGroupOf`. */
const group = sql<number>`case when not (${active}) then 2 when (${toDo}) > 0 then 0 else 1 end`;
/** Those that wait for the broker close soonest first, as what is outstanding beside them; others have no day here. */
const closing = sql<string>`case when ${active} and (${toDo}) > 0
  then coalesce(nullif(${loans.estClosingDate}, ''), 'none') else '' end`;

/** A broker's visible loans: their own, except those in the trash. */
const own = and(eq(loans.brokerId, sql.placeholder("broker")), ne(loans.adminComSelect, "Trash"));

type ListKey = `${CompletionFilter} ${"all" | "found"}`;
const which = (key: ListKey) => {
  const [show, found] = key.split(" ") as [CompletionFilter, string];
  const match = sql`${loans.id} in (${foundLoans(sql.placeholder("match"))})`;
  return and(own, SHOW[show], found === "found" ? match : undefined);
};

const counts = preparedBy((db, key: ListKey) =>
  db.select({ n: sql<number>`count(*)` }).from(loans).where(which(key)).prepare()
);
const byCompletion = preparedBy((db, _key: "all") =>
  db.select({
    completed: sql<number>`coalesce(sum(${done}), 0)`,
    notCompleted: sql<number>`coalesce(sum(${open}), 0)`,
    all: sql<number>`count(*)`,
  }).from(loans).where(own).prepare()
);
/** Loans of the actor that stand before one in their list. */
const before = sql<number>`(select count(*) from loans where ${own} and
  (${group}, ${closing}, -loans.id) < (select ${group}, ${closing}, -loans.id from loans where loans.id = ${
  sql.placeholder("id")
}))`;
const countBefore = preparedBy((db, _key: "all") => db.select({ n: before }).from(sql`(select 1)`).prepare());
const OFFSETS = {
  page: sql.placeholder("offset"),
  // Drizzle's types know no expression here; SQL does.
  around: sql`${before} / ${sql.raw(String(OWN_PAGE_SIZE))} * ${sql.raw(String(OWN_PAGE_SIZE))}` as never,
};
const rows = preparedBy((db, key: `${ListKey} ${keyof typeof OFFSETS}`) =>
  prepareJsonRows<OwnLoan>(
    db,
    db.select({
      id: loans.id,
      clientCode: loans.clientCode,
      firstName: loans.firstName,
      lastName: loans.lastName,
      city: loans.city,
      newLoanAmount: loans.newLoanAmount,
      adminComSelect: brokerStatusSql.as("broker_status"),
      conditionsTotal: loans.conditionsTotal,
      conditionsDone: loans.conditionsDone,
      toDo,
    }).from(loans).where(which(key as unknown as ListKey)).orderBy(asc(group), asc(closing), desc(loans.id))
      .limit(OWN_PAGE_SIZE).offset(OFFSETS[key.split(" ")[2] as keyof typeof OFFSETS]),
  )
);

/** The page of the actor's own loans that contains this one. */
export async function listOwnLoansAround(ctx: Context, id: number): Promise<OwnLoans> {
  const broker = ctx.actor?.id ?? -1;
  const [all, n, found] = await Promise.all([
    byCompletion(ctx.db, "all").get({ broker }),
    countBefore(ctx.db, "all").get({ broker, id }),
    rows(ctx.db, "all all around").all({ broker, id }),
  ]);
  const { page, pages } = pageAt(Math.floor(n!.n / OWN_PAGE_SIZE) + 1, all!.all, OWN_PAGE_SIZE);
  return { rows: found, found: all!.all, ...all!, page, pages };
}

/**
 * The actor's own loans, fifty on a page: those that need the broker first, of these the next to close, closed ones
 * last, else the newest first. A page beyond the last gives the last.
 */
export async function listOwnLoans(ctx: Context, query: OwnLoansQuery): Promise<OwnLoans> {
  const broker = ctx.actor?.id ?? -1;
  const match = searchQuery([brokerKey(broker)], query.q, "broker");
  const key = `${query.show} ${match ? "found" : "all"}` as const;
  const [all, part] = await Promise.all([
    byCompletion(ctx.db, "all").get({ broker }),
    readPage(query.page, {
      size: OWN_PAGE_SIZE,
      count: async () => (await counts(ctx.db, key).get({ broker, match }))!.n,
      rowsFrom: (offset) => rows(ctx.db, `${key} page`).all({ broker, match, offset }),
    }),
  ]);
  return { ...all!, ...part };
}

const waiting = preparedBy((db, _key: "all") =>
  db.select({
    id: loans.id,
    clientCode: loans.clientCode,
    firstName: loans.firstName,
    lastName: loans.lastName,
    estClosingDate: loans.estClosingDate,
    dateFunded: loans.dateFunded,
    status: loans.adminComSelect,
    toDo: toDo.as("to_do"),
  }).from(loans).where(and(own, sql`${group} = 0`))
    .orderBy(sql`nullif(${loans.estClosingDate}, '') is null`, asc(loans.estClosingDate), desc(loans.id)).prepare()
);

/** The actor's loans that wait for them, those that close soonest first. */
export const loansToDo = (ctx: Context) => waiting(ctx.db, "all").all({ broker: ctx.actor?.id ?? -1 });
