import { toast, type ToastKind } from "./toast.ts";

const KEY = "toast";

/** Keeps a toast for the next page of this tab: for what is said after a reload or on the list that follows. */
export function toastAfter(text: string, kind: ToastKind = "ok"): void {
  try {
    sessionStorage.setItem(KEY, JSON.stringify([text, kind]));
  } catch {
    // Where the browser keeps nothing, the next page shows the result by itself.
  }
}

/** Says the toast that the page before left. */
export function sayToastFromBefore(): void {
  try {
    const kept = sessionStorage.getItem(KEY);
    sessionStorage.removeItem(KEY);
    if (!kept) return;
    const [text, kind] = JSON.parse(kept);
    if (typeof text === "string") toast(text, kind === "bad" ? "bad" : "ok");
  } catch {
    // Nothing was kept.
  }
}
