import { Fragment, type ReactNode } from "react";
import { getPayout, type PayoutView } from "../../lib/features/letters/mod.ts";
import { PrintButton } from "../../islands/shell/PrintButton.tsx";
import { capitalised } from "../../lib/domain/capitalised.ts";
import { formatLongDate } from "../../lib/domain/dates.ts";
import { shownRate } from "../../lib/domain/letters/clauses.ts";
import {
  payoutExplanation,
  payoutInstructions,
  payoutReference,
  payoutRows,
  payoutTable,
} from "../../lib/domain/letters/statements.ts";
import { amountText } from "../../lib/domain/loans/loan_form.ts";
import { isLent } from "../../lib/domain/loans/status.ts";
import { moneyOfCents, moneyWithCents } from "../../lib/domain/money.ts";
import { daysAround } from "../../lib/domain/picker_days.ts";
import { Refusal } from "../../lib/domain/refusal.ts";
import { PayoutInput } from "../../lib/schemas/letters.ts";
import { idOf } from "../../lib/server/id_of.ts";
import { Island } from "../../lib/server/island.tsx";
import { page, type ViewProps } from "../../lib/server/page.tsx";
import { parse } from "../../lib/server/parse.ts";
import { TextField, UnitField } from "../../lib/ui/field.tsx";
import { Fig, Strip } from "../../lib/ui/figures.tsx";
import { Icon } from "../../lib/ui/icon.tsx";
import { PrintBlocks, PrintedTable } from "../../lib/ui/letters/print_blocks.tsx";
import { Notice } from "../../lib/ui/notice.tsx";
import { Empty } from "../../lib/ui/states.tsx";
import { BackToLoan } from "../loans/back_to_loan.tsx";
import { Missing } from "../loans/missing.tsx";
import { StatementHead } from "./_statement_head.tsx";

/** `errors`: invalid values of the address. There is no statement then, as it would ignore them. */
type Loaded = PayoutView & { errors: Readonly<Record<string, string>> };

/** A loan's payout statement, to read, print and download. Day and fees are in the address. */
export const payoutPage = page<Loaded>({
  path: "/dashboard/payout/:id",
  permission: "manageLoans",
  shell: "dashboard",
  title: ({ facts }) => `Payout ${facts.clientCode}`,
  async load(ctx, { params, query }) {
    const input = { ...query, loanId: idOf(params.id, "loan") };
    try {
      return { ...await getPayout(ctx, parse(PayoutInput, input)), errors: {} };
    } catch (error) {
      if (!(error instanceof Refusal) || !error.fields) throw error;
      const errors = error.fields;
      const readable = Object.fromEntries(Object.entries(input).filter(([name]) => !(name in errors)));
      return { ...await getPayout(ctx, parse(PayoutInput, readable)), payout: null, errors };
    }
  },
  paper: ({ reason, firstDay }) => reason && !firstDay ? [] : null,
  view: PayoutScreen,
  actions: (data) => (
    <>
      <BackToLoan loanId={data.facts.loanId} />
      {data.payout && <Island of={PrintButton} />}
      {data.payout && (
        <a className="btn" href={`/api/loans/downloadpayout?${payoutQuery(data)}`} download="">
          <Icon name="download" />
          <span className="label">Download PDF</span>
        </a>
      )}
    </>
  ),
});

function payoutQuery({ facts, date, fees }: PayoutView): URLSearchParams {
  const input = { loanId: facts.loanId, date, discharge: fees[0].amount, fees: fees[1].amount };
  return new URLSearchParams(Object.entries(input).map(([name, value]) => [name, String(value)]));
}

/** A payout that was received is compared with what the ledger owes: what only the statement names is left over. */
const NotInLedger = ({ amount }: { amount: string }): ReactNode => (
  <div className="no-print">
    <Notice band="yellow">
      {`The ledger does not have the ${amount}, so a payout with it will be ${amount} too much. Record it there as a ` +
        "fee, and leave it out here."}
    </Notice>
  </div>
);

