/** What a loan's timeline shows of the audit trail. */
import { type AuditText, type LoanAction, type StoredAudit, storedAudit } from "../audit.ts";
import { isLoanStatus } from "./status.ts";
import type { TimelineEvent } from "./timeline.ts";

type Stored<A extends LoanAction> = Extract<StoredAudit, { action: A }>;
type Read<A extends LoanAction> = (row: Stored<A>, at: number, byLender: boolean) => TimelineEvent | null;

type HalfOfCondition = { conditionId?: number } | null;

const conditionOf = ({ before, after }: { before: HalfOfCondition; after: HalfOfCondition }): number =>
  Number(after?.conditionId ?? before?.conditionId);

/** By action; null for what brokers do not see here. To leave an action about loans out does not compile. */
const SHOWN: { readonly [A in LoanAction]: Read<A> | null } = {
  "loan.submit": null,
  "loan.update"({ after }, at) {
    const to = after?.adminComSelect;
    return to && isLoanStatus(to) ? { kind: "status", at, to } : null;
  },
  "loan.broker": null,
  "loan.participants": null,
  "loan.place": null,
  "loan.share": null,
  "loan.delete": null,
  "loan.papers": null,
  "conditions.save"({ before, after }, at) {
    const ids = (list: typeof after) => Array.isArray(list) ? list.map((condition) => condition?.id) : [];
    const there = new Set(ids(before));
    const added = ids(after).filter((id) => !there.has(id)).length;
    return { kind: "conditions", at, added, first: there.size === 0 };
  },
  "conditions.view": null,
  "condition.complete": (row, at, byLender) => ({ kind: "completed", at, conditionId: conditionOf(row), byLender }),
  "condition.reopen": (row, at) => ({ kind: "reopened", at, conditionId: conditionOf(row) }),
  "condition.accept": (row, at, byLender) => ({ kind: "accepted", at, conditionId: conditionOf(row), byLender }),
  "condition.return": (row, at) => ({
    kind: "returned",
    at,
    conditionId: conditionOf(row),
    reason: String(row.after?.returnReason),
  }),
  "letter.save": null,
  "letter.generate": null,
  "contract.accept": null,
  "ledger.begin": null,
  "ledger.post": null,
  "ledger.record": null,
  "ledger.reverse": null,
  "ledger.payout": null,
  "maturity.plan": null,
};

const isAboutLoan = (action: string): action is LoanAction => Object.hasOwn(SHOWN, action);

/** The actions that make timeline events. */
export const TIMELINE_ACTIONS: readonly LoanAction[] = Object.keys(SHOWN).filter(isAboutLoan)
  .filter((action) => SHOWN[action] !== null);

/** The timeline event of an audit row, or null; `at` in milliseconds, `byLender` where the lender did it. */
export function auditEvent(row: AuditText & { at: number }, byLender: boolean): TimelineEvent | null {
  const stored = storedAudit(row);
  if (!stored || !isAboutLoan(stored.action)) return null;
  const read = SHOWN[stored.action] as Read<LoanAction> | null;
  return read?.(stored as Stored<LoanAction>, row.at, byLender) ?? null;
}
