import { atom } from "jotai";
import type { BrokerState } from "../../lib/domain/loans/broker_of_loan.ts";
import type { LoanForm, LoanSummary } from "../../lib/domain/loans/loan_form.ts";

/** What was entered and not yet saved, by field name. */
export const editsAtom = atom<LoanForm>({});
/** What this page's saves made of the loan; it lies over the form that the page came with. */
export const savedAtom = atom<LoanForm>({});
/** The state that the form stands on, once this page has saved; null before. */
export const updatedAtAtom = atom<number | null>(null);
/** The server's messages by field name. */
export const errorsAtom = atom<Readonly<Record<string, string>>>({});
/** The head's figures of what is entered; null until something was computed here. */
export const summaryAtom = atom<LoanSummary | null>(null);
/** How many of the loan's conditions are completed, as their block has it; null until it woke. */
export const conditionCountAtom = atom<{ done: number; total: number } | null>(null);
/** True while the list of conditions differs from what is stored: it has a save of its own. */
export const conditionsDirtyAtom = atom(false);
/** The broker that took the place of the page's own, with their other loans; null until one did. */
export const brokerAtom = atom<BrokerState | null>(null);
