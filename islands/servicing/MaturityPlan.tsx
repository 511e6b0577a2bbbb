import { type ReactNode, useState } from "react";
import { callApi } from "../../lib/client/call_api.ts";
import { formText } from "../../lib/client/forms.ts";
import { MATURITY_PLANS, type MaturityPlan as Plan, PLAN_LABELS } from "../../lib/domain/servicing/maturity_plan.ts";
import { useForm } from "../forms/use_form.ts";

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
  const wrongId = `plan-${loanId}-e`;
  const { errors, busy, handlers, send } = useForm<object, { plan: Plan }>({
    read: (form) => ({ plan: formText(form).plan as Plan }),
    async call(chosen) {
      const result = await callApi("/api/loans/planmaturity", { loanId, maturity, seen: plan, ...chosen });
      return result.response ? result : { ...result, reason: result.reason ?? FAILED };
    },
    field: "plan",
    // The reason stands below the choice, which is what it was before.
    says: () => "",
    taken() {
      setPlan({ plan, saved });
      return false;
    },
    done: (_result, chosen) => setPlan({ ...chosen, saved: true }),
  });
  return (
    <form className="maturity-plan" method="post" action="/api/loans/planmaturity" {...handlers}>
      <input type="hidden" name="loanId" value={loanId} />
      <input type="hidden" name="maturity" value={maturity} />
      <input type="hidden" name="seen" value={props.plan} />
      <input type="hidden" name="back" value={back} />
      <select
        name="plan"
        aria-label={`Plan for ${clientCode}`}
        value={plan}
        aria-invalid={errors.plan ? true : undefined}
        aria-describedby={errors.plan ? wrongId : undefined}
        disabled={busy}
        onChange={({ target }) => {
          setPlan({ plan: target.value as Plan, saved: false });
          void send(target.form!);
        }}
      >
        {MATURITY_PLANS.map((one) => <option key={one} value={one}>{PLAN_LABELS[one]}</option>)}
      </select>
      <small role="status">{saved ? "Saved" : decided}</small>
      {errors.plan && <p className="error" id={wrongId} role="alert">{errors.plan}</p>}
      <button className="btn slim unscripted" type="submit">Save</button>
    </form>
  );
}