function PayoutScreen(data: Loaded & ViewProps): ReactNode {
  const { facts, terms, penalty, payout, later, next, howToPay, fees, missing, date, errors, query } = data;
  if (data.reason && !data.firstDay) return <Refused {...data} />;
  const stated = terms && shownRate(terms);
  const shown = (name: string, value: string) => errors[name] ? query[name] ?? "" : value;
  return (
    <div className="statement">
      <StatementHead facts={facts} title="Payout statement" />
      <form className="row payout-form no-print" method="get" action={`/dashboard/payout/${facts.loanId}`}>
        <TextField
          id="date"
          name="date"
          label="Payout on"
          type="date"
          required
          {...daysAround(facts.today, { current: date })}
          defaultValue={shown("date", date)}
          error={errors.date ?? wrongDay(data)}
        />
        <UnitField
          id="discharge"
          name="discharge"
          label="Discharge fee"
          unit="$"
          inputMode="decimal"
          defaultValue={shown("discharge", amountText(fees[0].amount))}
          error={errors.discharge}
        />
        <UnitField
          id="fees"
          name="fees"
          label="Fees outstanding"
          unit="$"
          inputMode="decimal"
          defaultValue={shown("fees", amountText(fees[1].amount))}
          error={errors.fees}
        />
        <button className="btn primary" type="submit">Show</button>
      </form>
      {missing.length > 0 && <Missing title="The payout cannot be calculated yet" missing={missing} />}
      {data.reason && <Refused {...data} />}
      {payout && terms && stated && (
        <>
          <Strip
            label="Payout"
            groups={[
              <Fig key="total" label={`To pay out on ${formatLongDate(date)}`} className="first">
                {moneyOfCents(payout.total)}
              </Fig>,
              <Fragment key="1">
                {payout.perDiem !== null && <Fig label="Per diem">{moneyOfCents(payout.perDiem)}</Fig>}
                <Fig label={stated.label}>{stated.rate}</Fig>
              </Fragment>,
              <Fragment key="2">
                <Fig label="Maturity">{formatLongDate(payout.maturity)}</Fig>
                {terms.structure !== "Bridge" && <Fig label="Payment penalty">{capitalised(penalty) || "Not set"}</Fig>}
              </Fragment>,
            ]}
          />
          {payout.byLedger !== null && fees[1].amount > 0 && <NotInLedger amount={moneyWithCents(fees[1].amount)} />}
          <section className="letter bare" aria-labelledby="owed">
            <h2 id="owed">What is owed</h2>
            <PrintBlocks blocks={[{ kind: "rows", rows: payoutRows(payout, fees) }]} />
            <p className="small mute">{payoutExplanation(payout, terms, next)}</p>
            <p className="small mute">{payoutReference(facts, payout, later)}</p>
          </section>
          {later.length > 0 && (
            <section className="letter bare" aria-labelledby="later">
              <h2 id="later">If it is received later</h2>
              <PrintedTable table={payoutTable(payout, later, next)} caption="Totals of the next days" />
            </section>
          )}
          <section className="letter bare" aria-labelledby="pay">
            <h2 id="pay">How to pay</h2>
            {payoutInstructions(facts, payout, howToPay).map((line) => <p key={line}>{line}</p>)}
          </section>
        </>
      )}
    </div>
  );
}

/** Why the chosen day has no statement, for its field; undefined where none is chosen or another has none either. */
const wrongDay = ({ firstDay, reason, query }: Loaded & ViewProps): string | undefined =>
  firstDay && query.date ? reason : undefined;

/** Why there is no statement, with the way on: to a day that has one, else to the loan, and a lent one's ledger. */
function Refused(data: Loaded & ViewProps): ReactNode {
  const { facts, reason, firstDay } = data;
  const { loanId, status } = facts;
  const ways: [href: string, words: string][] = firstDay
    ? [[`/dashboard/payout/${loanId}?date=${firstDay}`, `Show it for ${formatLongDate(firstDay)}`]]
    : [
      ...isLent(status) ? [[`/dashboard/loanledger?id=${loanId}`, "Open its ledger"] as [string, string]] : [],
      [`/dashboard/viewloan?id=${loanId}`, "Open the loan"],
    ];
  return (
    <Empty
      title={firstDay ? "No payout on this day" : "No payout statement"}
      text={wrongDay(data) ? undefined : reason}
    >
      {ways.map(([href, words]) => <a key={href} className="btn" href={href}>{words}</a>)}
    </Empty>
  );
}
