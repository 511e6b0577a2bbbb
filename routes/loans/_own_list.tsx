import type { ReactNode } from "react";
import type { OwnLoans } from "../../lib/features/loans/mod.ts";
import { OwnLoanCurrent } from "../../islands/loans/OwnLoanCurrent.tsx";
import type { Lender } from "../../lib/domain/lender.ts";
import type { OwnLoan } from "../../lib/domain/loans/own_loan.ts";
import { type OwnLoansQuery, ownLoansQuery, SEARCH_MAX } from "../../lib/schemas/loans/list.ts";
import { Island } from "../../lib/server/island.tsx";
import { Fig } from "../../lib/ui/figures.tsx";
import { FilterForm } from "../../lib/ui/filter_form.tsx";
import { Icon } from "../../lib/ui/icon.tsx";
import { OwnLoanLink } from "../../lib/ui/loans/own_loan_link.tsx";
import { Pager } from "../../lib/ui/pager.tsx";
import { Empty } from "../../lib/ui/states.tsx";
import { SearchBox } from "../../lib/ui/search_box.tsx";

export interface OwnListProps {
  query: OwnLoansQuery;
  loans: OwnLoans;
  lender: Lender;
}

const SHOW_LABELS = { all: "All", completed: "Completed", notCompleted: "Not Completed" } as const;

/** A broker's loans as links, with the progress of their conditions. */
export function OwnLoanPicks({ rows, current }: { rows: readonly OwnLoan[]; current?: number }): ReactNode {
  return (
    <ul className="picks" aria-label="Your loans">
      {rows.map((loan) => (
        <li key={loan.id}>
          {loan.id === current
            ? <Island of={OwnLoanCurrent} loan={loan} />
            : <OwnLoanLink loan={loan} current={false} />}
        </li>
      ))}
    </ul>
  );
}

/** Search by client, and the completion filter. */
function Filter({ query }: OwnListProps): ReactNode {
  const { q: _q, page: _page, ...kept } = ownLoansQuery.notDefault(query);
  return (
    <>
      <FilterForm className="stack find-form" label="Search your loans" action={ownLoansQuery.path} kept={kept}>
        <SearchBox value={query.q} label="Search by client" placeholder="Client" max={SEARCH_MAX} />
      </FilterForm>
      <nav className="segmented slim list-switch" aria-label="Show">
        {(["all", "notCompleted", "completed"] as const).map((show) => (
          <a
            key={show}
            href={ownLoansQuery.address(query, { show })}
            aria-current={show === query.show ? "true" : undefined}
          >
            {SHOW_LABELS[show]}
          </a>
        ))}
      </nav>
    </>
  );
}

/** The lender's partner programme; with a link to its page where configured. */
function Partners({ lender }: { lender: Lender }): ReactNode {
  return (
    <section className="stack partners">
      <h2>Partners</h2>
      <p className="mute">
        {lender.name}{" "}
        funds some loans together with partner lenders. You submit once; the conditions and the contact stay the same.
      </p>
      {lender.links.partners && (
        <p>
          <a className="link" href={lender.links.partners} target="_blank" rel="noreferrer">
            Our partners <span className="visually-hidden">(opens in a new tab)</span>
          </a>
        </p>
      )}
    </section>
  );
}

const SubmitNew = () => (
  <a className="btn primary" href="/dashboard/submitloan">
    <Icon name="plus" />Submit New Loan
  </a>
);

/** Manage Conditions: a broker's own loans (loans specification 2.1). */
export function OwnList(props: OwnListProps): ReactNode {
  const { query, loans, lender } = props;
  const { rows, found, completed, notCompleted, page, pages } = loans;
  if (completed + notCompleted === 0) {
    return (
      <>
        <Empty title="No loans yet" text="Your submissions and their conditions will be listed here.">
          <SubmitNew />
        </Empty>
        <Partners lender={lender} />
      </>
    );
  }
  return (
    <div className="panes">
      <div className="pane-list">
        <Filter {...props} />
        {rows.length > 0 ? <OwnLoanPicks rows={rows} /> : (
          <Empty
            title={query.q ? `No loan matches “${query.q}”` : "Nothing here"}
            text={query.q
              ? "Search for the start of a name, a city or a code."
              : query.show === "completed"
              ? "No loan has all its conditions completed yet."
              : "All conditions of all your loans are completed."}
          >
            <a className="btn" href="/dashboard/loans">Show all loans</a>
          </Empty>
        )}
        <Pager page={page} pages={pages} href={(page) => ownLoansQuery.address(query, { page })} what="your loans" />
      </div>
      <section className="pane-detail own-side stack" aria-label="Your loans in short">
        <dl className="row wide-gap">
          <Fig label="Loans" className="first">{completed + notCompleted}</Fig>
          <Fig label="Not Completed">{notCompleted}</Fig>
          <Fig label="Completed">{completed}</Fig>
          {query.q && <Fig label="Found">{found}</Fig>}
        </dl>
        <p className="mute">Choose a loan to see its conditions and upload documents.</p>
        <Partners lender={lender} />
      </section>
    </div>
  );
}
