import { useAtomValue, useSetAtom } from "jotai";
import { useRef, useState } from "react";
import { callApi } from "../lib/client/call_api.ts";
import { toast } from "../lib/client/toast.ts";
import { entriesOf, formOf, type LoanForm } from "../lib/domain/loan/loan_form.ts";
import { errorsAtom, summaryAtom } from "./atoms/loan.ts";
import { useSaved, useUpdatedAt } from "./_loan_form.ts";

type SavedLoan = Record<string, unknown> & { updatedAt: number };

/** Saves parts of the loan's form, one save at a time, and takes in what the server made of them. */
export function useLoanSave(loanId: number, initialUpdatedAt: number) {
  const [busy, setBusy] = useState(false);
  const running = useRef(false);
  const updatedAt = useUpdatedAt(initialUpdatedAt);
  const summary = useAtomValue(summaryAtom);
  const setErrors = useSetAtom(errorsAtom);
  const takeIn = useSaved();

  /** True once saved; else the reason is told and the fields' messages are shown. */
  async function save(changes: LoanForm): Promise<boolean> {
    if (running.current) return false;
    running.current = true;
    setBusy(true);
    const answer = await callApi<{ data: { loan: SavedLoan } }>("/api/loans/updateloan", {
      loanId,
      updatedAt,
      score: summary?.finalScore,
      data: entriesOf(changes),
    });
    running.current = false;
    setBusy(false);
    if (answer.response) {
      takeIn(formOf(answer.data.loan), answer.data.loan.updatedAt, changes);
      return true;
    }
    setErrors(fieldErrors((answer as { fields?: Record<string, string> }).fields));
    const reload = { label: "Reload", run: () => location.reload() };
    const text = ["Failed to update!", answer.reason].filter(Boolean).join(" ");
    if (answer.status === 409) toast(text, "bad", 20_000, reload);
    else toast(text, "bad");
    requestAnimationFrame(focusFirstError);
    return false;
  }

  return { busy, save };
}

/** The server's messages by the form's own names. */
function fieldErrors(fields: Record<string, string> = {}): Record<string, string> {
  return Object.fromEntries(
    Object.entries(fields).map(([name, message]) => [name.replace(/^data\./, ""), message]),
  );
}

function focusFirstError(): void {
  const field = document.querySelector<HTMLElement>("main [aria-invalid=true]");
  field?.focus({ preventScroll: true });
  field?.scrollIntoView({ block: "center" });
}
