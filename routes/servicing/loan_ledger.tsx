import { Fragment, type ReactNode } from "react";
import { type BankDetailsView, getLedger, type LedgerView, viewBankDetails } from "../../lib/features/servicing/mod.ts";
import { BeginLedger } from "../../islands/servicing/BeginLedger.tsx";
import { BankDetails } from "../../islands/servicing/BankDetails.tsx";
import { LedgerRows } from "../../islands/servicing/LedgerRows.tsx";
import { RecordLedger } from "../../islands/servicing/RecordLedger.tsx";
import { PrintButton } from "../../islands/shell/PrintButton.tsx";
import { formatDate } from "../../lib/domain/dates.ts";
import { statusLabel } from "../../lib/domain/loans/status.ts";
import { exactPercent } from "../../lib/domain/lending/exact_percent.ts";
import { moneyOfCents } from "../../lib/domain/money.ts";
import type { PrintRow } from "../../lib/domain/print/document.ts";
import { expectedOf } from "../../lib/domain/servicing/expected.ts";
import type { LedgerFigures } from "../../lib/domain/servicing/figures.ts";
import { loanParty } from "../../lib/domain/servicing/transfers.ts";
import { idOf } from "../../lib/server/id_of.ts";
import { Island } from "../../lib/server/island.tsx";
import { page } from "../../lib/server/page.tsx";
import { Fig, Strip } from "../../lib/ui/figures.tsx";
import { Icon } from "../../lib/ui/icon.tsx";
import { PrintBlocks } from "../../lib/ui/letters/print_blocks.tsx";
import { Notice } from "../../lib/ui/notice.tsx";
import { Empty } from "../../lib/ui/states.tsx";
import { BackToLoan } from "../loans/back_to_loan.tsx";
import { ArrearsFig, NextPaymentFig } from "./ledger_figs.tsx";

/** A loan's ledger: what is owed and why, every row, and a form to record (lending rules 14). */
export const loanLedgerPage = page<LedgerView & { bank: BankDetailsView }>({
  path: "/dashboard/loanledger",
  permission: "manageLoans",
  shell: "dashboard",
  title: ({ clientCode }) => `Ledger ${clientCode}`,
  async load(ctx, { query }) {
    const loanId = idOf(query.id, "loan");
    const [ledger, bank] = await Promise.all([getLedger(ctx, { loanId }), viewBankDetails(ctx, loanParty(loanId))]);
    return { ...ledger, bank };
  },
  view: LedgerScreen,
  actions: (data) => (
    <>
      <BackToLoan loanId={data.loanId} />
      {data.figures && <Island of={PrintButton} />}
      {data.lines.length > 0 && (
        <a className="btn" href={`/api/loans/downloadledger?loanId=${data.loanId}`} download="">
          <Icon name="download" />
          <span className="label">CSV</span>
        </a>
      )}
      {data.status === "Funded" && (
        <Island
          of={BankDetails}
          whose={{ loanId: data.loanId }}
          {...data.bank}
          holder={data.borrower}
          today={data.today}
        />
      )}
      {data.figures && data.status === "Funded" && (
        <Island
          of={RecordLedger}
          loanId={data.loanId}
          today={data.today}
          expected={expectedOf(data.figures)}
          prepayment={data.prepayment}
        />
      )}
    </>
  ),
});

function LedgerScreen(data: LedgerView): ReactNode {
  const { loanId, borrower, address, status, today, terms, closed, figures, charges, restated, lines } = data;
  return (
    <div className="statement">
      <p className="whose">
        <b>{borrower}</b> {address}
      </p>
      {restated && <Notice band="yellow">{restated}</Notice>}
      {figures && <Figures figures={figures} closed={closed} />}
      {figures && <Owed figures={figures} charges={charges} closed={closed} />}
      {!figures && status === "Funded" && terms && (
        <Island
          of={BeginLedger}
          loanId={loanId}
          today={today}
          from={terms.effectiveDate}
          principal={terms.structure === "P+I" ? null : terms.principal}
          lent={terms.principal}
        />
      )}
      {!figures && !(status === "Funded" && terms) && (
        <Empty title="No ledger yet" text={whyNone(status)}>
          <a className="btn" href={`/dashboard/viewloan?id=${loanId}`}>Open the loan</a>
        </Empty>
      )}
      {lines.length > 0 && (
        <section aria-labelledby="rows">
          <h2 id="rows" className="subheading">
            Entries{terms && <span className="mute">{` ${exactPercent(terms.rate)}, ${terms.structure}`}</span>}
          </h2>
          <Island of={LedgerRows} loanId={loanId} lines={lines} today={today} open={status === "Funded"} />
        </section>
      )}
    </div>
  );
}

const whyNone = (status: string): string =>
  status === "Funded"
    ? "Its contract is missing: set rate, term and structure on the loan, and save it."
    : `The loan is ${statusLabel(status)}. A ledger begins when a loan is funded.`;

interface Stated {
  figures: LedgerFigures;
  /** The day on which the ledger was closed; null while it is open. */
  closed: string | null;
}

function Figures({ figures, closed }: Stated): ReactNode {
  const { owed, principal, maturity } = figures;
  return (
    <Strip
      label={closed ? "The loan when its ledger was closed" : "The loan today"}
      groups={[
        <Fragment key="1">
          <Fig label={closed ? "Closed with a balance of" : "Owed today"} className="first">{moneyOfCents(owed)}</Fig>
          <Fig label="Principal not due">{moneyOfCents(principal)}</Fig>
        </Fragment>,
        <Fragment key="2">
          <ArrearsFig {...figures} />
          {closed ? <Fig label="Closed on">{formatDate(closed)}</Fig> : <NextPaymentFig figures={figures} />}
        </Fragment>,
        <Fig key="3" label="Maturity">{formatDate(maturity) || "Not set"}</Fig>,
      ]}
    />
  );
}

/** The parts of what is owed; those of nothing are left out. */
function Owed({ figures, charges, closed }: Stated & Pick<LedgerView, "charges">): ReactNode {
  const { principal, arrears, dueToday, credit, accrued, owed } = figures;
  const parts: [string, number][] = [
    ["Principal not due", principal],
    ["Payments in arrears", arrears],
    [closed ? "Payment due on that day" : "Payment due today", dueToday],
    ...charges.map(({ label, cents }): [string, number] => [label, cents]),
    ["Interest since the last payment due", accrued],
    ["Paid ahead", -credit],
  ];
  const total = closed ? "Closed with a balance of" : "Owed today";
  const rows: PrintRow[] = parts.filter(([, amount]) => amount !== 0)
    .map(([label, amount]) => ({ label, value: moneyOfCents(amount) }));
  return (
    <section className="letter bare" aria-labelledby="owed">
      <h2 id="owed">{closed ? `What was owed on ${formatDate(closed)}` : "What is owed"}</h2>
      <PrintBlocks
        blocks={[{ kind: "rows", rows: [...rows, { label: total, value: moneyOfCents(owed), total: true }] }]}
      />
    </section>
  );
}
