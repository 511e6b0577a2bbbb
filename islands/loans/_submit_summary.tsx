import type { ReactNode } from "react";
import { maxLtvMessage } from "../../lib/domain/lending/ltv.ts";
import { money, percent } from "../../lib/domain/money.ts";
import { Dialog } from "../../lib/ui/dialog.tsx";
import { Icon } from "../../lib/ui/icon.tsx";
import { Segment } from "../../lib/ui/segment.tsx";
import { Notice } from "../../lib/ui/states.tsx";
import { type Trouble, TroubleMessage } from "../forms/trouble_message.tsx";

export const SUMMARY = "summary";

/** A review's result (loans specification 3.14): rates are fractions, amounts dollars, percentages whole. */
export type ReviewAnswer = {
  maxLtvExceeded: boolean;
  ltvLimit: number;
  ltv: number | null;
  scoreColor: "green" | "yellow" | "red";
  likelihood: string;
  reasons: string[];
  lenderSuggestedRate: number;
  monthlyPayment: number;
  bridgePricing: number | null;
  bridgeDays: number | null;
  firstOrSecond: string;
};

const STEPS = [["red", "Unlikely"], ["yellow", "Likely"], ["green", "Highly Likely"]] as const;

function Fig(props: { label: string; children: ReactNode }): ReactNode {
  return (
    <div className="figure">
      <dt>{props.label}</dt>
      <dd className="large">{props.children}</dd>
    </div>
  );
}

/** Likelihood, price and reasons. */
function Outcome(props: { result: ReviewAnswer }): ReactNode {
  const { scoreColor, likelihood, reasons, lenderSuggestedRate, monthlyPayment, bridgePricing, bridgeDays, ltv } =
    props.result;
  return (
    <>
      <div className="stack">
        <p className="verdict" data-band={scoreColor}>
          <Icon name={`band-${scoreColor}`} className={null} />
          {likelihood}
        </p>
        <ol className="zone-steps" aria-hidden="true">
          {STEPS.map(([band, word]) => <li key={band} data-band={band === scoreColor ? band : undefined}>{word}</li>)}
        </ol>
      </div>
      <dl className="figure-grid">
        <Fig label="Suggested rate">{percent(lenderSuggestedRate)}</Fig>
        {bridgePricing === null
          ? <Fig label="Monthly payment">{money(monthlyPayment)}</Fig>
          : <Fig label={`Price for ${bridgeDays} days`}>{money(bridgePricing)}</Fig>}
        <Fig label="Loan to value">{ltv}%</Fig>
      </dl>
      {reasons.length > 0 && (
        <div>
          <h3 className="subheading">Reasons</h3>
          <ul className="reasons">{reasons.map((reason) => <li key={reason}>{reason}</li>)}</ul>
        </div>
      )}
      <p className="small mute">Indicative only. It is not a commitment to lend.</p>
    </>
  );
}

/**
 * The summary of a review. Above the LTV limit it says so and offers only Make Corrections; otherwise the application
 * can be completed once Licensed Broker? is Yes (loans specification 4.6).
 */
export function Summary(props: {
  result: ReviewAnswer | null;
  licensed: boolean;
  onLicensed: (licensed: boolean) => void;
  busy: string | null;
  trouble: Trouble | null;
  onComplete: () => void;
}): ReactNode {
  const { result, licensed, onLicensed, busy, trouble, onComplete } = props;
  const open = result !== null && !result.maxLtvExceeded;
  return (
    <Dialog id={SUMMARY} title="Submission review" className="result" sheet focusTitle>
      {result?.maxLtvExceeded && (
        <div className="stack">
          <Notice band="red">
            <b>{maxLtvMessage(result.ltvLimit)}</b>
          </Notice>
          <p>
            This application comes to {result.ltv}%. A smaller loan, or a higher appraised value, can bring it to{" "}
            {result.ltvLimit}% or less.
          </p>
        </div>
      )}
      {open && <Outcome result={result} />}
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
        {open && (
          <button
            className="btn primary"
            type="button"
            disabled={!licensed}
            aria-busy={busy ? true : undefined}
            onClick={onComplete}
          >
            {busy ?? "Complete Submission"}
          </button>
        )}
      </footer>
    </Dialog>
  );
}
