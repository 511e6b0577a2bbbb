import { useAtomValue, useSetAtom } from "jotai";
import { usePageData } from "../../lib/client/page_data.ts";
import { loanEntryText, loanFieldLabel } from "../../lib/domain/loans/field_labels.ts";
import type { FundingPoints } from "../../lib/domain/loans/funding_points.ts";
import type { LoanContract } from "../../lib/domain/loans/loan_contract.ts";
import {
  changedEntries,
  entriesOf,
  formOf,
  formProblems,
  type LoanForm,
  sameEntry,
} from "../../lib/domain/loans/loan_form.ts";
import { useDocument } from "../forms/use_document.ts";
import { contractAtom, summaryAtom } from "./loan_atoms.ts";
import { type LendingData, occasionOf, useLoanStore } from "./loan_form.ts";
import type { Received } from "./_payout_owed.ts";

type SavedLoan = Record<string, unknown> & { updatedAt: number };
type LoanResult = { data: { loan: SavedLoan; contract: LoanContract } };

const storedAs = (loan: SavedLoan) => ({ document: formOf(loan), version: loan.updatedAt });

/** Saves the loan's form, or a part of it. `updatedAt` is the state that the page came with, in milliseconds. */
export function useLoanSave(loanId: number, updatedAt: number) {
  const store = useLoanStore();
  const summary = useAtomValue(summaryAtom);
  const setContract = useSetAtom(contractAtom);
  const { config, today, settings } = usePageData<LendingData>("lending");
  const bodyOf = (form: LoanForm, { base, version }: { base: LoanForm; version: number | null }) => ({
    loanId,
    updatedAt: version ?? updatedAt,
    score: summary?.finalScore,
    data: entriesOf(changedEntries(form, base)),
  });
  const edit = useDocument<LoanForm, number | null, LoanResult, SavedLoan>(store, {
    staleId: "stale-loan",
    text: {
      nameOf: (path) => loanFieldLabel(path, config),
      textOf: loanEntryText,
      same: (path, a, b) => path !== "" && sameEntry(path, a as string | undefined, b as string | undefined),
    },
    // The call names what it refuses; here only what cannot be read is marked.
    check: () => ({}),
    checkInPlace: (form) => formProblems(form, store.latest().base, occasionOf({ today, settings })),
    path: "/api/loans/updateloan",
    body: bodyOf,
    stored: ({ data }) => {
      setContract(data.contract);
      return storedAs(data.loan);
    },
    theirs: storedAs,
    said: () => "",
    failed: "Failed to update!",
    fieldOf: (name) => name.replace(/^data\./, ""),
    focus: () => requestAnimationFrame(focusFirstError),
  });
  return {
    busy: edit.busy,
    dialog: edit.dialog,
    /** What is open where the loan is set to Funded as entered; null where that is not known, and why is said. */
    fundingPoints: async (): Promise<FundingPoints | null> => {
      const { base, draft } = store.latest();
      const data = entriesOf(changedEntries(draft, base));
      const result = await edit.ask<{ data: FundingPoints }>("/api/loans/fundingpoints", { loanId, data });
      return result && result.data;
    },
    /** Saves the whole form, with what was confirmed of its funding or received for its payout. True once saved. */
    save: async (more: { confirmed?: FundingPoints; payout?: Received["payout"] } = {}): Promise<boolean> =>
      await edit.save({ body: (form, state) => ({ ...bodyOf(form, state), ...more }) }) !== null,
    /** Saves these entries alone beside what is stored. True once saved. */
    saveAlone: async (entries: LoanForm): Promise<boolean> =>
      await edit.save({ part: { ...store.latest().base, ...entries } }) !== null,
  };
}

function focusFirstError(): void {
  const field = document.querySelector<HTMLElement>("main [aria-invalid=true]");
  field?.focus({ preventScroll: true });
  field?.scrollIntoView({ block: "center" });
}
