import { useAtomValue } from "jotai";
import { usePageData } from "../../lib/client/page_data.ts";
import { loanEntryText, loanFieldLabel } from "../../lib/domain/loans/field_labels.ts";
import {
  changedEntries,
  entriesOf,
  formOf,
  invalidEntries,
  type LoanForm,
  sameEntry,
} from "../../lib/domain/loans/loan_form.ts";
import { useDocument } from "../forms/use_document.ts";
import { summaryAtom } from "./loan_atoms.ts";
import { type LendingData, useLoanStore } from "./loan_form.ts";

type SavedLoan = Record<string, unknown> & { updatedAt: number };
type LoanAnswer = { data: { loan: SavedLoan } };

const storedAs = (loan: SavedLoan) => ({ document: formOf(loan), version: loan.updatedAt });

/** Saves the loan's form, or a part of it. `updatedAt` is the state that the page came with, in milliseconds. */
export function useLoanSave(loanId: number, updatedAt: number) {
  const store = useLoanStore();
  const summary = useAtomValue(summaryAtom);
  const { config } = usePageData<LendingData>("lending");
  const edit = useDocument<LoanForm, number | null, LoanAnswer, SavedLoan>(store, {
    staleId: "stale-loan",
    words: {
      nameOf: (path) => loanFieldLabel(path, config),
      textOf: loanEntryText,
      same: (path, a, b) => path !== "" && sameEntry(path, a as string | undefined, b as string | undefined),
    },
    // The call names what it refuses; here only what cannot be read is marked.
    check: () => ({}),
    checkInPlace: invalidEntries,
    path: "/api/loans/updateloan",
    body: (form, { base, version }) => ({
      loanId,
      updatedAt: version ?? updatedAt,
      score: summary?.finalScore,
      data: entriesOf(changedEntries(form, base)),
    }),
    stored: ({ data }) => storedAs(data.loan),
    theirs: storedAs,
    said: () => "",
    failed: "Failed to update!",
    fieldOf: (name) => name.replace(/^data\./, ""),
    focus: () => requestAnimationFrame(focusFirstError),
  });
  return {
    busy: edit.busy,
    dialog: edit.dialog,
    /** Saves the whole form, or these entries alone beside what is stored. True once saved. */
    save: async (entries?: LoanForm): Promise<boolean> =>
      await edit.save({ part: entries && { ...store.latest().base, ...entries } }) !== null,
  };
}

function focusFirstError(): void {
  const field = document.querySelector<HTMLElement>("main [aria-invalid=true]");
  field?.focus({ preventScroll: true });
  field?.scrollIntoView({ block: "center" });
}
