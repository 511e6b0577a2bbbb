import { useState } from "react";
import { callApi } from "../../lib/client/call_api.ts";
import { confirmDialog } from "../../lib/client/question.ts";
import { toast, toastAfter } from "../../lib/client/toast.ts";
import { startDocument } from "../../lib/client/document_state.ts";
import { useLoanStore } from "./loan_form.ts";

/** Share and delete: what is done with a loan as a whole (loans specification 2.3 and 8). */
export function useLoanActs(loanId: number, code: string, done: boolean) {
  const [shared, setShared] = useState(done);
  const { latest, put } = useLoanStore();

  async function share(): Promise<void> {
    const more = "Our partners receive the security, amounts and terms by email, without names and addresses.";
    if (!await confirmDialog("Share Loan?", { yes: "Share", more })) return;
    const answer = await callApi("/api/loans/shareloan", { loanId });
    if (answer.response) {
      setShared(true);
      toast("Loan Shared!");
    } else if (answer.reason) toast(answer.reason, "bad");
  }

  async function remove(): Promise<void> {
    const more = `${code} goes for good, with its files, conditions and history. The trash can be undone; this cannot.`;
    if (!await confirmDialog("Delete Loan?", { yes: "Delete", risky: true, more })) return;
    const answer = await callApi("/api/loans/deleteloan", { loanId });
    if (!answer.response) {
      if (answer.reason) toast(answer.reason, "bad");
      return;
    }
    // Entries of a loan that is gone need no question on the way out.
    put(startDocument(latest().base, latest().version));
    toastAfter("Loan Deleted!");
    setTimeout(() => location.assign("/dashboard/loans"));
  }

  return { shared, share, remove };
}
