import type { ReactNode } from "react";
import { Liquidity } from "../../islands/Liquidity.tsx";
import { bandOf } from "../../lib/domain/lending/colours.ts";
import type { PortfolioSummary } from "../../lib/domain/lending/portfolio.ts";
import type { Thresholds } from "../../lib/domain/lending/settings.ts";
import { fixed, money, scoreText } from "../../lib/domain/money.ts";
import { LOAN_STATUSES, type LoanStatus, STATUS_LABELS } from "../../lib/domain/loan/status.ts";
import { type LoanListQuery, type LoanSort, PAGE_SIZES } from "../../lib/schemas/loan_list.ts";
import { slotMark } from "../../lib/server/fragment.ts";
import { Island } from "../../lib/server/island.tsx";
import { Band } from "../../lib/ui/band.tsx";
import { Fig } from "../../lib/ui/figures.tsx";
import { Icon } from "../../lib/ui/icon.tsx";
import { None } from "../../lib/ui/money.tsx";
import { Pager } from "../../lib/ui/pager.tsx";
import { Empty } from "../../lib/ui/states.tsx";
import { DataTable, type Sort, SortHead } from "../../lib/ui/table.tsx";
import { Tabs } from "../../lib/ui/tabs.tsx";
import { listAddress } from "./_list_address.ts";

export interface LenderListProps {
  query: LoanListQuery;
  /** Loans of each status: all of them, or those that the search finds. */
  counts: Record<LoanStatus, number>;
  pages: number;
  summary: { of: "Funded" | "Repaid"; figures: PortfolioSummary } | null;
  /** Sum that the Pending loans ask for; null outside their tab. */
  pending: number | null;
  globalScore: Thresholds;
}

const days = (figure: number | null) => figure === null ? <None /> : `${fixed(figure, 0)} days`;

/** Totals of the funded or repaid loans, and the liquidity against what is pending. */
function Summary({ summary, pending, globalScore }: LenderListProps): ReactNode {
  if (!summary) return null;
  const { of, figures } = summary;
  return (
    <section className="strip" aria-label="Summary">
      <dl>
        <Fig label={of} className="first">{money(figures.total)}</Fig>
        <Fig label="Loans">{figures.count.toLocaleString("en-CA")}</Fig>
        <Fig label="Average">{money(figures.average) || <None />}</Fig>
        <Fig
          label={
            <>
              <abbr title="Weighted average risk rating">WARR</abbr>, risk
            </>
          }
        >
          {figures.warr === null
            ? <None />
            : <Band band={bandOf(figures.warr, globalScore)} figure={scoreText(figures.warr)} quiet />}
        </Fig>
        <Fig
          label={
            <>
              <abbr title="Weighted average maturity of seconds">WAMS</abbr>, seconds
            </>
          }
        >
          {days(figures.wams)}
        </Fig>
        <Fig
          label={
            <>
              <abbr title="Weighted average maturity of firsts">WAMF</abbr>, firsts
            </>
          }
        >
          {days(figures.wamf)}
        </Fig>
      </dl>
      {pending !== null && <Island of={Liquidity} pending={pending} />}
    </section>
  );
}

/** The search box: a plain form, so that it works without script and the address can be kept. */
function Search({ query, counts }: LenderListProps): ReactNode {
  const count = counts[query.status];
  return (
    <form className="filters" role="search" aria-label="Search loans" action="/dashboard/loans">
      {query.status !== "NA" && <input type="hidden" name="status" value={query.status} />}
      {query.sort !== "new" && <input type="hidden" name="sort" value={query.sort} />}
      {query.sort !== "new" && <input type="hidden" name="order" value={query.order} />}
      {query.size !== 50 && <input type="hidden" name="size" value={query.size} />}
      <span className="find">
        <Icon name="search" />
        <input
          type="search"
          name="q"
          defaultValue={query.q}
          aria-label="Search by client, broker, city, address or code"
          placeholder="Client, broker, city or code"
          maxLength={120}
        />
      </span>
      <button className="btn slim" type="submit">Search</button>
      {query.q && <a className="link" href={listAddress(query, { q: "", page: 1 })}>Clear</a>}
      {query.sort !== "new" && (
        <a className="link" href={listAddress(query, { sort: "new", order: "desc", page: 1 })}>Newest first</a>
      )}
      <p className="end small mute">
        {count.toLocaleString("en-CA")} {query.q ? "found" : count === 1 ? "loan" : "loans"}
      </p>
    </form>
  );
}

