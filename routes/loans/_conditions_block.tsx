import type { ReactNode } from "react";
import { ConditionEditor } from "../../islands/conditions/ConditionEditor.tsx";
import type { LoanConditions } from "../../lib/domain/loans/condition_item.ts";
import { Island } from "../../lib/server/island.tsx";

/**
 * The broker conditions of a loan, for its administrators: `<ConditionsBlock conditions={await loadConditions(ctx, id)} />`.
 * It brings its own heading and dialogs with forms, so it stands outside of any form.
 */
export function ConditionsBlock(props: { conditions: LoanConditions }): ReactNode {
  return (
    <section className="block" id="conditions" aria-labelledby="conditions-title">
      <Island of={ConditionEditor} {...props.conditions} />
    </section>
  );
}
