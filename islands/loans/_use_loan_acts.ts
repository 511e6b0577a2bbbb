import { useState } from "react";
import { startDocument } from "../../lib/client/document_state.ts";
import { loadPart } from "../../lib/client/load_part.ts";
import { useLoanStore } from "./loan_form.ts";

/** Actions that ask first; loaded on first use. */
export const loanActs = () => import("./_loan_acts.ts");

/** Share and delete: what is done with a loan as a whole (loans specification 2.3 and 8). */
export function useLoanActs(loanId: number, code: string, done: boolean) {
  const [shared, setShared] = useState(done);
  const { latest, put } = useLoanStore();
  // Leaving a deleted loan asks nothing about unsaved entries.
  const leave = () => put(startDocument(latest().base, latest().version));

  return {
    shared,
    share: async () => {
      if (await (await loadPart(loanActs))?.shareLoan(loanId)) setShared(true);
    },
    remove: async () => {
      await (await loadPart(loanActs))?.deleteLoan(loanId, code, leave);
    },
  };
}
