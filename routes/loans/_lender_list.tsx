import type { ReactNode } from "react";
import { countText } from "../../lib/domain/money.ts";
import { isFiltered } from "../../lib/features/loans/mod.ts";
import { LoanBulk } from "../../islands/loans/LoanBulk.tsx";
import { bandOf } from "../../lib/domain/lending/colours.ts";
import { type Outdated, OUTDATED_LABELS } from "../../lib/domain/loans/outdated.ts";
import { LOAN_STATUSES, type LoanStatus, STATUS_LABELS } from "../../lib/domain/loans/status.ts";
import { loanListQuery, type LoanSort, PAGE_SIZES } from "../../lib/schemas/loans/list.ts";
import { Island } from "../../lib/server/island.tsx";
import { LATE } from "../../lib/server/page.tsx";
import { Pager } from "../../lib/ui/pager.tsx";
import { Empty } from "../../lib/ui/states.tsx";
import { DataTable, sortHeads } from "../../lib/ui/table.tsx";
import { Tabs } from "../../lib/ui/tabs.tsx";
import type { LenderListProps } from "./_lender_list_props.ts";
import { ListFilters, NOTHING_CHOSEN } from "./_list_filters.tsx";
import { ListSummary } from "./_list_summary.tsx";
import { listText } from "./_loan_address.ts";
import { rowWriter } from "./loan_row.tsx";

/** What an empty status says, and what would stand there. */
const NOTHING_OF: Record<LoanStatus, [title: string, text: string]> = {
  NA: ["No pending loans", "Submissions appear here."],
  Funded: ["No funded loans", "A loan appears here once its status is set to Funded."],
  Repaid: ["No repaid loans", "A funded loan appears here once it is paid out."],
  Declined: ["No declined loans", "A loan that you decline appears here, with your reason."],
  Loss: ["No loans with a loss", "A funded loan that ends with a loss appears here."],
  Trash: ["The trash is empty", "A loan that you no longer need appears here, until you delete it for good."],
};

/** An empty list: no loan of this status, or no match, with the statuses that have some. */
function EmptyList({ query, counts }: LenderListProps): ReactNode {
  const label = STATUS_LABELS[query.status];
  const elsewhere = LOAN_STATUSES.filter((status) => counts[status] > 0);
  const others = elsewhere.map((status) => (
    <a key={status} className="btn" href={loanListQuery.address(query, { status })}>
      {countText(counts[status])} in {STATUS_LABELS[status]}
    </a>
  ));
  if (!isFiltered(query)) {
    const [title, text] = NOTHING_OF[query.status];
    return <Empty title={title} text={text}>{others.length > 0 && others}</Empty>;
  }
  return (
    <Empty
      title={query.q ? `Nothing in ${label} matches “${query.q}”` : `Nothing in ${label} passes these filters`}
      text={elsewhere.length
        ? "Other statuses have matches."
        : query.q
        ? "Search for the start of a name, a city, an address or a code."
        : "Remove a filter."}
    >
      {others}
      <a className="btn" href={loanListQuery.address(query, NOTHING_CHOSEN)}>
        {query.q ? "Clear the search" : "Clear the filters"}
      </a>
    </Empty>
  );
}

const ORDERS: Record<LoanSort, string> = {
  new: "newest first",
  client: "by client",
  broker: "by broker",
  type: "by type",
  city: "by city",
  amount: "by amount",
  ltv: "by LTV",
  score: "by risk rating",
};

/** The page's checkbox and the seven column headings, each a link to its order. */
function Heads({ query }: LenderListProps): ReactNode {
  const head = sortHeads(loanListQuery, query);
  return (
    <tr role="row">
      <td role="cell" className="pick">
        <label className="hit-area">
          <input type="checkbox" id="pick-all" aria-label="Select all on this page" autoComplete="off" />
        </label>
      </td>
      {head("client", "Client")}
      {head("broker", "Broker")}
      {head("city", "City")}
      {head("type", "Type")}
      {head("amount", "Amount", "numeric")}
      {head("ltv", "LTV", "numeric")}
      {head("score", "Risk Rating")}
      <th scope="col" role="columnheader" className="fold-only">Details</th>
    </tr>
  );
}

