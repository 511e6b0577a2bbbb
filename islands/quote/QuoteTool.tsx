import { type FormEvent, type KeyboardEvent, type ReactNode, useEffect, useRef, useState } from "react";
import { byId } from "../../lib/client/dom.ts";
import { type FieldErrors, hasErrors } from "../../lib/client/field_errors.ts";
import {
  fieldText,
  ltvOf,
  priorOf,
  quoteInput,
  type QuoteState,
  startQuote,
  uncountedOf,
  withAllBlurred,
  withBlur,
  withSliderValue,
  withStep,
  withType,
  withTypedText,
} from "../../lib/client/quote/quote_state.ts";
import type { QuoteResult, QuoteType } from "../../lib/domain/lending/quote.ts";
import {
  inDollars,
  largestLoan,
  QUOTE_SLIDERS,
  sliderEnds,
  type SliderName,
  TYPE_REQUIRED,
  WITH_FIRST,
} from "../../lib/domain/lending/quote_sliders.ts";
import { ceilPercent, money } from "../../lib/domain/money.ts";
import { Dialog } from "../../lib/ui/dialog.tsx";
import { LtvRule } from "../../lib/ui/loans/ltv_rule.tsx";
import { type PricedInputs, QuoteResultView } from "../../lib/ui/quote/quote_result.tsx";
import { Segment } from "../../lib/ui/segment.tsx";
import { Slider } from "../../lib/ui/slider.tsx";
import { Notice } from "../../lib/ui/notice.tsx";
import { Unit } from "../../lib/ui/unit.tsx";
import { useForm } from "../forms/use_form.ts";
import { QuoteLegend } from "./_quote_legend.tsx";
import { QUOTE_FIELDS, QUOTE_TYPES, type QuoteField } from "./quote_fields.ts";

const PATH = "/api/loans/getquote";
const FAILED = "Failed getting quote";
/** Unlike the specification, the public quote shows an error (docs/decisions/answers-and-refusals.md). */
const OFFLINE = "No connection. Try again";
const DIALOG = "quote-answer";

const ARROWS: Readonly<Record<string, 1 | -1>> = { ArrowUp: 1, ArrowDown: -1 };

/** Controls have the call's names; their ids have a prefix. */
const idOf = (name: SliderName) => `quote-${name}`;

type Priced = { result: QuoteResult; inputs: PricedInputs };

/**
 * The quote tool (accounts specification 2, 5 and 9). `maxLtv` is the maximum LTV in percent, `overLimit` the message
 * above it, `submitTo` where SUBMIT LOAN leads, which is left out without it. `sent`, `errors`, `reason` and
 * `postalNote`, what a price says of an unknown postal code, come from a form without script.
 */
