import { atom } from "jotai";
import type { DocumentState } from "../../lib/client/document_state.ts";
import { formToast } from "../../lib/client/toast.ts";
import type { BrokerState } from "../../lib/domain/loans/broker_of_loan.ts";
import type { LoanContract } from "../../lib/domain/loans/loan_contract.ts";
import type { LoanForm, LoanSummary } from "../../lib/domain/loans/loan_form.ts";

/** The loan's form as the islands of its page edit it; null until something was entered or saved. */
export const loanDocumentAtom = atom<DocumentState<LoanForm, number | null> | null>(null);
/** The red toast of the loan's form, whichever island is edited. */
export const loanToastAtom = atom(() => formToast());
/** Key figures computed from the entries; null until something was computed in this page. */
export const summaryAtom = atom<LoanSummary | null>(null);
/** The loan's contract after the last save of this page; null until there was one. */
export const contractAtom = atom<LoanContract | null>(null);
/** How many of the loan's conditions are completed, by their island; null until that is hydrated. */
export const conditionCountAtom = atom<{ done: number; total: number } | null>(null);
/** The list of conditions while it differs from what is stored, with its save, true once saved; null otherwise. */
export const unsavedConditionsAtom = atom<{ save: () => Promise<boolean> } | null>(null);
/** The broker that took the place of the page's own, with their other loans; null until one did. */
export const brokerAtom = atom<BrokerState | null>(null);
