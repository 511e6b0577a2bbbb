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
 * from the last one, and a button those that are marked as of earlier settings. `clear` answers a press of a button
 * that goes with the selection.
 */
export function usePicks(): { picks: Pick[]; clear: (press: { detail: number }) => void } {
  const [picks, setPicks] = useState<Pick[]>([]);

  function read() {
    const all = boxes(), ticked = all.filter((box) => box.checked), head = allBox();
    if (head) {
      head.checked = ticked.length > 0 && ticked.length === all.length;
      head.indeterminate = ticked.length > 0 && ticked.length < all.length;
    }
    setPicks(ticked.map(pickOf));
  }

  function tick(isTicked: (box: HTMLInputElement) => boolean) {
    for (const box of boxes()) box.checked = isTicked(box);
    read();
  }

  useEffect(() => {
    let last: HTMLInputElement | null = null;
    let shift = false;
    const click = (event: MouseEvent) => {
      shift = event.shiftKey;
      if ((event.target as Element).closest("#pick-outdated")) tick((box) => "outdated" in box.dataset);
    };
    const change = ({ target }: Event) => {
      const box = target as HTMLInputElement, all = boxes();
      if (box === allBox()) tick(() => box.checked);
      if (!all.includes(box)) return;
      if (shift && last) {
        const [from, to] = [all.indexOf(last), all.indexOf(box)].sort((a, b) => a - b);
        for (const one of all.slice(Math.max(0, from), to + 1)) one.checked = box.checked;
      }
      last = box;
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
    clear({ detail }) {
      // By a key the focus goes back to the rows: the bar that has it is hidden without a selection.
      if (!detail) boxes().findLast((box) => box.checked)?.focus();
      tick(() => false);
    },
  };
}
