import type { ReactNode } from "react";
import {
  type BrokerLoanView,
  getBrokerLoan,
  listOwnLoans,
  listOwnLoansAround,
  loadTimeline,
  type OwnLoans,
} from "../../lib/features/loans/mod.ts";
import { ConditionList } from "../../islands/conditions/ConditionList.tsx";
import { LoanTimeline } from "../../islands/loans/LoanTimeline.tsx";
import { formatInstantDate } from "../../lib/domain/dates.ts";
import {
  CLOSED_TEXT,
  mayDownloadCommitment,
  noConditionsText,
  requestedLoanText,
} from "../../lib/domain/loans/broker_view.ts";
import { clientName } from "../../lib/domain/loans/client_name.ts";
import type { LoanConditions } from "../../lib/domain/loans/condition_item.ts";
import type { FormConfig } from "../../lib/domain/settings/form_config.ts";
import type { TimelineEntry } from "../../lib/domain/loans/timeline.ts";
import { allows } from "../../lib/domain/permissions.ts";
import { type OwnLoansQuery, ownLoansQuery } from "../../lib/schemas/loans/list.ts";
import { idOf } from "../../lib/server/id_of.ts";
import { Island } from "../../lib/server/island.tsx";
import { page, Redirect, type ViewProps } from "../../lib/server/page.tsx";
import { Icon } from "../../lib/ui/icon.tsx";
import { Notice } from "../../lib/ui/notice.tsx";
import { Tag } from "../../lib/ui/states.tsx";
import { ContactLine } from "./_contact_line.tsx";
import { OwnLoanPicks, ScriptNeeded } from "./_own_list.tsx";
import { ReadOnlyApplication } from "./_read_only_application.tsx";

interface Loaded {
  loan: BrokerLoanView;
  conditions: LoanConditions;
  closing: string;
  others: OwnLoans;
  /** The list that the loan was opened from. */
  list: OwnLoansQuery;
  timeline: TimelineEntry[];
  config: FormConfig;
}

/** A loan as its broker sees it (loans specification 2.4); administrators use the same path with a query. */
export const brokerLoanPage = page<Loaded>({
  path: "/dashboard/viewloan/:id",
  permission: "completeConditions",
  shell: "dashboard",
  title: ({ loan }) => loan.clientCode,
  async load(ctx, { params, query }) {
    const id = idOf(params.id, "loan");
    if (allows(ctx.actor, "manageLoans")) throw new Redirect(`/dashboard/viewloan?id=${id}`);
    const list = ownLoansQuery.parse(query);
    const [{ loan, conditions, closing }, timeline, others] = await Promise.all([
      getBrokerLoan(ctx, { id }),
      loadTimeline(ctx, { id }),
      ownLoansQuery.text(list) === "" ? listOwnLoansAround(ctx, id) : listOwnLoans(ctx, list),
    ]);
    return {
      loan,
      conditions,
      closing,
      timeline,
      others,
      list,
      config: ctx.lending().config,
    };
  },
  view: BrokerLoan,
  actions: ({ loan, list }) => (
    <>
      <a className="btn bare" href={`/dashboard/submitloan?copy=${loan.id}`}>
        <Icon name="copy" />
        <span className="label">Copy as new</span>
      </a>
      <a className="btn bare" href={ownLoansQuery.address(list)}>
        <Icon name="chevron-left" />
        <span className="label">All loans</span>
      </a>
    </>
  ),
});

const nameOf = (loan: BrokerLoanView) => clientName(loan) || loan.clientCode;

function BrokerLoan(
  { loan, conditions, closing, timeline, others, list: from, config, site }: Loaded & ViewProps,
): ReactNode {
  const where = [loan.address, loan.city].filter(Boolean).join(", ");
  const list = conditions.conditions;
  return (
    <div className="panes">
      <div className="pane-list has-detail">
        <OwnLoanPicks loans={others} query={from} current={loan.id} />
      </div>
      <div className="pane-detail">
        <section className="stack pane-head" aria-labelledby="loan-title">
          <div className="row">
            <h2 id="loan-title">{nameOf(loan)}</h2>
            <span className="mute">{loan.clientCode}</span>
            <Tag>{loan.status}</Tag>
          </div>
          <p className="mute">
            <b>{requestedLoanText(loan)}</b>
            {where && ` on ${where}`}. {closing && `${closing}. `}
            Submitted {formatInstantDate(loan.timestamp)}.
          </p>
        </section>
        <div className="with-side">
          <section className="stack" aria-labelledby="conditions-title">
            <h2 className="visually-hidden" id="conditions-title">Conditions</h2>
            {list.length > 0 && (loan.closed ? <p className="mute">{CLOSED_TEXT}</p> : <ScriptNeeded />)}
            {list.length > 0
              ? (
                <Island
                  of={ConditionList}
                  loanId={loan.id}
                  conditions={list}
                  hasCommitment={loan.hasCommitment}
                  closed={loan.closed}
                />
              )
              : <NoConditions loan={loan} />}
          </section>
          <div className="side">
            <section aria-labelledby="timeline-title">
              <h2 className="subheading" id="timeline-title">Timeline</h2>
              <Island of={LoanTimeline} loanId={loan.id} entries={timeline} />
            </section>
            <ContactLine lender={site.lender} />
          </div>
        </div>
        <ReadOnlyApplication config={config} loan={loan} />
      </div>
    </div>
  );
}

function NoConditions({ loan }: { loan: BrokerLoanView }): ReactNode {
  return (
    <>
      <Notice>{noConditionsText(loan.status)}</Notice>
      {mayDownloadCommitment(loan.hasCommitment, []) && (
        <p>
          <a className="btn slim" href={`/api/loans/brokerDownloadCommitment?loanId=${loan.id}`} download="">
            <Icon name="download" />
            Download Commitment
          </a>
        </p>
      )}
    </>
  );
}
