import { type ChangeEvent, type ReactNode, useState } from "react";
import { daysText } from "../../lib/domain/dates.ts";
import type { ReviewResult } from "../../lib/domain/loans/review_result.ts";
import { money, percent } from "../../lib/domain/money.ts";
import { AREA_REASON_MAX, textProblem } from "../../lib/domain/text_length.ts";
import { Dialog } from "../../lib/ui/dialog.tsx";
import { AreaField } from "../../lib/ui/field.tsx";
import { Icon } from "../../lib/ui/icon.tsx";
import { Segment } from "../../lib/ui/segment.tsx";
import { Notice } from "../../lib/ui/notice.tsx";
import { type Trouble, TroubleMessage } from "../forms/trouble_message.tsx";
import { SUMMARY } from "./_submit_dialogs.ts";

const STEPS = [["red", "Unlikely"], ["yellow", "Likely"], ["green", "Highly Likely"]] as const;

function Fig(props: { label: string; children: ReactNode }): ReactNode {
  return (
    <div className="figure">
      <dt>{props.label}</dt>
      <dd className="large">{props.children}</dd>
    </div>
  );
}

/** Likelihood, price, and what weighs against the loan: reasons are nothing else. */
function Outcome(props: { result: ReviewResult }): ReactNode {
  const { scoreColor, likelihood, refusal, lenderSuggestedRate, monthlyPayment, bridgePricing, bridgeDays, ltv } =
    props.result;
  const [unknown, ...others] = props.result.reasons, isUnknown = likelihood === null && refusal === null;
  const reasons = isUnknown ? others : props.result.reasons;
  return (
    <>
      {isUnknown && (
        <Notice band="yellow">
          <b>{unknown}.</b> How likely approval is shows once they are: Make Corrections.
        </Notice>
      )}
      <div className="stack">
        {likelihood !== null && (
          <>
            <p className="verdict" data-band={scoreColor}>
              <Icon name={`band-${scoreColor}`} className={null} />
              {likelihood}
            </p>
            <ol className="zone-steps" aria-hidden="true">
              {STEPS.map(([band, word]) => (
                <li key={band} data-band={band === scoreColor ? band : undefined}>{word}</li>
              ))}
            </ol>
          </>
        )}
      </div>
      <dl className="figure-grid">
        <Fig label="Suggested rate">{percent(lenderSuggestedRate)}</Fig>
        {bridgePricing === null
          ? <Fig label="Monthly payment">{money(monthlyPayment)}</Fig>
          : <Fig label={`Price for ${daysText(bridgeDays!)}`}>{money(bridgePricing)}</Fig>}
        <Fig label="Loan to value">{ltv}%</Fig>
      </dl>
      {reasons.length > 0 && (
        <div>
          <h3 className="subheading">What weighs against it</h3>
          <ul className="reasons">{reasons.map((reason) => <li key={reason}>{reason}</li>)}</ul>
        </div>
      )}
      <p className="small mute">Indicative only. It is not a commitment to lend.</p>
    </>
  );
}

/** Why the application is refused, and what to do. */
function Refused({ result }: { result: ReviewResult }): ReactNode {
  const { refusal, ceilingPassed, wouldBe, ltv, ltvLimit, fits } = result;
  return (
    <div className="stack">
      <Notice band="red">
        <b>{refusal}</b>
      </Notice>
      {ceilingPassed
        ? <p>Lower the broker fee, or ask for a larger loan. The lender's own fee has to fit below the ceiling too.</p>
        : !result.maxLtvExceeded && wouldBe !== null
        ? <p>Ask for enough to pay out what is registered before it, or have it priced as a {wouldBe}.</p>
        : ltvLimit > 0
        ? (
          <p>
            This application comes to {ltv}%. {fits
              ? `A loan of ${money(fits)} would fit, or a higher appraised value.`
              : `No smaller loan brings it to ${ltvLimit}%; a higher appraised value can.`}
          </p>
        )
        : (
          <p>
            Check the postal code and the city. Is the property at the edge of the area?{" "}
            <a className="link" href="/dashboard/contact" target="_blank">
              Ask us<span className="visually-hidden">(opens in a new tab)</span>
            </a>
            .
          </p>
        )}
    </div>
  );
}

