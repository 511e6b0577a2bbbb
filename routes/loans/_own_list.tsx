import { Fragment, type ReactNode } from "react";
import type { Outstanding, OwnLoans } from "../../lib/features/loans/mod.ts";
import { OutstandingConditions } from "../../islands/conditions/OutstandingConditions.tsx";
import { OwnLoanCurrent } from "../../islands/loans/OwnLoanCurrent.tsx";
import type { Lender } from "../../lib/domain/lender.ts";
import { type OwnGroup, ownGroupOf } from "../../lib/domain/loans/own_loan.ts";
import { countText } from "../../lib/domain/money.ts";
import { type OwnLoansQuery, ownLoansQuery, SEARCH_MAX } from "../../lib/schemas/loans/list.ts";
import { Island } from "../../lib/server/island.tsx";
import { Fig } from "../../lib/ui/figures.tsx";
import { FilterForm } from "../../lib/ui/filter_form.tsx";
import { Icon } from "../../lib/ui/icon.tsx";
import { Notice } from "../../lib/ui/notice.tsx";
import { OwnLoanLink } from "../../lib/ui/loans/own_loan_link.tsx";
import { Pager } from "../../lib/ui/pager.tsx";
import { Empty } from "../../lib/ui/states.tsx";
import { SearchBox } from "../../lib/ui/search_box.tsx";

export interface OwnListProps {
  query: OwnLoansQuery;
  loans: OwnLoans;
  outstanding: Outstanding;
  lender: Lender;
}

const SHOW_LABELS = { all: "All", completed: "Completed", notCompleted: "Not Completed" } as const;

const GROUPS: readonly { group: OwnGroup; name: string }[] = [
  { group: "yours", name: "Waiting for you" },
  { group: "others", name: "Nothing to do now" },
  { group: "closed", name: "Closed" },
];

/** A broker's loans as links, by what they wait for; closed ones are folded unless they are all that was found. */
export function OwnLoanPicks(props: { loans: OwnLoans; query: OwnLoansQuery; current?: number }): ReactNode {
  const { loans: { rows }, query, current } = props;
  const list = ownLoansQuery.text(query);
  return GROUPS.map(({ group, name }) => {
    const those = rows.filter((loan) => ownGroupOf(loan) === group);
    if (those.length === 0) return null;
    const links = (
      <ul className="picks" aria-label={name}>
        {those.map((loan) => (
          <li key={loan.id}>
            {loan.id === current
              ? <Island of={OwnLoanCurrent} loan={loan} list={list} />
              : <OwnLoanLink loan={loan} list={list} current={false} />}
          </li>
        ))}
      </ul>
    );
    if (group !== "closed") {
      return (
        <Fragment key={group}>
          <h2 className="subheading">{name}</h2>
          {links}
        </Fragment>
      );
    }
    const isWanted = query.q !== "" || those.length === rows.length || those.some(({ id }) => id === current);
    return (
      <details key={group} className="fold plain" open={isWanted}>
        <summary>
          <Icon name="chevron-right" />
          <h2>{name}</h2>
          <span>{those.length}</span>
        </summary>
        {links}
      </details>
    );
  });
}

/** Search by client, and the completion filter. */
function Filter({ query }: OwnListProps): ReactNode {
  const { q: _q, page: _page, ...kept } = ownLoansQuery.notDefault(query);
  return (
    <>
      <FilterForm className="stack find-form" label="Search your loans" action={ownLoansQuery.path} preserved={kept}>
        <SearchBox value={query.q} label="Search by client" placeholder="Client" max={SEARCH_MAX} />
      </FilterForm>
      <nav className="segmented slim list-switch" aria-label="Show">
        {(["all", "completed", "notCompleted"] as const).map((show) => (
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

/** Said above conditions where there is no script: they are read there, and their buttons are gone. */
export const ScriptNeeded = (): ReactNode => (
  <noscript>
    <Notice band="yellow">Turn on JavaScript to complete conditions here.</Notice>
  </noscript>
);

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
  const { rows, found, all, completed, notCompleted, page, pages } = loans;
  if (all === 0) {
    return (
      <>
        <Empty title="No loans yet" text="Your submissions and their conditions will be listed here.">
          <SubmitNew />
        </Empty>
        <Partners lender={lender} />
      </>
    );
  }
  const { loans: waiting, total } = props.outstanding;
  const shown = waiting.reduce((sum, loan) => sum + loan.toDo.length, 0);
  const list = ownLoansQuery.text(query);
  const side = (
    <section className="pane-detail own-side stack" id="to-do" aria-label="What is outstanding">
      <dl className="row wide-gap">
        <Fig label="Loans" className="first">{countText(all)}</Fig>
        <Fig label="Not Completed">{countText(notCompleted)}</Fig>
        <Fig label="Completed">{countText(completed)}</Fig>
        {all > completed + notCompleted && <Fig label="No conditions">{countText(all - completed - notCompleted)}</Fig>}
        {query.q && <Fig label="Found">{countText(found)}</Fig>}
      </dl>
      {waiting.length > 0 && <ScriptNeeded />}
      {waiting.length > 0
        ? <Island of={OutstandingConditions} loans={waiting} more={total.toDo - shown} list={list} />
        : (
          <>
            <p className="mute">Nothing is waiting for you. Choose a loan to see its conditions and papers.</p>
            <Partners lender={lender} />
          </>
        )}
    </section>
  );
  const picks = (
    <div className="pane-list">
      {waiting.length > 0 && (
        <p className="find-form small what-waits">
          <a className="link" href="#to-do">
            {`${total.toDo} to do on ${total.loans === 1 ? "one loan" : `${total.loans} loans`}`}
          </a>
        </p>
      )}
      <Filter {...props} />
      {rows.length > 0 ? <OwnLoanPicks loans={loans} query={query} /> : (
        <Empty
          title={query.q
            ? `No loan matches “${query.q}”`
            : query.show === "completed"
            ? "No completed loans"
            : "No open conditions"}
          text={query.q
            ? "Search for the start of a name, a city or a code."
            : query.show === "completed"
            ? "No loan has all its conditions completed yet."
            : "No loan has a condition that is still open."}
        >
          <a className="btn" href="/dashboard/loans">Show all loans</a>
        </Empty>
      )}
      <Pager page={page} pages={pages} href={(page) => ownLoansQuery.address(query, { page })} what="your loans" />
    </div>
  );
  return <div className="panes">{picks}{side}</div>;
}
