import { useEffect, useState } from "react";

/** A selected loan. */
export interface Pick {
  id: number;
  /** Whole dollars. */
  amount: number;
  clientCode: string;
}

const boxes = () => [...document.querySelectorAll<HTMLInputElement>("tbody input[name=id]")];
const allBox = () => document.querySelector<HTMLInputElement>("#pick-all");

const pickOf = (box: HTMLInputElement): Pick => ({
  id: Number(box.value),
  amount: Number(box.dataset.amount),
  clientCode: box.getAttribute("aria-label")?.replace(/^Select /, "") ?? "",
});

/**
 * The loans selected in the table, which is server HTML. The header's checkbox selects the page; Shift selects a range
 * from the last one, and a button those that are marked as of earlier settings.
 */
export function usePicks(): { picks: Pick[]; clear: () => void } {
  const [picks, setPicks] = useState<Pick[]>([]);

  function read() {
    const all = boxes(), ticked = all.filter((box) => box.checked), head = allBox();
    if (head) {
      head.checked = ticked.length > 0 && ticked.length === all.length;
      head.indeterminate = ticked.length > 0 && ticked.length < all.length;
    }
    setPicks(ticked.map(pickOf));
  }

  useEffect(() => {
    let last: HTMLInputElement | null = null;
    let shift = false;
    const click = (event: MouseEvent) => {
      shift = event.shiftKey;
      if (!(event.target as Element).closest("#pick-outdated")) return;
      for (const box of boxes()) box.checked = "outdated" in box.dataset;
      read();
    };
    const change = ({ target }: Event) => {
      if (!(target instanceof HTMLInputElement) || !target.closest("table")) return;
      if (target === allBox()) { for (const box of boxes()) box.checked = target.checked; }
      else if (target.name === "id") {
        const all = boxes();
        if (shift && last) {
          const [from, to] = [all.indexOf(last), all.indexOf(target)].sort((a, b) => a - b);
          for (const box of all.slice(Math.max(0, from), to + 1)) box.checked = target.checked;
        }
        last = target;
      } else return;
      read();
    };
    document.addEventListener("click", click, true);
    document.addEventListener("change", change);
    // Include rows selected before hydration, or restored by the browser on the way back.
    read();
    return () => {
      document.removeEventListener("click", click, true);
      document.removeEventListener("change", change);
    };
  }, []);

  return {
    picks,
    clear() {
      for (const box of boxes()) box.checked = false;
      read();
    },
  };
}
