import { type FormEvent, type KeyboardEvent, type ReactNode, useEffect, useRef, useState } from "react";
import { closeDialog, openDialog } from "../../lib/client/dialog.ts";
import { type FieldErrors, hasErrors } from "../../lib/client/field_errors.ts";
import {
  fieldText,
  ltvOf,
  priorOf,
  quoteInput,
  type QuoteState,
  startQuote,
  withAllBlurred,
  withBlur,
  withSliderValue,
  withStep,
  withTypedText,
} from "../../lib/client/quote/quote_state.ts";
import type { QuoteResult, QuoteType } from "../../lib/domain/lending/quote.ts";
import { loanAtLtv, QUOTE_SLIDERS, type SliderName } from "../../lib/domain/lending/quote_sliders.ts";
import { money } from "../../lib/domain/money.ts";
import { Dialog } from "../../lib/ui/dialog.tsx";
import { LtvRule, RulePart } from "../../lib/ui/loans/ltv_rule.tsx";
import { type PricedInputs, QuoteResultView } from "../../lib/ui/quote/quote_result.tsx";
import { Segment } from "../../lib/ui/segment.tsx";
import { Slider } from "../../lib/ui/slider.tsx";
import { Notice } from "../../lib/ui/notice.tsx";
import { Unit } from "../../lib/ui/unit.tsx";
import { useForm } from "../forms/use_form.ts";
import { QUOTE_FIELDS, type QuoteField } from "./_quote_fields.ts";

const PATH = "/api/loans/getquote";
const TYPE_REQUIRED = "Please select a loan type";
const FAILED = "Failed getting quote";
const DIALOG = "quote-answer";

const TYPES = [
  { value: "first", label: "First" },
  { value: "second", label: "Second" },
  { value: "bridge", label: "Bridge" },
];

/** Controls have the call's names; their ids have a prefix. */
const idOf = (name: SliderName) => `quote-${name}`;

type Given = { result: QuoteResult; asked: PricedInputs };

/**
 * The quote tool (accounts specification 2, 5 and 9). `maxLtv` is the maximum LTV in percent, `overLimit` the
 * message above it, `submitTo` where SUBMIT LOAN leads, with the quote in its query. `sent`, `errors` and `reason` come from a form
 * without script.
 */
