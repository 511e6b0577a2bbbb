import type { ReactNode } from "react";
import { conditionCountAtom } from "../loans/loan_atoms.ts";
import { useShared } from "../shell/use_shared.ts";

/** How many of the loan's conditions are completed, beside the link to them; nothing where there are none. */
export function ConditionCount(props: { done: number; total: number }): ReactNode {
  const [counted] = useShared(conditionCountAtom);
  const { done, total } = counted ?? props;
  return total > 0 ? `${done} of ${total}` : null;
}
