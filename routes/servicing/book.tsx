import type { ReactNode } from "react";
import { type BookPage, getBook } from "../../lib/features/servicing/mod.ts";
import { PrintButton } from "../../islands/shell/PrintButton.tsx";
import { countText } from "../../lib/domain/money.ts";
import { type BookQuery, bookQuery, type BookView } from "../../lib/schemas/servicing/book.ts";
import { Island } from "../../lib/server/island.tsx";
import { page, type ViewProps } from "../../lib/server/page.tsx";
import { Icon } from "../../lib/ui/icon.tsx";
import { Notice } from "../../lib/ui/notice.tsx";
import { Pager } from "../../lib/ui/pager.tsx";
import { Empty } from "../../lib/ui/states.tsx";
import { Tabs } from "../../lib/ui/tabs.tsx";
import { Calendar } from "./_book_calendar.tsx";
import { BookFilters, filterLabels } from "./_book_filters.tsx";
import { BookLoans } from "./_book_loans.tsx";
import { Maturities } from "./_book_maturities.tsx";
import { BookStrip } from "./_book_strip.tsx";

const TABS: readonly (readonly [BookView, string])[] = [
  ["arrears", "Arrears"],
  ["loans", "All loans"],
  ["calendar", "Calendar"],
  ["maturities", "Maturities"],
];

/** The book of loans in servicing: arrears, all loans, payments to come, maturities (docs/decisions/book.md). */
export const bookPage = page({
  path: bookQuery.path,
  permission: "manageLoans",
  title: "Servicing",
  shell: "dashboard",
  async load(ctx, { query: sent }) {
    const filters = bookQuery.parse(sent);
    return { filters, ...await getBook(ctx, filters) };
  },
  actions: ({ filters }) => (
    <>
      <a className="btn bare" href="/dashboard/participants">
        <Icon name="users" />
        <span className="label">Participants</span>
      </a>
      <Island of={PrintButton} />
      <a className="btn" href="/dashboard/duepayments" aria-label="Payments due">
        <Icon name="calendar" />
        <span className="label">Payments due</span>
      </a>
      <a className="btn" href={`/api/loans/downloadbook?${bookQuery.text(filters)}`} download="">
        <Icon name="download" />
        <span className="label">CSV</span>
      </a>
    </>
  ),
  paper: ({ filters }) => [TABS.find(([view]) => view === filters.view)![1], ...filterLabels(filters)],
  view: BookScreen,
});

function BookScreen(
  { filters, form, summary, list, calendar }: BookPage & ViewProps & { filters: BookQuery },
): ReactNode {
  const count: Partial<Record<BookView, number>> = { arrears: summary.inArrears, loans: summary.loans };
  return (
    <>
      {form?.reason && <Notice band="yellow" live>{form.reason}</Notice>}
      <Gaps summary={summary} />
      <BookStrip summary={summary} query={filters} />
      <Tabs
        label="Servicing"
        tabs={TABS.map(([view, label]) => ({
          href: bookQuery.address(bookQuery.defaults, { view }),
          label,
          count: count[view],
          here: view === filters.view,
        }))}
      />
      {calendar && <Calendar calendar={calendar} today={summary.today} />}
      {list && (
        <>
          <BookFilters query={filters} found={list.found} />
          {list.rows.length === 0
            ? <Nothing query={filters} loans={summary.loans} />
            : filters.view === "maturities"
            ? <Maturities rows={list.rows} query={filters} today={summary.today} />
            : <BookLoans rows={list.rows} query={filters} />}
          <Pager
            page={list.page}
            pages={list.pages}
            href={(n) => bookQuery.address(filters, { page: n })}
            what="loans"
          />
        </>
      )}
    </>
  );
}

/** What the figures leave out, and what to do about it. */
function Gaps({ summary }: Pick<BookPage, "summary">): ReactNode {
  const { stale, without, withoutCount } = summary;
  return (
    <>
      {stale > 0 && (
        <Notice>
          {stale === 1 ? "One ledger is" : `${stale >= 500 ? "500 or more" : stale} ledgers are`}{" "}
          being brought up to today. Reload the page in a minute to see all figures.
        </Notice>
      )}
      {withoutCount > 0 && (
        <Notice>
          {withoutCount === 1 ? "One funded loan has" : `${countText(withoutCount)} funded loans have`}{" "}
          no ledger yet, and so no figures here. Begin {withoutCount === 1 ? "it" : "them"} with the balance:{" "}
          {without.map(({ loanId, clientCode }, i) => (
            <span key={loanId}>
              {i > 0 && ", "}
              <a href={`/dashboard/loanledger?id=${loanId}`}>{clientCode}</a>
            </span>
          ))}
          {withoutCount > without.length ? " and others." : "."}
        </Notice>
      )}
    </>
  );
}

function Nothing({ query, loans }: { query: BookQuery; loans: number }): ReactNode {
  const all = { view: query.view };
  if (bookQuery.text(query) !== bookQuery.text(bookQuery.defaults, all)) {
    return (
      <Empty title="No loan matches" text="Try fewer words, or another filter.">
        <a className="btn" href={bookQuery.address(bookQuery.defaults, all)}>Show all</a>
      </Empty>
    );
  }
  if (loans === 0) {
    return (
      <Empty title="No loan in servicing" text="A loan is listed here once it is funded and its ledger begins.">
        <a className="btn" href="/dashboard/loans">Open the loans</a>
      </Empty>
    );
  }
  return query.view === "arrears"
    ? <Empty title="No loan is in arrears" text="Payments that fell due and are unpaid are listed here." />
    : <Empty title="No maturity in these months" text="Choose a longer time to see later ones." />;
}
