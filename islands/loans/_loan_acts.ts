import { callApi } from "../../lib/client/call_api.ts";
import { confirmDialog } from "../../lib/client/question.ts";
import { toast, toastAfter } from "../../lib/client/toast.ts";
import { formatDate } from "../../lib/domain/dates.ts";
import type { FundingPoints } from "../../lib/domain/loans/funding_points.ts";
import type { LoanContract } from "../../lib/domain/loans/loan_contract.ts";
import { isClosed, isLent, type LoanStatus, needsConfirmation, statusLabel } from "../../lib/domain/loans/status.ts";

/** Mails a loan to the partners, once that is confirmed (loans specification 8). True once it is shared. */
export async function shareLoan(loanId: number): Promise<boolean> {
  const more = "Our partners receive the security, amounts and terms by email, without names and addresses.";
  if (!await confirmDialog("Share Loan?", { yes: "Share", more })) return false;
  const result = await callApi("/api/loans/shareloan", { loanId });
  if (result.response) toast("Loan Shared!");
  else if (result.reason) toast(result.reason, "bad");
  return result.response;
}

/** Deletes a loan for good, once that is confirmed, and leaves for the list; `leave` comes before that. */
export async function deleteLoan(loanId: number, code: string, leave: () => void): Promise<void> {
  const more = `${code} goes for good, with its files, conditions and history. The trash can be undone; this cannot.`;
  if (!await confirmDialog("Delete Loan?", { yes: "Delete", risky: true, more })) return;
  const result = await callApi("/api/loans/deleteloan", { loanId });
  if (!result.response) {
    if (result.reason) toast(result.reason, "bad");
    return;
  }
  leave();
  toastAfter("Loan Deleted!");
  setTimeout(() => location.replace("/dashboard/loans"));
}

/**
 * Asks what has to be confirmed before a loan gets another status: a step back, and what is open where it is funded
 * (loans specification 4.1). What the save takes along; null where it is not wanted, or the open points are not known.
 */
export async function confirmStatus(
  from: LoanStatus,
  to: LoanStatus,
  fundingPoints: () => Promise<FundingPoints | null>,
): Promise<{ confirmed?: FundingPoints } | null> {
  if (needsConfirmation(from, to)) {
    const more = "The dates that were filled in stay until you change them.";
    const question = `Go back from ${statusLabel(from)} to ${statusLabel(to)}?`;
    if (!await confirmDialog(question, { yes: "Go back and save", more })) return null;
  }
  if (!isLent(to) || isLent(from)) return {};
  const points = await fundingPoints();
  if (!points) return null;
  const question = { yes: `Set to ${statusLabel(to)}`, more: points.open };
  if (points.open.length > 0 && !await confirmDialog("Fund with open points?", question)) return null;
  return { confirmed: points };
}

/** Letters are offered of an open loan; what is owed, and the ledger, of a lent one. */
function showOffered(status: string): void {
  for (const one of document.querySelectorAll<HTMLElement>("[data-of]")) {
    one.hidden = one.dataset.of === "lent" ? !isLent(status) : isClosed(status);
  }
}

/** Says that a loan is in the trash, and for ten seconds the way back; answers a function that takes it away. */
export function sayTrashed(code: string, more: HTMLElement | null, run: () => void): () => void {
  showOffered("Trash");
  // The button goes with the status, and would take the focus with it.
  if (document.activeElement?.matches("body, .trash")) more?.focus();
  return toast(`${code} moved to trash`, "ok", 10_000, { label: "Undo", run });
}

/** Says that a loan is saved. What a ledger owes, and letters, come onto the page as it is loaded anew. */
export function saySaved(from: string, to: string): void {
  if (from === to || (isClosed(to) && !isLent(from) && !isLent(to))) {
    showOffered(to);
    return void toast("Loan Updated!");
  }
  toastAfter("Loan Updated!");
  // After the render that takes the guard off.
  setTimeout(() => location.reload());
}

/**
 * Puts a signed letter in force, once that is confirmed, with what is open about it; then loads the page anew, so not
 * where something `unsaved` is on it.
 */
export async function acceptLetter(
  loanId: number,
  offer: NonNullable<LoanContract["offer"]>,
  name: string,
  unsaved: boolean,
  setBusy: (busy: boolean) => void,
): Promise<void> {
  if (unsaved) return void toast(`Save what you changed on this page, then put the ${name} in force.`, "bad");
  const more = `Its terms come into force from ${formatDate(offer.effectiveDate)} and fill rate, term and maturity.`;
  if (!await confirmDialog(`Has the borrower signed this ${name}?`, { yes: "Put in force", more })) return;
  const send = (confirmed: string[]) => callApi("/api/loans/acceptletter", { loanId, contractId: offer.id, confirmed });
  setBusy(true);
  let result = await send([]);
  if (!result.response && result.toConfirm) {
    const question = { yes: "Put in force", more: result.toConfirm.join(" ") };
    if (await confirmDialog(`Put this ${name} in force anyway?`, question)) result = await send(result.toConfirm);
    else return setBusy(false);
  }
  setBusy(false);
  if (!result.response) return void (result.reason && toast(result.reason, "bad"));
  toastAfter(`The ${name} is in force.`);
  location.reload();
}
