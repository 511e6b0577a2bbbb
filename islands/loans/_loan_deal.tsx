import type { ReactNode } from "react";
import { daysText, FALLBACK_DATE, isCalendarDate, reminderDate } from "../../lib/domain/dates.ts";
import type { ContractTerms } from "../../lib/domain/lending/contract.ts";
import { costLine } from "../../lib/domain/loans/cost_line.ts";
import type { LoanFigures } from "../../lib/domain/loans/deal.ts";
import { EXIT_STRATEGIES, PENALTIES, STRUCTURES, TERMS } from "../../lib/domain/loans/deal_options.ts";
import { daysFunded, daysFundedLabel } from "../../lib/domain/loans/status.ts";
import { usePageData } from "../../lib/client/page_data.ts";
import { fixed, money, percent } from "../../lib/domain/money.ts";
import { LOAN_LABELS } from "../../lib/domain/loans/field_labels.ts";
import type { LoanForm } from "../../lib/domain/loans/loan_form.ts";
import type { SelectOption } from "../../lib/ui/field.tsx";
import { Notice } from "../../lib/ui/notice.tsx";
import { LoanDate, LoanNumber, LoanSelect, LoanText } from "./_loan_field.tsx";
import type { LendingData, LoanFormState } from "./loan_form.ts";
import { LoanStatusField } from "./_loan_status.tsx";

/** A figure that follows from the fields, in a field's place. */
function Output(props: { id: string; label: string; children: ReactNode }): ReactNode {
  return (
    <div className="field">
      <label htmlFor={props.id}>{props.label}</label>
      <output id={props.id}>{props.children}</output>
    </div>
  );
}

/**
 * Deal particulars: what the lender sets, and what follows from it; the contract's `terms` and lines inside. `today` is
 * YYYY-MM-DD.
 */
export function LoanDeal(
  props: {
    loan: LoanFormState;
    /** The entries that the figures are computed from. */
    read: LoanForm;
    figures: LoanFigures;
    terms: ContractTerms | null;
    today: string;
    children: ReactNode;
  },
): ReactNode {
  const { loan, figures, terms, today } = props;
  const { form } = loan;
  const { settings } = usePageData<LendingData>("lending");
  const isCommercialOpen = settings.commercial?.ceiling === "law";
  const field = { loan, block: "deal" };
  const list = (choices: readonly SelectOption[]) => ({ choices, empty: "Not set" });
  const pickMaturity = (day: string) => {
    // Only a person's pick moves the reminder (loans specification 4.3).
    const picked = isCalendarDate(day) && day !== FALLBACK_DATE;
    loan.set({ maturityEmailDate: day, reminderEmailDate: picked ? reminderDate(day) : loan.form.reminderEmailDate });
  };
  const dates = { dateFunded: form.dateFunded || null, dateRepaid: form.dateRepaid || null };
  return (
    <section className="block" id="deal" aria-labelledby="deal-h">
      <header>
        <h2 id="deal-h">Deal Particulars</h2>
        <p className="align-end small mute">{costLine(figures, terms)}</p>
      </header>
      <div aria-live="polite">
        {figures.refusal && <Notice band="red">{figures.refusal}</Notice>}
        {figures.rankNotice && <Notice band="yellow">{figures.rankNotice}.</Notice>}
      </div>
      {props.children}
      <div className="grid-fields tight deal">
        <LoanStatusField loan={loan} />
        <LoanNumber
          {...field}
          name="fsfcLoan"
          label={LOAN_LABELS.fsfcLoan}
          unit="$"
          placeholder={props.read.newLoanAmount}
        />
        <LoanNumber
          {...field}
          name="adminRate"
          label={LOAN_LABELS.adminRate}
          unit="%"
          placeholder={fixed(figures.suggestedRate * 100, 2)}
        />
        <LoanNumber {...field} name="adminFee" label={LOAN_LABELS.adminFee} unit="$" />
        <LoanNumber {...field} name="broker_fee" label={LOAN_LABELS.broker_fee} unit="$" />
        <LoanSelect
          {...field}
          name="adminTerm"
          label={LOAN_LABELS.adminTerm}
          {...list(TERMS as readonly SelectOption[])}
        />
        <LoanSelect
          {...field}
          name="adminStructure"
          label={LOAN_LABELS.adminStructure}
          {...list(STRUCTURES as readonly SelectOption[])}
        />
        <LoanSelect
          {...field}
          name="adminPenalty"
          label={LOAN_LABELS.adminPenalty}
          {...list(PENALTIES as readonly SelectOption[])}
        />
        <LoanSelect
          {...field}
          name="exitStrategySelect"
          label={LOAN_LABELS.exitStrategySelect}
          {...list(EXIT_STRATEGIES as readonly SelectOption[])}
        />
        <LoanDate {...field} name="estClosingDate" label={LOAN_LABELS.estClosingDate} />
        <LoanDate {...field} name="dateFunded" label={LOAN_LABELS.dateFunded} />
        <LoanDate {...field} name="dateRepaid" label={LOAN_LABELS.dateRepaid} />
        <Output id="deal-days" label="Days funded">
          {daysFundedLabel(daysFunded(form.adminComSelect, dates, today))}
        </Output>
        <LoanDate {...field} name="maturityEmailDate" label={LOAN_LABELS.maturityEmailDate} onPick={pickMaturity} />
        <LoanDate {...field} name="reminderEmailDate" label={LOAN_LABELS.reminderEmailDate} />
        <LoanNumber {...field} name="loss" label={LOAN_LABELS.loss} unit="$" />
        <Output id="deal-suggested" label="Suggested rate">{percent(figures.suggestedRate)}</Output>
        {figures.bridgePricing !== null && (
          <Output id="deal-price" label={`Price for ${daysText(figures.bridgeDays!)}`}>
            {money(figures.bridgePricing)}
          </Output>
        )}
        {(isCommercialOpen || loan.base.commercialReason !== "") && (
          <LoanText
            {...field}
            name="commercialReason"
            label={LOAN_LABELS.commercialReason}
            hint="Why it is for a business"
            wide
          />
        )}
        {form.adminComSelect === "Declined" && (
          <LoanText
            {...field}
            name="declineReason"
            label={LOAN_LABELS.declineReason}
            wide
          />
        )}
      </div>
    </section>
  );
}
