import type { ChangeEvent, ReactNode } from "react";
import { formatDate, formatInstant, formatLongDate } from "../../lib/domain/dates.ts";
import { amendmentDays, amendmentStart } from "../../lib/domain/letters/amendment.ts";
import { restatedPaymentDay } from "../../lib/domain/letters/facts.ts";
import { balanceAtMaturity } from "../../lib/domain/letters/figures.ts";
import { TERM_LABELS, TICKED } from "../../lib/domain/letters/letter_document.ts";
import { type LetterTerms, RENEWAL_STRUCTURES } from "../../lib/domain/letters/terms.ts";
import { aprText } from "../../lib/domain/lending/apr.ts";
import { ADVANCE_DAY, LAST_PAYMENT_DAY, paymentDayText } from "../../lib/domain/lending/payment_days.ts";
import { paymentLabel } from "../../lib/domain/lending/schedule.ts";
import { amountText, formatEntry } from "../../lib/domain/loans/loan_form.ts";
import { TERMS } from "../../lib/domain/loans/deal_options.ts";
import { daysAround } from "../../lib/domain/picker_days.ts";
import { moneyWithCents } from "../../lib/domain/money.ts";
import { Check, SelectField, TextField, UnitField } from "../../lib/ui/field.tsx";
import { Facts } from "../../lib/ui/figures.tsx";
import { Icon } from "../../lib/ui/icon.tsx";
import { Notice } from "../../lib/ui/notice.tsx";
import type { LetterProps, LetterState } from "./_use_letter.ts";
import { capitalised } from "../../lib/domain/capitalised.ts";

/** Gaps and problems, each with a link to its field, and what the letter that is out says otherwise. */
export function LetterChecks({ letter, outdated }: LetterState): ReactNode {
  const { gaps, problems } = letter, warnings = [outdated, ...letter.warnings].filter(Boolean);
  return (
    <section aria-labelledby="letter-checks" className="stack">
      <h2 id="letter-checks" tabIndex={-1}>Before you generate it</h2>
      <div className="stack" aria-live="polite">
        {problems.map((text) => <Notice key={text} band="red">{text}</Notice>)}
        {warnings.map((text) => <Notice key={text} band="yellow">{text}</Notice>)}
        {gaps.length > 0 && (
          <ul className="missing-list">
            {gaps.map(({ what, href }) => (
              <li key={what}>
                <span>Not set: {what}</span>
                {href && (
                  <a href={href}>
                    Set it<span className="visually-hidden">: {what}</span>
                  </a>
                )}
              </li>
            ))}
          </ul>
        )}
        {problems.length + warnings.length + gaps.length === 0 && (
          <p className="small">
            <span className="ok-mark">
              <Icon name="check" />
            </span>{" "}
            Every figure is set.
          </p>
        )}
      </div>
    </section>
  );
}

/** The figures of the letter. */
export function LetterSums({ kind, letter }: { kind: LetterProps["kind"]; letter: LetterState["letter"] }): ReactNode {
  const { figures } = letter, bridge = figures.schedule?.bridge;
  return (
    <Facts
      facts={[
        [
          kind === "renewal" ? "Balance renewed" : letter.amends ? "Balance" : "Principal",
          moneyWithCents(figures.principal),
        ],
        kind === "commitment" && !letter.amends
          ? ["Net advance", moneyWithCents(figures.netAdvance)]
          : ["Renewal fee", figures.fees > 0 ? moneyWithCents(figures.fees) : null],
        ...(bridge ? [["Price", moneyWithCents(bridge.price)] as const] : [
          [paymentLabel(figures.schedule), figures.payment === null ? null : moneyWithCents(figures.payment)],
          ["Interest adjustment", figures.adjustment && moneyWithCents(figures.adjustment.interest)],
          ["First payment", formatLongDate(figures.firstPayment) || null],
        ] as const),
        ["Maturity", formatLongDate(figures.maturity) || null],
        ["APR with fees", figures.apr === null ? null : aprText(figures.apr)],
      ]}
    />
  );
}

/** `the 1st`, or for no set day `the day of the advance`, where the first day is called `start`. */
const dayText = (day: number, start: string) => day === ADVANCE_DAY ? `the day of the ${start}` : paymentDayText(day);

function dayOption(day: number, start: string): { value: string; label: string } {
  return { value: String(day), label: capitalised(dayText(day, start)) };
}

type Change = ChangeEvent<HTMLInputElement | HTMLSelectElement>;

