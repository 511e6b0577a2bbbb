import type { ReactNode } from "react";
import {
  liveFigures,
  remainingFields,
  type SectionOutline,
  type SubmissionForm,
} from "../../lib/client/loans/submission_form.ts";
import { exceedsMaxLtv } from "../../lib/domain/lending/ltv.ts";
import { money } from "../../lib/domain/money.ts";
import { Band } from "../../lib/ui/band.tsx";
import { MiniBar } from "../../lib/ui/loans/bars.tsx";
import { None } from "../../lib/ui/money.tsx";
import { type Trouble, TroubleMessage } from "../forms/trouble_message.tsx";

/** The bar at the bottom of the window: open fields, live LTV against the limit, loan amount, and Review. */
export function ReviewBar(props: {
  outline: readonly SectionOutline[];
  form: SubmissionForm;
  ltvLimit: number;
  busy: string | null;
  trouble: Trouble | null;
}): ReactNode {
  const { outline, form, ltvLimit, busy, trouble } = props;
  const { left, total } = remainingFields(outline, form);
  const { loan, ltv, position } = liveFigures(form);
  const exceedsLimit = exceedsMaxLtv(ltv, ltvLimit);
  return (
    <div className="review">
      <dl>
        <div className="figure">
          <dt>Left to fill</dt>
          <dd>{left > 0 ? `${left} of ${total}` : "Nothing"}</dd>
        </div>
        <div className="figure">
          <dt>LTV</dt>
          <dd>
            {ltv === null ? <None /> : (
              <span className="percent">
                {ltv}% <MiniBar percent={ltv} limit={ltvLimit} />
                {exceedsLimit && <Band band="red" word={`above ${ltvLimit}%`} />}
              </span>
            )}
          </dd>
        </div>
        <div className="figure wide-only">
          <dt>Loan</dt>
          <dd>{loan > 0 ? `${money(loan)} ${position.toLowerCase()}` : <None />}</dd>
        </div>
      </dl>
      <p className="trouble" role="status">{trouble && <TroubleMessage trouble={trouble} />}</p>
      <button
        className="btn primary"
        type="submit"
        aria-busy={busy ? true : undefined}
        aria-disabled={busy ? true : undefined}
      >
        {busy ?? "Submission Review"}
      </button>
    </div>
  );
}
