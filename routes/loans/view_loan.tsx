import type { ReactNode } from "react";
import { ConditionCount } from "../../islands/ConditionCount.tsx";
import { LoanActions } from "../../islands/LoanActions.tsx";
import { LoanComments } from "../../islands/LoanComments.tsx";
import { LoanEditor } from "../../islands/LoanEditor.tsx";
import { LoanFigures } from "../../islands/LoanFigures.tsx";
import { LoanScore } from "../../islands/LoanScore.tsx";
import { dateInToronto } from "../../lib/domain/dates.ts";
import { loanFigures } from "../../lib/domain/loan/deal.ts";
import { entriesOf, formOf, summaryOf } from "../../lib/domain/loan/loan_form.ts";
import { notFound } from "../../lib/domain/refusal.ts";
import { loadConditions } from "../../lib/features/conditions/load_conditions.ts";
import { getLoan } from "../../lib/features/loans/get_loan.ts";
import { Island } from "../../lib/server/island.tsx";
import { page, type PageRequest, type ViewProps } from "../../lib/server/page.tsx";
import { Icon } from "../../lib/ui/icon.tsx";
import { Tabs } from "../../lib/ui/tabs.tsx";
import { ConditionsBlock } from "./_conditions_block.tsx";
import { DocumentsBlock } from "./_documents_block.tsx";

type Context = Parameters<typeof getLoan>[0];

/** Everything that the screen shows, read at once. Throws not-found for an id that is none or names no loan. */
async function load(ctx: Context, { query }: PageRequest) {
  if (!/^\d{1,15}$/.test(query.id ?? "")) throw notFound("loan");
  const loanId = Number(query.id);
  const [{ loan, broker, brokerLoans }, conditions] = await Promise.all([
    getLoan(ctx, { id: loanId }),
    loadConditions(ctx, loanId),
  ]);
  const { settings, config } = ctx.lending();
  const form = formOf(loan);
  return {
    loanId,
    code: loan.clientCode,
    name: [loan.firstName, loan.lastName].filter(Boolean).join(" "),
    updatedAt: loan.updatedAt,
    conditions,
    fields: form,
    summary: summaryOf(form, loanFigures(entriesOf(form), settings, config)),
    broker: { broker, brokerLoans },
    settings,
    config,
    today: dateInToronto(ctx.now),
  };
}

type Data = Awaited<ReturnType<typeof load>> & ViewProps;

/** The sticky head: who, how risky, what can be done, the key figures and the way to each block. */
function LoanHead(props: { data: Data; menuButton: ReactNode; userMenu: ReactNode }): ReactNode {
  const { data, menuButton, userMenu } = props;
  const { loanId, code, name, updatedAt, fields, summary } = data;
  const { conditions } = data.conditions;
  const done = conditions.filter((condition) => condition.completed).length;
  return (
    <header className="sum">
      <div className="head">
        <div className="who">
          {menuButton}
          <a className="btn bare only slim wide-only" href="/dashboard/loans" aria-label="Back to loans">
            <Icon name="chevron-left" />
          </a>
          <h1>
            {code} <span className="mute wide-only">{name}</span>
          </h1>
          <Island of={LoanScore} summary={summary} />
        </div>
        <div className="end">
          <Island of={LoanActions} loanId={loanId} updatedAt={updatedAt} form={fields} />
          <span className="wide-only">{userMenu}</span>
        </div>
      </div>
      <Island of={LoanFigures} summary={summary} />
      <Tabs
        label="On this page"
        spy
        tabs={[
          { href: "#risk", label: "Risk" },
          { href: "#cash", label: "Cash flow" },
          { href: "#deal", label: "Deal" },
          { href: "#application", label: "Application" },
          {
            href: "#conditions",
            label: "Conditions",
            count: <Island of={ConditionCount} done={done} total={conditions.length} />,
          },
          { href: "#comments", label: "Comments" },
          { href: "#broker", label: "Broker" },
        ]}
      />
    </header>
  );
}

function LoanScreen(data: Data): ReactNode {
  return (
    <div className="loan">
      <div className="in">
        <Island
          of={LoanEditor}
          loanId={data.loanId}
          form={data.fields}
          settings={data.settings}
          config={data.config}
          today={data.today}
          broker={data.broker}
          licenceLookupUrl={data.site.licenceLookupUrl}
        />
        <div className="span">
          <ConditionsBlock conditions={data.conditions} />
          <DocumentsBlock loanId={data.loanId} />
          <Island
            of={LoanComments}
            form={{ comments: data.fields.comments, adminComments: data.fields.adminComments }}
          />
        </div>
      </div>
    </div>
  );
}

/** The administrator's loan detail (loans specification, section 2.3). */
export const viewLoanPage = page({
  path: "/dashboard/viewloan",
  permission: "manageLoans",
  shell: "dashboard",
  title: ({ code, name }) => [code, name].filter(Boolean).join(" "),
  load,
  view: LoanScreen,
  header: (data, parts) => <LoanHead data={data} {...parts} />,
});