/** How many of the rows are saved under earlier settings, and the ways to compute them anew. */
function EarlierSettings({ query, outdated, rows }: LenderListProps): ReactNode {
  if (outdated.size === 0) return null;
  const kinds = Object.keys(OUTDATED_LABELS) as Outdated[];
  const labels = kinds.filter((kind) => [...outdated.values()].includes(kind)).map((kind) =>
    `“${OUTDATED_LABELS[kind]}”`
  );
  const marked = `${outdated.size} of the ${rows.length} shown ${
    outdated.size === 1 ? "is" : "are"
  } of earlier settings`;
  return (
    <p className="small mute list-foot">
      {`${marked}, marked ${labels.join(" or ")}. `}
      <button className="link scripted" type="button" id="pick-outdated">Select these</button>
      <span className="scripted">.</span> {query.earlier === "" && (
        <>
          <a className="link" href={loanListQuery.address(query, { earlier: "any" })}>Show only such loans</a>
          {". "}
        </>
      )}
      <a className="link" href="/dashboard/settings">Compute all pending anew</a>.
    </p>
  );
}

/** Page size and page links. */
function Pages({ query, pages, counts }: LenderListProps): ReactNode {
  if (counts[query.status] <= PAGE_SIZES[0]) return null;
  return (
    <div className="row list-foot">
      <nav className="segmented slim" aria-label="Rows a page">
        {PAGE_SIZES.map((size) => (
          <a
            key={size}
            href={loanListQuery.address(query, { size })}
            aria-current={size === query.size ? "true" : undefined}
          >
            {size}
          </a>
        ))}
      </nav>
      <span className="small mute">rows a page</span>
      <div className="align-end">
        <Pager page={query.page} pages={pages} href={(page) => loanListQuery.address(query, { page })} what="loans" />
      </div>
    </div>
  );
}

/** The mark of the LTV limit on each row's bar, drawn once: `LoanBulk.css` cuts it out of a box over the bar. */
const LtvLimit = ({ percent }: { percent: number }): ReactNode => (
  <svg className="visually-hidden" aria-hidden="true">
    <clipPath id="ltv-limit" clipPathUnits="objectBoundingBox">
      <rect x={percent / 100} y={1 / 12} width={1.5 / 64} height={10 / 12} />
    </clipPath>
  </svg>
);

/** The rows of the list, each as HTML. */
export function rowsOf({ query, rows, outdated, globalScore }: LenderListProps): string[] {
  const rowHtml = rowWriter(listText(query));
  return rows.map((loan) =>
    rowHtml({ loan, band: bandOf(loan.shownScore, globalScore), outdated: outdated.get(loan.id) })
  );
}

/** The lender's loan list, without its rows. */
export function LenderList(props: LenderListProps): ReactNode {
  const { query, counts } = props;
  const caption = `${STATUS_LABELS[query.status]} loans, ${ORDERS[query.sort]}`;
  return (
    <>
      <Tabs
        label="Loan status"
        tabs={LOAN_STATUSES.map((status) => ({
          href: loanListQuery.address(query, { status }),
          label: STATUS_LABELS[status],
          count: countText(counts[status]),
          here: status === query.status,
        }))}
      />
      <ListSummary {...props} />
      <ListFilters {...props} />
      {counts[query.status] === 0 ? <EmptyList {...props} /> : (
        <>
          <EarlierSettings {...props} />
          <DataTable caption={caption} folds className="loan-rows" head={<Heads {...props} />} rowsHtml={LATE} />
          <LtvLimit percent={props.maxLtv} />
          <Pages {...props} />
        </>
      )}
      {/* An emptied list has it too: it offers to undo what emptied it. */}
      <Island of={LoanBulk} status={query.status} />
    </>
  );
}
