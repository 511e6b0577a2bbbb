import type { ReactNode } from "react";
import type { Neighbours } from "../../lib/features/loans/mod.ts";
import { type LoanListQuery, loanListQuery } from "../../lib/schemas/loans/list.ts";
import { Icon, type IconName } from "../../lib/ui/icon.tsx";
import { listText, loanAddress } from "./_loan_address.ts";

/** A way through the list: dimmed, and no link, at its end. `step` is the key that follows it. */
function Step(props: { id: number | null; list: string; label: string; icon: IconName; step: "j" | "k" }): ReactNode {
  const { id, list, label, icon, step } = props;
  const look = "btn bare icon-only slim";
  if (id === null) {
    return (
      <span className={look} aria-disabled="true" role="link" aria-label={label}>
        <Icon name={icon} />
      </span>
    );
  }
  return (
    <a
      className={look}
      href={loanAddress(id, list)}
      aria-label={label}
      title={`${label} (${step.toUpperCase()})`}
      aria-keyshortcuts={step}
    >
      <Icon name={icon} />
    </a>
  );
}

/** Back to the list as it was filtered, and on to the loans before and after this one in it. */
export function LoanNeighbours(props: { around: Neighbours; from: LoanListQuery | null }): ReactNode {
  const { around, from } = props;
  const list = from ? listText(from) : "";
  return (
    <nav className="loan-steps" aria-label="List of loans">
      <a
        className="btn bare icon-only slim"
        href={from ? loanListQuery.address(from, { page: from.page }) : loanListQuery.path}
        aria-label="Back to loans"
        title="Back to loans"
      >
        <Icon name="chevron-left" />
      </a>
      <Step id={around.previous} list={list} label="Previous loan" icon="arrow-up" step="k" />
      <Step id={around.next} list={list} label="Next loan" icon="arrow-down" step="j" />
    </nav>
  );
}
