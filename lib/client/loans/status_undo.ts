/** The offer to undo a bulk change of status, which outlives the list's reload. */
import type { LoanStatus } from "../../domain/loans/status.ts";
import { toast, toastAfter } from "../toast.ts";

/** Loans whose status was changed. */
export interface StatusChange {
  ids: number[];
  from: LoanStatus;
  to: LoanStatus;
}

const KEY = "status-undo";
const SHOWN_MS = 12_000;

/** Keeps a message with its way back for the next page of this tab; the message alone where nothing can be kept. */
export function keepUndo(text: string, change: StatusChange): void {
  try {
    sessionStorage.setItem(KEY, JSON.stringify({ text, change }));
  } catch {
    toastAfter(text);
  }
}

/** Says the message that the page before left, with its way back. */
export function offerUndo(undo: (change: StatusChange) => void): void {
  try {
    const stored = sessionStorage.getItem(KEY);
    sessionStorage.removeItem(KEY);
    if (!stored) return;
    const { text, change } = JSON.parse(stored);
    toast(text, "ok", SHOWN_MS, { label: "Undo", run: () => undo(change) });
  } catch {
    // Nothing was kept.
  }
}