export function QuoteTool(props: {
  maxLtv: number;
  overLimit: string;
  submitTo: string;
  sent: Record<string, string>;
  errors: Record<string, string>;
  reason: string;
}): ReactNode {
  const { maxLtv, overLimit, submitTo, sent } = props;
  const [state, setState] = useState<QuoteState>(() => startQuote(sent));
  const now = useRef(state);
  const [given, setGiven] = useState<Given | null>(null);
  useEffect(() => {
    if (given) openDialog(DIALOG);
  }, [given]);

  const { errors, reason, busy, handlers, send, edit, toasts } = useForm<{ data?: QuoteResult }, PricedInputs>({
    path: PATH,
    read: (form) => ({ ...quoteInput(now.current, now.current.type as QuoteType), postal: form.postal.value }),
    check: (): FieldErrors => now.current.type === "none" ? { type: TYPE_REQUIRED } : {},
    incomplete: TYPE_REQUIRED,
    found: props.errors,
    why: props.reason,
    says: ({ network }) => network ? "" : FAILED,
    done({ data }, asked) {
      if (data) setGiven({ result: data, asked });
      else toasts.refuse(FAILED);
    },
  });

  const { type, figures, notes } = state;
  const ltv = ltvOf(state);
  const prior = priorOf(state);
  const { valueOfResidence: value, loanAmount: loan } = figures;

  function change(next: (old: QuoteState) => QuoteState) {
    now.current = next(now.current);
    setState(now.current);
  }

  const controls = (name: SliderName) => ({
    onText: (e: { target: HTMLInputElement }) => {
      const { value } = e.target;
      change((s) => withTypedText(s, name, value));
    },
    onRange: (e: { target: HTMLInputElement }) => {
      const n = Number(e.target.value);
      change((s) => withSliderValue(s, name, n));
    },
    onLeave: () => change((s) => withBlur(s, name)),
    onKey: (e: KeyboardEvent<HTMLInputElement>) => {
      if (e.key !== "ArrowUp" && e.key !== "ArrowDown") return;
      e.preventDefault();
      const direction = e.key === "ArrowUp" ? 1 : -1;
      change((s) => withStep(withBlur(s, name), name, direction));
      edit(name);
    },
  });

  /** Requests the quote if all values are valid. */
  function ask(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const { state: ready, wrong } = withAllBlurred(now.current);
    change(() => ready);
    if (wrong) document.getElementById(idOf(wrong))?.focus();
    else void send(event.currentTarget);
  }

  const field = ({ name, label, after = "", unit, className }: QuoteField) => {
    const { min, max, step } = QUOTE_SLIDERS[name];
    const shown = unit ? money : String;
    return (
      <Slider
        key={name}
        id={idOf(name)}
        name={name}
        label={label}
        ends={[shown(min), shown(max) + after]}
        unit={unit}
        className={className}
        min={min}
        max={max}
        step={step}
        text={fieldText(state, name)}
        value={figures[name]}
        valueText={unit && money(figures[name])}
        error={errors[name]}
        note={notes[name]}
        {...controls(name)}
      />
    );
  };

  const ltvControls = controls("ltv");
  const fits = loanAtLtv(maxLtv, prior, value);
  const fitting = fits < loan && prior + fits <= (value * maxLtv) / 100;
  return (
    <section className="quote" aria-labelledby="quote-h">
      <h2 className="visually-hidden" id="quote-h">Indicative quote</h2>
      <form method="post" action={PATH} autoComplete="off" noValidate {...handlers} onSubmit={ask}>
        <div className="quote-head">
          <div className="kind">
            <span className="mute" aria-hidden="true">Loan type</span>
            <Segment
              legend="Loan type"
              name="type"
              options={TYPES}
              value={type}
              onChange={(e) => {
                const chosen = e.target.value as QuoteState["type"];
                change((s) => ({ ...s, type: chosen }));
              }}
            />
            {errors.type && <p className="error">{errors.type}</p>}
          </div>
          <div className="ltv-readout">
            <label htmlFor={idOf("ltv")}>Loan to value</label>
            <span className="huge">
              <Unit unit="%">
                <input
                  id={idOf("ltv")}
                  inputMode="numeric"
                  autoComplete="off"
                  aria-describedby={notes.ltv ? "quote-ltv-e" : undefined}
                  value={fieldText(state, "ltv")}
                  onChange={ltvControls.onText}
                  onBlur={ltvControls.onLeave}
                  onKeyDown={ltvControls.onKey}
                />
              </Unit>
            </span>
          </div>
        </div>
        <LtvRule
          value={value}
          prior={prior}
          loan={loan}
          ltv={ltv}
          limit={maxLtv}
          max={QUOTE_SLIDERS.ltv.max}
          onLtv={ltvControls.onRange}
        />
        {notes.ltv && <p className="hint" id="quote-ltv-e" role="status">{notes.ltv}</p>}
        <dl className="quote-figures">
          <RulePart
            label="First mortgage, ahead of us"
            dollars={prior}
            value={value}
            kind="prior"
            className="prior-part"
          />
          <RulePart label="This loan" dollars={loan} value={value} />
          <RulePart label="Equity left" dollars={value - prior - loan} value={value} kind="rest" />
        </dl>
        {ltv > maxLtv && (
          <Notice band="red" live>
            <b>{overLimit}.</b> {fitting ? `A loan of ${money(fits)} would fit.` : ""}
          </Notice>
        )}
        <div className="fields">
          <fieldset>
            <legend>Property</legend>
            {QUOTE_FIELDS.property.map(field)}
            <label className="postal-field">
              Postal code, if known
              <input name="postal" defaultValue={sent.postal} />
            </label>
          </fieldset>
          <fieldset>
            <legend>Borrower</legend>
            {QUOTE_FIELDS.borrower.map(field)}
          </fieldset>
          <fieldset>
            <legend>Loan</legend>
            {QUOTE_FIELDS.loan.map(field)}
            <div className="quote-submit">
              <dl className="phone-figure">
                <div className="figure">
                  <dt>Loan to value</dt>
                  <dd>{ltv}%</dd>
                </div>
              </dl>
              <button className="btn primary" type="submit" aria-busy={busy}>
                {busy ? "Getting your quote" : "Get indicative quote"}
              </button>
              <p>Indicative only. Not a commitment to lend.</p>
              {reason && !hasErrors(errors) && <p className="error" role="alert">{reason}</p>}
            </div>
          </fieldset>
        </div>
      </form>
      <Dialog id={DIALOG} title="Indicative quote" className="result" sheet focusTitle>
        {given && <QuoteResultView result={given.result} inputs={given.asked} limit={maxLtv} />}
        <footer>
          <button className="btn" type="button" onClick={() => closeDialog(DIALOG)}>Change figures</button>
          <a
            className="btn primary"
            href={given ? `${submitTo}?${new URLSearchParams(given.asked as never)}` : submitTo}
          >
            SUBMIT LOAN
          </a>
        </footer>
      </Dialog>
    </section>
  );
}
