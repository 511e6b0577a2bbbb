import type { ReactNode } from "react";
import { ConditionEditor } from "../../islands/conditions/ConditionEditor.tsx";
import type { LoanConditions } from "../../lib/domain/loans/condition_item.ts";
import { Island } from "../../lib/server/island.tsx";

/**
 * A loan's conditions for administrators: `<ConditionsBlock conditions={await loadConditions(ctx, id)} />`. Has its own
 * heading and forms in dialogs, so it must not be inside a form.
 */
export function ConditionsBlock(props: { conditions: LoanConditions }): ReactNode {
  return (
    <section className="block" id="conditions" aria-labelledby="conditions-title">
      <Island of={ConditionEditor} on="later" {...props.conditions} />
    </section>
  );
}
