import type { ReactNode } from "react";
import { conditionCountAtom } from "../loans/loan_atoms.ts";
import { useShared } from "../shell/use_shared.ts";

/** The number of completed conditions, beside the link to them; nothing without conditions. */
export function ConditionCount(props: { done: number; total: number }): ReactNode {
  const [counted] = useShared(conditionCountAtom);
  const { done, total } = counted ?? props;
  return total > 0 ? `${done} of ${total}` : null;
}
