import { Fragment, type ReactNode } from "react";
import { getSchedule, type ScheduleView } from "../../lib/features/letters/mod.ts";
import { PrintButton } from "../../islands/shell/PrintButton.tsx";
import { formatLongDate, isCalendarDate } from "../../lib/domain/dates.ts";
import { shownRate } from "../../lib/domain/letters/clauses.ts";
import { scheduleTable, scheduleTitle, structureText } from "../../lib/domain/letters/statements.ts";
import { CONTRACT_NAMES } from "../../lib/domain/loans/loan_contract.ts";
import {
  isAdjustment,
  loanSchedule,
  maturityOf,
  paymentLabel,
  type ScheduleTerms,
} from "../../lib/domain/lending/schedule.ts";
import { moneyOfCents, moneyWithCents } from "../../lib/domain/money.ts";
import { idOf } from "../../lib/server/id_of.ts";
import { Island } from "../../lib/server/island.tsx";
import { page } from "../../lib/server/page.tsx";
import { Fig, Strip } from "../../lib/ui/figures.tsx";
import { Icon } from "../../lib/ui/icon.tsx";
import { PrintedTable } from "../../lib/ui/letters/print_blocks.tsx";
import { Notice } from "../../lib/ui/notice.tsx";
import { BackToLoan } from "../loans/back_to_loan.tsx";
import { Missing } from "../loans/missing.tsx";
import { StatementHead } from "./_statement_head.tsx";

/** `date`: the day whose contract is shown; empty for today. */
type Loaded = ScheduleView & { date: string };

/** A loan's repayment schedule, to read, print and download. */
export const schedulePage = page<Loaded>({
  path: "/dashboard/schedule/:id",
  permission: "manageLoans",
  shell: "dashboard",
  title: ({ facts, terms }) => `${terms ? scheduleTitle(terms) : "Schedule"} ${facts.clientCode}`,
  async load(ctx, { params, query }) {
    const date = isCalendarDate(query.date) ? query.date : "";
    return { ...await getSchedule(ctx, { loanId: idOf(params.id, "loan"), date }), date };
  },
  paper: ({ terms }) => terms ? null : [],
  view: ScheduleScreen,
  actions: ({ facts, terms, date }) => (
    <>
      <BackToLoan loanId={facts.loanId} />
      {terms && <Island of={PrintButton} />}
      {terms && (
        <a className="btn" href={`/api/loans/downloadschedule?loanId=${facts.loanId}&date=${date}`} download="">
          <Icon name="download" />
          <span className="label">Download PDF</span>
        </a>
      )}
    </>
  ),
});

function ScheduleScreen({ facts, terms, missing, version, chain, notice }: Loaded): ReactNode {
  if (!terms) return <Missing title="There is no schedule yet" missing={missing} />;
  return (
    <div className="statement">
      <StatementHead facts={facts} title={scheduleTitle(terms)} />
      {notice && (
        <Notice band="yellow">
          {notice} <a className="no-print" href={`/dashboard/loanledger?id=${facts.loanId}`}>Open its ledger</a>
        </Notice>
      )}
      <Figures terms={terms} />
      {chain.length > 1 && (
        <nav className="row no-print" aria-label="Contracts">
          {chain.map((one) => (
            <a
              key={one.version}
              href={`/dashboard/schedule/${facts.loanId}?date=${one.effectiveDate}`}
              aria-current={one.version === version ? "true" : undefined}
            >
              {`${CONTRACT_NAMES[one.kind]} from ${formatLongDate(one.effectiveDate)}`}
            </a>
          ))}
        </nav>
      )}
      {!terms.from && (
        <Notice>
          The payments have no dates, because the loan has no closing date yet.{" "}
          <a href={`/dashboard/viewloan?id=${facts.loanId}#deal-estClosingDate`}>Set the closing date</a>
        </Notice>
      )}
      {!facts.funded && terms.from && <Notice>Counted from the planned closing on {formatLongDate(terms.from)}.
      </Notice>}
      <PrintedTable table={scheduleTable(terms)} caption={scheduleTitle(terms)} />
    </div>
  );
}

function Figures({ terms }: { terms: ScheduleTerms }): ReactNode {
  const { rows, interest } = loanSchedule(terms);
  const payment = rows.find((row) => !isAdjustment(row))?.payment ?? 0;
  const adjusted = rows.find(isAdjustment);
  const stated = shownRate(terms);
  return (
    <Strip
      label="Terms"
      groups={[
        <Fragment key="1">
          <Fig label="Principal" className="first">{moneyWithCents(terms.principal)}</Fig>
          <Fig label={stated.label}>{stated.rate}</Fig>
        </Fragment>,
        <Fragment key="2">
          <Fig label={terms.structure === "Bridge" ? "Payment at maturity" : paymentLabel(terms)}>
            {moneyOfCents(payment)}
          </Fig>
          {adjusted && <Fig label="Interest adjustment">{moneyOfCents(adjusted.payment)}</Fig>}
          <Fig label="Interest over the term">{moneyOfCents(interest)}</Fig>
        </Fragment>,
        <Fragment key="3">
          <Fig label="Maturity">{formatLongDate(maturityOf(terms)) || "Not set"}</Fig>
          <Fig label="Repayment">{structureText(terms)}</Fig>
        </Fragment>,
      ]}
    />
  );
}
