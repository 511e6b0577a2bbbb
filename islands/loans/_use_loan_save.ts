import { useAtomValue, useSetAtom } from "jotai";
import { useRef, useState } from "react";
import { callApi } from "../../lib/client/call_api.ts";
import { toast } from "../../lib/client/toast.ts";
import { entriesOf, formOf, type LoanForm, sameEntry } from "../../lib/domain/loans/loan_form.ts";
import { statusLabel } from "../../lib/domain/loans/status.ts";
import { errorsAtom, summaryAtom } from "./loan_atoms.ts";
import { useLoanForm, useSaved, useUpdatedAt } from "./loan_form.ts";

type SavedLoan = Record<string, unknown> & { updatedAt: number };
type LoanAnswer = { data: { loan: SavedLoan } };

/** Saves parts of the loan's form, one save at a time, and takes in what the server made of them. */
export function useLoanSave(loanId: number, initialUpdatedAt: number) {
  const [busy, setBusy] = useState(false);
  const running = useRef(false);
  const unsayFailure = useRef(() => {});
  const updatedAt = useUpdatedAt(initialUpdatedAt);
  const summary = useAtomValue(summaryAtom);
  const setErrors = useSetAtom(errorsAtom);
  const latest = { form: useLoanForm(), takeIn: useSaved() };
  const now = useRef(latest);
  now.current = latest;

  /** True once saved; else the reason is told and the fields' messages are shown. */
  async function save(changes: LoanForm): Promise<boolean> {
    if (running.current) return false;
    running.current = true;
    setBusy(true);
    unsayFailure.current();
    const answer = await callApi<LoanAnswer>("/api/loans/updateloan", {
      loanId,
      updatedAt,
      score: summary?.finalScore,
      data: entriesOf(changes),
    });
    running.current = false;
    setBusy(false);
    if (answer.response) {
      latest.takeIn(formOf(answer.data.loan), answer.data.loan.updatedAt, changes);
      return true;
    }
    setErrors(fieldErrors((answer as { fields?: Record<string, string> }).fields));
    const text = ["Failed to update!", answer.reason].filter(Boolean).join(" ");
    unsayFailure.current = answer.status === 409
      ? toast(text, "bad", 30_000, { label: "Load it", run: catchUp })
      : toast(text, "bad");
    requestAnimationFrame(focusFirstError);
    return false;
  }

  /** Takes in what somebody else saved; what was entered here stays, and is marked where both entered something. */
  async function catchUp(): Promise<void> {
    const answer = await callApi<LoanAnswer>("/api/loans/getloan", { id: loanId });
    if (!answer.response) return void toast(answer.reason ?? "The loan could not be read. Try again.", "bad");
    const { form: { base, edits }, takeIn } = now.current;
    const theirs = formOf(answer.data.loan);
    const both = Object.keys(edits)
      .filter((name) => !sameEntry(name, theirs[name], base[name]) && !sameEntry(name, theirs[name], edits[name]));
    takeIn(theirs, answer.data.loan.updatedAt, {});
    setErrors(Object.fromEntries(both.map((name) => [name, bothEntered(name, theirs[name])])));
    toast(
      [
        "That change is loaded, and your entries are in place: save them.",
        both.includes("adminComSelect") && `The status is ${statusLabel(theirs.adminComSelect)} by now.`,
        both.some((name) => name !== "adminComSelect") && "Look at the marked ones: yours will replace theirs.",
      ].filter(Boolean).join(" "),
      "ok",
      12_000,
    );
    requestAnimationFrame(focusFirstError);
  }

  return { busy, save };
}

/** Lists stand in the form as JSON, which is nothing to read. */
const bothEntered = (name: string, theirs: string): string =>
  name === "additionalProperties"
    ? "Somebody else changed these too. Saving puts yours in their place."
    : `Somebody else ${theirs === "" ? "emptied this" : `entered “${theirs}”`}. Saving puts yours in its place.`;

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