export function QuoteTool(props: {
  maxLtv: number;
  overLimit: string;
  submitTo: string;
  sent: Record<string, string>;
  errors: Record<string, string>;
  reason: string;
  postalNote: string;
}): ReactNode {
  const { maxLtv, overLimit, submitTo, sent } = props;
  const [state, setState] = useState<QuoteState>(() => startQuote(sent));
  const now = useRef(state);
  const [given, setGiven] = useState<Priced | null>(null);
  const [offline, setOffline] = useState(false);
  const [postalNote, setPostalNote] = useState(props.postalNote);
  useEffect(() => {
    // lib/client/dialog.ts would be one more script on the page with the tightest budget.
    const dialog = given && byId(DIALOG, HTMLDialogElement);
    // Open, its pressed button may be gone: the focus goes to the title, as on opening.
    if (dialog?.open) dialog.querySelector("h2")!.focus();
    else dialog?.showModal();
  }, [given]);

  const { errors, reason, busy, handlers, send, edit, toasts, afterPress } = useForm<
    { data?: QuoteResult },
    PricedInputs
  >({
    path: PATH,
    read: (form) => ({ ...quoteInput(now.current, now.current.type as QuoteType), postal: form.postal.value }),
    check: (): FieldErrors => now.current.type === "none" ? { type: TYPE_REQUIRED } : {},
    incomplete: () => TYPE_REQUIRED,
    found: props.errors,
    why: props.reason,
    says({ network }) {
      setOffline(!!network);
      return network ? "" : FAILED;
    },
    done({ data }, inputs) {
      setOffline(false);
      setPostalNote(data?.area?.unread ? data.area.sentence : "");
      if (data) {
        setGiven({ result: data, inputs });
        // For Back from where SUBMIT LOAN leads, and a reload.
        history.replaceState(inputs, "");
      } else toasts.refuse(FAILED);
    },
  });

  useEffect(() => {
    const asked = history.state;
    if (!asked?.type) return;
    change(() => startQuote(asked));
    byId("quote-form", HTMLFormElement)!.postal.value = asked.postal;
  }, []);

  const { type, figures, notes } = state;
  const ltv = ltvOf(state), prior = priorOf(state);
  const { valueOfResidence: value, loanAmount: loan } = figures;
  const uncounted = uncountedOf(state), whole = uncounted ? ceilPercent(loan + uncounted, value) : ltv;
  const withFirst = uncounted > 0 && `${WITH_FIRST} ${whole}%. `;

  function change(next: (old: QuoteState) => QuoteState) {
    now.current = next(now.current);
    setState(now.current);
  }

  const controls = (name: SliderName) => ({
    onText: ({ target: { value } }: { target: HTMLInputElement }) => change((s) => withTypedText(s, name, value)),
    onRange: ({ target: { value } }: { target: HTMLInputElement }) => change((s) => withSliderValue(s, name, +value)),
    // A note above the button would move it away from the pointer that presses it.
    onLeave: () => afterPress(() => change((s) => withBlur(s, name))),
    onKey: (e: KeyboardEvent<HTMLInputElement>) => {
      const direction = ARROWS[e.key];
      if (!direction) return;
      e.preventDefault();
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

  const field = ({ name, label, after = "", className }: QuoteField) => {
    const { min, max, step } = QUOTE_SLIDERS[name];
    const [least, most] = sliderEnds(name);
    return (
      <Slider
        key={name}
        id={idOf(name)}
        name={name}
        label={label}
        ends={[least, most + after]}
        unit={inDollars(name) ? "$" : undefined}
        className={className}
        min={min}
        max={max}
        step={step}
        text={fieldText(state, name)}
        value={figures[name]}
        valueText={inDollars(name) ? money(figures[name]) : undefined}
        error={errors[name]}
        note={notes[name]}
        {...controls(name)}
      />
    );
  };

  const ltvControls = controls("ltv");
  const fits = largestLoan(maxLtv, prior + uncounted, value);
  const leadsOn = !given?.result.refusal ? "submit" : given.result.fits ? "fits" : "change";
  const bold = (button: typeof leadsOn) => button === leadsOn ? "btn primary" : "btn";
  return (
    <section className="quote" aria-labelledby="quote-h">
      <h2 className="visually-hidden" id="quote-h">Indicative quote</h2>
      <form id="quote-form" method="post" action={PATH} autoComplete="off" noValidate {...handlers} onSubmit={ask}>
        <div className="quote-head">
          <div className="kind">
            <span className="mute" aria-hidden="true">Loan type</span>
            <Segment
              legend="Loan type"
              name="type"
              options={QUOTE_TYPES}
              value={type}
              onChange={({ target: { value } }) => change((s) => withType(s, value as QuoteType))}
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
                  aria-describedby={notes.ltv ? "quote-ltv-e" : undefined}
                  value={fieldText(state, "ltv")}
                  onChange={ltvControls.onText}
                  onBlur={ltvControls.onLeave}
                  onKeyDown={ltvControls.onKey}
                />
              </Unit>
            </span>
            {notes.ltv && <p className="hint" id="quote-ltv-e" role="status">{notes.ltv}</p>}
          </div>
        </div>
        <LtvRule
          value={value}
          prior={prior}
          uncounted={uncounted}
          loan={loan}
          ltv={ltv}
          limit={maxLtv}
          max={QUOTE_SLIDERS.ltv.max}
          onLtv={ltvControls.onRange}
        />
        <QuoteLegend state={state} />
        {withFirst && whole <= maxLtv && <p className="hint" role="status">{withFirst}</p>}
        {whole > maxLtv && (
          <Notice band="red" live>
            {withFirst}
            <b>{overLimit}.</b> {fits >= QUOTE_SLIDERS.loanAmount.min && `A loan of ${money(fits)} would fit.`}
          </Notice>
        )}
        <div className="fields">
          <fieldset>
            <legend>Property</legend>
            {QUOTE_FIELDS.property.map(field)}
            <label className="postal-field">
              Postal code, if known
              <input
                name="postal"
                defaultValue={sent.postal}
                aria-invalid={errors.postal ? true : undefined}
                aria-describedby={errors.postal || postalNote ? "quote-postal-e" : undefined}
                onChange={() => setPostalNote("")}
              />
            </label>
            {(errors.postal || postalNote) && (
              <p className={errors.postal ? "error" : "hint"} id="quote-postal-e">{errors.postal || postalNote}</p>
            )}
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
                {busy ? "Getting your quote" : offline ? OFFLINE : "Get indicative quote"}
              </button>
              <p>Indicative only. Not a commitment to lend.</p>
              {reason && !hasErrors(errors) && <p className="error" role="alert">{reason}</p>}
            </div>
          </fieldset>
        </div>
      </form>
      <Dialog id={DIALOG} title="Indicative quote" className="result" sheet focusTitle>
        {given && <QuoteResultView result={given.result} inputs={given.inputs} limit={maxLtv} />}
        <footer>
          <button className={bold("change")} type="button" command="close" commandfor={DIALOG}>Change figures</button>
          {given?.result.fits && (
            <button
              className={bold("fits")}
              type="submit"
              form="quote-form"
              aria-busy={busy}
              onClick={() => change((s) => withSliderValue(s, "loanAmount", given.result.fits!))}
            >
              {offline ? OFFLINE : `Price ${money(given.result.fits)}`}
            </button>
          )}
          {submitTo && (
            <a
              className={bold("submit")}
              href={given ? `${submitTo}?${new URLSearchParams(given.inputs as never)}` : submitTo}
            >
              SUBMIT LOAN
            </a>
          )}
        </footer>
      </Dialog>
    </section>
  );
}
