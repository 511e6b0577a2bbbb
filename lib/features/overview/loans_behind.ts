/** The loans behind a figure of the overview: those that its tallies count, in figures and as rows. */
import { type SQL, sql } from "drizzle-orm";
import type { Context } from "../../../db/mod.ts";
import { factSql, fundedAmountOfSql } from "../../../db/derived/mod.ts";
import { addMonths, dateInToronto, monthStartInToronto } from "../../domain/dates.ts";
import { ALL_MONTHS, largestOf, type Months, OVERVIEW_STATUSES, UNKNOWN } from "../../domain/lending/overview.ts";
import { sumOf } from "../../domain/lending/portfolio.ts";
import { type LoanStatus, PORTFOLIO_STATUSES } from "../../domain/loans/status.ts";
import { BEHIND_SIZE, type BehindOrder, type BehindQuery } from "../../schemas/overview.ts";
import { COUNTED, foldLabel, labelsIn, textBuckets } from "./groups.ts";
import { readAhead } from "../read_ahead.ts";
import { hasBegun } from "../servicing/update_books.ts";
import { readTallyRows, rememberedRows, type TallyFilter, type TallyRow } from "./tallies.ts";

/** A row; `amount` in whole dollars, `ltv` in whole percent, `timestamp` in milliseconds. */
export interface BehindLoan {
  id: number;
  clientCode: string;
  firstName: string;
  lastName: string;
  brokerName: string;
  city: string;
  firstOrSecond: string;
  status: LoanStatus;
  amount: number;
  ltv: number | null;
  shownScore: number;
  timestamp: number;
}

/** How many loans there are, their sum in whole dollars, and the rows of a page. */
export interface LoansBehind {
  loans: number;
  amount: number;
  page: number;
  pages: number;
  rows: BehindLoan[];
}

/** Which loans: of a group, a bucket of it or what a chart sums, in an order, a page. */
export type Behind = Pick<BehindQuery, "of" | "is" | "part" | "by" | "month" | "order" | "page">;

const ORDERS: Record<BehindOrder, SQL> = {
  new: sql`l.id desc`,
  amount: sql`amount desc, l.id desc`,
  score: sql`l.shown_score desc, l.id desc`,
};
const AMOUNT = sql.raw(fundedAmountOfSql("l.fsfc_loan", "l.new_loan_amount"));

/** The statuses that a query's word stands for. */
export function statusesOf(status: BehindQuery["status"]): TallyFilter["statuses"] {
  return status === "all" ? OVERVIEW_STATUSES : status === "lent" ? PORTFOLIO_STATUSES : [status];
}

/** The tallied rows of the figure, which name its loans. */
function rowsBehind(ctx: Context, { of, is, part, by }: Behind, rows: readonly TallyRow[]): readonly TallyRow[] {
  const labelOf = labelsIn(of, ctx.lending().settings.globalScore);
  const keyOf = ({ bucket }: TallyRow) => foldLabel(labelOf(bucket) ?? UNKNOWN);
  if (part === "rest") {
    const { rest: summed } = largestOf(textBuckets(rows, labelOf), by);
    const rest = new Set(summed.map(({ label }) => foldLabel(label)));
    return rows.filter((row) => rest.has(keyOf(row)));
  }
  const wanted = of === "broker" ? is.split(",") : [foldLabel(is)];
  return is === "" ? rows : rows.filter((row) => wanted.includes(keyOf(row)));
}

/** Condition: the loan was submitted, or funded or repaid in a group of these, in the months. */
function inMonths(of: Behind["of"], { from, to }: Months): SQL {
  if (of === "funded") return sql`substr(l.date_funded, 1, 7) between ${from} and ${to}`;
  if (of === "repaid") return sql`substr(l.date_repaid, 1, 7) between ${from} and ${to}`;
  if (from === ALL_MONTHS.from) return sql`true`;
  // A submission's instant is never typed; a mistyped year is no instant that can be shown.
  if (from < "1900-01" || to > "2199-12") return sql`false`;
  const end = addMonths(`${to}-01`, 1).slice(0, 7);
  return sql`l.timestamp >= ${monthStartInToronto(from)} and l.timestamp < ${monthStartInToronto(end)}`;
}

/** The loans that a figure counts, in the months and statuses of its chart. */
export async function loansBehind(ctx: Context, filter: TallyFilter, behind: Behind): Promise<LoansBehind> {
  const { of } = behind;
  const months = behind.month ? { from: behind.month, to: behind.month } : filter.months;
  const { dimension, screen } = COUNTED[of];
  // History counts by month, so a month's submissions are read there.
  const group = dimension === "submitted" ? "history" : screen, tallies = { ...filter, months };
  const { bucket, where } = factSql(dimension, "l");
  const conditionsIn = (buckets: readonly string[] | null) =>
    sql.join([
      sql`l.admin_com_select in (${sql.join(filter.statuses.map((status) => sql`${status}`), sql`, `)})`,
      inMonths(of, months),
      sql.raw(`(${where})`),
      ...of === "ledger"
        ? [
          sql`exists (select 1 from ledger_rows r where r.loan_id = l.id and r.day <= ${dateInToronto(ctx.now)})`,
          hasBegun(sql`l.id`),
        ]
        : [],
      ...buckets ? [sql`${sql.raw(bucket)} in (select value from json_each(${JSON.stringify(buckets)}))`] : [],
    ], sql` and `);
  const rowsFrom = (buckets: readonly string[] | null, page: number) =>
    ctx.db.all<BehindLoan>(
      sql`select l.id, l.client_code as clientCode, l.first_name as firstName, l.last_name as lastName,
        l.broker_name as brokerName, l.city, l.first_or_second as firstOrSecond, l.admin_com_select as status,
        ${AMOUNT} as amount, l.ltv, l.shown_score as shownScore, l.timestamp
        from loans as l where ${conditionsIn(buckets)} order by ${ORDERS[behind.order]}
        limit ${BEHIND_SIZE} offset ${(page - 1) * BEHIND_SIZE}`,
    );
  const tallied = readTallyRows(ctx, group, tallies), known = rememberedRows(ctx, group, tallies);
  // Buckets are named in TypeScript alone, so those that a figure adds up follow from the tallies.
  const bucketsIn = (read: Awaited<typeof tallied>) =>
    rowsBehind(ctx, behind, read(dimension)).map((row) => row.bucket);
  const isNamed = behind.part !== "rest" && (behind.is === "" || of === "broker");
  const buckets = isNamed ? behind.is === "" ? null : behind.is.split(",") : undefined;
  const [read, ledgers, [named, first]] = await Promise.all([
    tallied,
    of === "ledger"
      ? ctx.db.all<{ loans: number; amount: number }>(
        sql`select count(*) as loans, coalesce(sum(${AMOUNT}), 0) as amount from loans as l where ${
          conditionsIn(null)
        }`,
      )
      : null,
    readAhead<string[] | null, BehindLoan[]>(
      buckets === undefined ? tallied.then(bucketsIn) : Promise.resolve(buckets),
      buckets === undefined ? known && bucketsIn(known) : buckets,
      (buckets) => rowsFrom(buckets, behind.page),
    ),
  ]);
  const counted = rowsBehind(ctx, behind, read(dimension));
  const loans = ledgers?.[0].loans ?? sumOf(counted, (row) => row.loans);
  const amount = ledgers?.[0].amount ?? sumOf(counted, (row) => row.amount);
  const pages = Math.max(1, Math.ceil(loans / BEHIND_SIZE)), page = Math.min(behind.page, pages);
  return { loans, amount, page, pages, rows: page === behind.page ? first : await rowsFrom(named, page) };
}
