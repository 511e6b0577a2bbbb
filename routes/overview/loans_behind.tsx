import type { ReactNode } from "react";
import { type BehindLoan, brokerNames, loansBehind, statusesOf } from "../../lib/features/overview/mod.ts";
import { dateInToronto, formatInstantDate, formatMonth } from "../../lib/domain/dates.ts";
import { bandOf } from "../../lib/domain/lending/colours.ts";
import { type FigureGroup, monthsOf, PERIOD_LABELS } from "../../lib/domain/lending/overview.ts";
import type { Thresholds } from "../../lib/domain/lending/settings.ts";
import { clientName } from "../../lib/domain/loans/client_name.ts";
import { STATUS_LABELS } from "../../lib/domain/loans/status.ts";
import { loanCountText, money } from "../../lib/domain/money.ts";
import {
  type BehindOrder,
  type BehindQuery,
  behindQuery,
  limitsStatus,
  overviewQuery,
} from "../../lib/schemas/overview.ts";
import type { Context } from "../../lib/server/http.ts";
import { page } from "../../lib/server/page.tsx";
import { Icon } from "../../lib/ui/icon.tsx";
import {
  type FoundLoan,
  type FoundLoanColumn,
  FoundLoans,
  STATUS_COLUMN,
  TYPE_COLUMN,
} from "../../lib/ui/loans/found_loans.tsx";
import { None } from "../../lib/ui/money.tsx";
import { Pager } from "../../lib/ui/pager.tsx";
import { Empty } from "../../lib/ui/states.tsx";
import { VIEW_LABELS } from "./_controls.tsx";

const ORDERS: Record<BehindOrder, string> = { new: "Newest first", amount: "Largest first", score: "Riskiest first" };

/** What a group's bucket is called before its label. */
const GROUP_LABELS: Readonly<Record<FigureGroup, string>> = {
  all: "",
  band: "risk",
  score: "risk rating",
  credit: "credit score",
  ltv: "LTV",
  weightedLtv: "with a weighted LTV",
  type: "position",
  size: "size",
  use: "use",
  region: "region",
  city: "city",
  property: "property type",
  days: "with known days, position",
  broker: "by",
  funded: "",
  repaid: "",
  ledger: "with a ledger",
};

const MONTH_LABELS: Partial<Record<FigureGroup, string>> = { funded: "funded in", repaid: "repaid in" };

/** `Funded loans, credit score 550 to 650, 12 months`. */
function titleOf({ status, of, is, part, month, period }: BehindQuery, broker: string): string {
  const who = status === "all"
    ? "Loans"
    : status === "lent"
    ? "Funded and repaid loans"
    : `${STATUS_LABELS[status]} loans`;
  const label = of === "broker" ? broker : part === "rest" ? "beyond the named ones" : is;
  const which = [GROUP_LABELS[of], label].filter(Boolean).join(" ");
  const when = month
    ? `${MONTH_LABELS[of] ?? "submitted in"} ${formatMonth(month)}`
    : period === "all"
    ? ""
    : PERIOD_LABELS[period].toLowerCase();
  return [who, which, when].filter(Boolean).join(", ");
}

/** The broker's name, or how many brokers there are. */
async function brokersText(ctx: Context, is: string): Promise<string> {
  const ids = is.split(",").map(Number).filter(Number.isSafeInteger);
  if (ids.length !== 1) return `${ids.length} brokers`;
  return (await brokerNames(ctx, ids)).get(ids[0]) || "a former broker";
}

async function load(ctx: Context, sent: Readonly<Record<string, string>>) {
  const requested = behindQuery.parse(sent);
  const months = monthsOf(requested.period, dateInToronto(ctx.now));
  const [found, broker] = await Promise.all([
    loansBehind(ctx, { months, statuses: statusesOf(requested.status) }, requested),
    requested.of === "broker" ? brokersText(ctx, requested.is) : "",
  ]);
  const { globalScore } = ctx.lending().settings;
  return { filters: { ...requested, page: found.page }, found, title: titleOf(requested, broker), globalScore };
}

type Row = FoundLoan & Pick<BehindLoan, "timestamp">;

const COLUMNS: readonly FoundLoanColumn<Row>[] = [
  { title: "City", className: "long-text", cell: ({ place }) => place || <None /> },
  TYPE_COLUMN,
  STATUS_COLUMN,
  { title: "Submitted", className: "nowrap", cell: ({ timestamp }) => formatInstantDate(timestamp) },
];

const rowOf = (loan: BehindLoan, scale: Thresholds): Row => ({
  ...loan,
  client: clientName(loan),
  broker: loan.brokerName,
  place: loan.city,
  type: loan.firstOrSecond,
  score: loan.shownScore,
  band: bandOf(loan.shownScore, scale),
});

/** The overview as it was left: the view, its period, its status and its measure. */
function overviewAddress({ view, period, status, by }: BehindQuery): string {
  const narrowed = limitsStatus(view);
  return overviewQuery.address({
    view,
    period,
    by,
    status: !narrowed ? overviewQuery.defaults.status : status === "lent" ? "all" : status,
  });
}

function View({ filters: query, found, globalScore }: Awaited<ReturnType<typeof load>>): ReactNode {
  const { loans, amount, pages, rows } = found;
  return (
    <>
      <div className="overview-controls">
        <div className="row">
          <a className="btn bare slim" href={overviewAddress(query)}>
            <Icon name="chevron-left" />
            {VIEW_LABELS[query.view]}
          </a>
          <nav className="segmented slim" aria-label="Order of the loans">
            {(Object.keys(ORDERS) as BehindOrder[]).map((order) => (
              <a
                key={order}
                href={behindQuery.address(query, { order })}
                aria-current={query.order === order ? "true" : undefined}
              >
                {ORDERS[order]}
              </a>
            ))}
          </nav>
          <p className="small mute align-end">{`${loanCountText(loans)}, ${money(amount)}`}</p>
        </div>
      </div>
      {rows.length === 0
        ? (
          <Empty title="No loan is behind this figure any more" text="Loans changed since, or the address did.">
            <a className="btn" href={overviewAddress(query)}>Back to the overview</a>
          </Empty>
        )
        : (
          <FoundLoans
            caption="Loans behind the figure"
            columns={COLUMNS}
            rows={rows.map((loan) => rowOf(loan, globalScore))}
          />
        )}
      <Pager page={query.page} pages={pages} href={(page) => behindQuery.address(query, { page })} what="loans" />
    </>
  );
}

/** The loans behind a figure of the overview, under any period and status. */
export const loansBehindPage = page({
  path: "/dashboard/overview/loans",
  permission: "manageLoans",
  shell: "dashboard",
  title: ({ title }) => title,
  load: (ctx, { query }) => load(ctx, query),
  view: View,
});
