import { type ChangeEvent, type ReactNode, useState } from "react";
import { callApi } from "../../lib/client/call_api.ts";
import { MATURITY_PLANS, type MaturityPlan as Plan, PLAN_LABELS } from "../../lib/domain/servicing/maturity_plan.ts";

const FAILED = "The plan was not saved. Check the connection, then choose it again.";

/** What is planned for a loan's maturity, saved as it is chosen; without script a form with a button. */
export function MaturityPlan(props: {
  loanId: number;
  clientCode: string;
  maturity: string;
  plan: Plan;
  /** Who decided, and when; empty while nobody has. */
  decided: string;
  /** The query of the list, to which the form without script goes back. */
  back: string;
}): ReactNode {
  const { loanId, clientCode, maturity, decided, back } = props;
  const [{ plan, saved }, setPlan] = useState({ plan: props.plan, saved: false });
  const [busy, setBusy] = useState(false);
  /** Why the last choice was not saved. */
  const [wrong, setWrong] = useState("");
  const wrongId = `plan-${loanId}-e`;
  const choose = async (event: ChangeEvent<HTMLSelectElement>) => {
    const before = { plan, saved }, chosen = event.target.value as Plan;
    setPlan({ plan: chosen, saved: false });
    setWrong("");
    setBusy(true);
    const result = await callApi("/api/loans/planmaturity", { loanId, maturity, plan: chosen });
    setBusy(false);
    if (result.response) return setPlan({ plan: chosen, saved: true });
    setPlan(before);
    setWrong(result.reason ?? FAILED);
  };
  return (
    <form className="maturity-plan" method="post" action="/api/loans/planmaturity">
      <input type="hidden" name="loanId" value={loanId} />
      <input type="hidden" name="maturity" value={maturity} />
      <input type="hidden" name="back" value={back} />
      <select
        name="plan"
        aria-label={`Plan for ${clientCode}`}
        value={plan}
        aria-invalid={wrong ? true : undefined}
        aria-describedby={wrong ? wrongId : undefined}
        disabled={busy}
        onChange={(event) => void choose(event)}
      >
        {MATURITY_PLANS.map((one) => <option key={one} value={one}>{PLAN_LABELS[one]}</option>)}
      </select>
      <small role="status">{saved ? "Saved" : decided}</small>
      {wrong && <p className="error" id={wrongId} role="alert">{wrong}</p>}
      <button className="btn slim unscripted" type="submit">Save</button>
    </form>
  );
}