/** Nothing to show: no loan of this status, or none that the search finds, with where it does find some. */
function Nothing({ query, counts }: LenderListProps): ReactNode {
  const label = STATUS_LABELS[query.status];
  if (!query.q) {
    return (
      <Empty title={`No ${label.toLowerCase()} loans`} text={query.status === "NA" && "Submissions appear here."} />
    );
  }
  const elsewhere = LOAN_STATUSES.filter((status) => counts[status] > 0);
  return (
    <Empty
      title={`Nothing in ${label} matches “${query.q}”`}
      text={elsewhere.length
        ? "The search finds loans elsewhere."
        : "Search for the start of a name, a city, an address or a code."}
    >
      {elsewhere.map((status) => (
        <a key={status} className="btn" href={listAddress(query, { status, page: 1 })}>
          {counts[status].toLocaleString("en-CA")} in {STATUS_LABELS[status]}
        </a>
      ))}
      <a className="btn" href={listAddress(query, { q: "", page: 1 })}>Clear the search</a>
    </Empty>
  );
}

const ORDERS: Record<LoanSort, string> = {
  new: "newest first",
  client: "by client",
  city: "by city",
  amount: "by amount",
  ltv: "by LTV",
  score: "by risk rating",
};

/** The heads of the seven columns; those that an index keeps in order are links. */
function Heads({ query }: LenderListProps): ReactNode {
  const sort: Sort = { by: query.sort, descending: query.order === "desc" };
  const href = ({ by, descending }: Sort) =>
    listAddress(query, { sort: by as LoanSort, order: descending ? "desc" : "asc", page: 1 });
  return (
    <tr role="row">
      <SortHead by="client" sort={sort} href={href}>Client</SortHead>
      <th scope="col" role="columnheader">Broker</th>
      <SortHead by="city" sort={sort} href={href}>City</SortHead>
      <th scope="col" role="columnheader">Type</th>
      <SortHead by="amount" sort={sort} href={href} numeric>Amount</SortHead>
      <SortHead by="ltv" sort={sort} href={href} numeric>LTV</SortHead>
      <SortHead by="score" sort={sort} href={href}>Risk Rating</SortHead>
      <th scope="col" role="columnheader" className="fold-only">Details</th>
    </tr>
  );
}

/** How many rows a page has, and its neighbours. */
function Pages({ query, pages, counts }: LenderListProps): ReactNode {
  if (counts[query.status] <= PAGE_SIZES[0]) return null;
  return (
    <div className="row list-foot">
      <nav className="seg slim" aria-label="Rows a page">
        {PAGE_SIZES.map((size) => (
          <a
            key={size}
            href={listAddress(query, { size, page: 1 })}
            aria-current={size === query.size ? "true" : undefined}
          >
            {size}
          </a>
        ))}
      </nav>
      <span className="small mute">rows a page</span>
      <div className="end">
        <Pager page={query.page} pages={pages} href={(page) => listAddress(query, { page })} what="loans" />
      </div>
    </div>
  );
}

/** The lender's list of loans. Its rows come in by the slot "rows". */
export function LenderList(props: LenderListProps): ReactNode {
  const { query, counts } = props;
  const caption = `${STATUS_LABELS[query.status]} loans, ${ORDERS[query.sort]}`;
  return (
    <>
      <Tabs
        label="Loan status"
        tabs={LOAN_STATUSES.map((status) => ({
          href: listAddress(query, { status, page: 1 }),
          label: STATUS_LABELS[status],
          count: counts[status].toLocaleString("en-CA"),
          here: status === query.status,
        }))}
      />
      <Summary {...props} />
      <Search {...props} />
      {counts[query.status] === 0 ? <Nothing {...props} /> : (
        <>
          <DataTable
            caption={caption}
            folds
            className="no-pick"
            head={<Heads {...props} />}
            rowsHtml={slotMark("rows")}
          />
          <Pages {...props} />
        </>
      )}
    </>
  );
}