/** The letter's own terms. */
export function LetterTermFields({ state, props }: { state: LetterState; props: LetterProps }): ReactNode {
  const { terms, savedTerms, errors, setTerm, leaveTerm } = state;
  const bind = (name: keyof LetterTerms) => ({
    id: `letter-${name}`,
    label: TERM_LABELS[name],
    value: terms[name],
    error: errors[`terms.${name}`],
    onBlur: () => leaveTerm(name),
    onChange: (event: Change) => setTerm(name, event.target.value),
  });
  const day = (name: "letterDate" | "expiresOn") => (
    <TextField {...bind(name)} type="date" {...daysAround(state.facts.today, { current: savedTerms[name] })} />
  );
  const amount = (
    name: "retainer" | "otherFees" | "lawyerFee" | "dischargeFee" | "balance" | "unpaidInterest" | "fee",
    placeholder?: string,
  ) => (
    <UnitField
      {...bind(name)}
      unit="$"
      inputMode="decimal"
      placeholder={placeholder}
      onBlur={(event) => {
        setTerm(name, formatEntry("adminFee", event.target.value));
        leaveTerm(name);
      }}
    />
  );
  const tick = (name: "retroactive" | "amends") => (
    <Check
      id={`letter-${name}`}
      label={TERM_LABELS[name]}
      checked={terms[name] === TICKED}
      onChange={(event) => {
        setTerm(name, event.target.checked ? TICKED : "");
        // What it settles is marked at another field.
        leaveTerm(name);
      }}
    />
  );
  const paymentDay = (start: string) => (
    <SelectField
      {...bind("paymentDay")}
      className="full-row"
      choices={Array.from({ length: LAST_PAYMENT_DAY + 1 }, (_, day) => dayOption(day, start))}
      empty={`As set, ${dayText(state.facts.paymentDay, start)}`}
    />
  );
  const keepsDay = restatedPaymentDay(props.kind, state.facts, state.letterTerms) !== null;
  const days = amendmentDays(state.facts);
  const next = amendmentStart(state.facts, { ...state.letterTerms, startsOn: "" });
  const balance = props.kind === "renewal" ? balanceAtMaturity(state.facts, state.letterTerms) : null;
  return (
    <section className="stack" aria-labelledby="letter-terms">
      <h2 id="letter-terms">Terms of this letter</h2>
      <div className="grid-fields tight">
        {day("expiresOn")}
        {day("letterDate")}
        {props.kind === "commitment"
          ? (
            <>
              {(days.length > 1 || errors["terms.startsOn"]) && (
                <SelectField
                  {...bind("startsOn")}
                  choices={days.map((value) => ({ value, label: formatDate(value) }))}
                  empty={`Next, ${formatDate(next)}`}
                />
              )}
              {!state.letter.amends && !keepsDay && state.facts.structure !== "Bridge" && paymentDay("advance")}
              {!state.letter.amends && amount("retainer")}
              {!state.letter.amends && amount("otherFees")}
              {!state.letter.amends && amount("lawyerFee")}
              {amount("dischargeFee")}
            </>
          )
          : (
            <>
              <UnitField
                {...bind("rate")}
                unit="%"
                inputMode="decimal"
                onChange={(event) => setTerm("rate", event.target.value.replace("%", ""))}
              />
              <SelectField
                {...bind("term")}
                choices={TERMS.map(({ value }) => value)}
                empty="Not set"
              />
              {!keepsDay && paymentDay("start")}
              <SelectField
                {...bind("structure")}
                choices={RENEWAL_STRUCTURES}
                empty="As it is"
              />
              {amount("fee")}
              {amount("balance", balance === null ? undefined : amountText(balance))}
              {amount("unpaidInterest")}
            </>
          )}
      </div>
      {props.kind === "renewal" && tick("retroactive")}
      {props.kind === "renewal" && state.facts.renewed !== null && tick("amends")}
      {!terms.letterDate && <p className="hint">Without a date, the letter has the day you generate it.</p>}
    </section>
  );
}

/** The current commitment file. */
export function LetterFileLine({ file, facts: { loanId } }: LetterState): ReactNode {
  if (!file) return null;
  return (
    <section className="stack" aria-labelledby="letter-file">
      <h2 id="letter-file">Commitment on file</h2>
      <p className="small">
        <b>{file.name}</b>
        <br />
        <span className="mute">{formatInstant(file.uploadedAt)}</span>
      </p>
      <p className="btn-row">
        <a
          className="btn slim"
          href={`/api/loans/getfile?id=${file.id}&new=false&type=commitment`}
          target="_blank"
          rel="noreferrer"
        >
          <Icon name="eye" />
          View<span className="visually-hidden">commitment (opens in a new tab)</span>
        </a>
        <a
          className="btn slim"
          href={`/api/loans/getotherfile?id=${file.id}&loanId=${loanId}&download=true`}
          download=""
        >
          <Icon name="download" />
          Download
        </a>
      </p>
    </section>
  );
}