/** The rule of lending areas that an administrator decides not to follow, and why. */
function AreaReason(props: { rule: string; reason: string; onReason: (text: string) => void }): ReactNode {
  return (
    <div className="stack">
      <Notice band="yellow">
        <b>{props.rule}.</b> You may decide otherwise. What you say here is kept with the loan.
      </Notice>
      <AreaField
        id="area-reason"
        label="Why we lend here anyway"
        rows={2}
        value={props.reason}
        error={textProblem(props.reason, AREA_REASON_MAX)}
        onChange={(event: ChangeEvent<HTMLTextAreaElement>) => props.onReason(event.target.value)}
      />
    </div>
  );
}

const WHY_CLOSED = "complete-why";

const isReason = (text: string): boolean => textProblem(text, AREA_REASON_MAX, "Enter the reason.") === "";

/**
 * The summary of a review. Where it is refused it says so and offers only Make Corrections; otherwise the application
 * can be completed once Licensed Broker? is Yes (loans specification 4.6). An area's rule gives way to a reason.
 */
export function Summary(props: {
  result: ReviewResult | null;
  licensed: boolean;
  onLicensed: (licensed: boolean) => void;
  busy: string | null;
  trouble: Trouble | null;
  onComplete: (areaReason: string) => void;
  /** Puts the lower position on the form and reviews that; null where the form has no such position. */
  onRank: (() => void) | null;
}): ReactNode {
  const { result, licensed, onLicensed, busy, trouble, onComplete, onRank } = props;
  const [reason, setReason] = useState("");
  const open = result !== null && (result.refusal === null || result.needsReason);
  const decides = open && result.needsReason;
  const closed = !licensed
    ? "Only a licensed broker submits. Choose Yes to go on."
    : decides && !isReason(reason)
    ? "Say why we lend here anyway to go on."
    : "";
  return (
    <Dialog id={SUMMARY} title="Submission review" className="result" sheet focusTitle>
      {result && !open && <Refused result={result} />}
      {open && <Outcome result={result} />}
      {decides && <AreaReason rule={result.refusal ?? ""} reason={reason} onReason={setReason} />}
      {open && (
        <>
          <hr />
          <div className="row">
            <b aria-hidden="true">Licensed Broker?</b>
            <span className="align-end">
              <Segment
                legend="Licensed Broker?"
                name="licensed"
                slim
                options={[{ value: "No", label: "No" }, { value: "Yes", label: "Yes" }]}
                value={licensed ? "Yes" : "No"}
                onChange={(event) => onLicensed(event.target.value === "Yes")}
              />
            </span>
          </div>
          <p className="small mute" id={WHY_CLOSED} role="status">{closed}</p>
        </>
      )}
      {trouble && (
        <p className="error" role="alert">
          <TroubleMessage trouble={trouble} />
        </p>
      )}
      <footer>
        <button className={open ? "btn" : "btn primary"} type="button" command="close" commandfor={SUMMARY}>
          Make Corrections
        </button>
        {onRank && !open && result?.wouldBe && !result.maxLtvExceeded && !result.ceilingPassed && (
          <button className="btn primary" type="button" aria-busy={busy ? true : undefined} onClick={onRank}>
            {busy ?? `Review it as a ${result.wouldBe}`}
          </button>
        )}
        {open && (
          <button
            className="btn primary"
            type="button"
            disabled={closed !== ""}
            aria-describedby={closed ? WHY_CLOSED : undefined}
            aria-busy={busy ? true : undefined}
            onClick={() => onComplete(decides ? reason.trim() : "")}
          >
            {busy ?? "Complete Submission"}
          </button>
        )}
      </footer>
    </Dialog>
  );
}
