import { type ReactNode, useEffect, useRef, useState } from "react";
import { callApi } from "../../lib/client/call_api.ts";
import { byId } from "../../lib/client/dom.ts";
import { runInBatches, sendAnew } from "../../lib/client/loans/loan_bulk.ts";
import { toast } from "../../lib/client/toast.ts";
import { scoreText } from "../../lib/domain/money.ts";
import { BulkProgress, type BulkWork } from "../forms/bulk_progress.tsx";

/** Id of the line that has the offer. */
export const OFFER_LINE = "save-status";

/** The shape of the call outdatedloans. */
type Outdated = { loans: number; ids: number[]; warr: { saved: number | null; anew: number | null } };

const pendingText = (count: number) => count === 1 ? "1 pending loan" : `${count} pending loans`;

/** What computing anew does to the book's score. */
function warrText({ saved, anew }: Outdated["warr"]): string {
  if (saved === null || anew === null) return "";
  const [from, to] = [scoreText(saved), scoreText(anew)];
  return from === to
    ? ` The WARR of all pending loans stays ${from}.`
    : ` Computing anew takes the WARR of all pending loans from ${from} to ${to}.`;
}

/**
 * Offers, in the bar of the version in force, to compute the pending loans anew that are saved with another score or
 * rate.
 */
export function useComputeAnew(version: number): { offer: ReactNode; dialog: ReactNode } {
  const [outdated, setOutdated] = useState<Outdated | null>(null);
  const [work, setWork] = useState<BulkWork | null>(null);
  const stopper = useRef<AbortController | null>(null);

  async function ask(signal?: AbortSignal) {
    const result = await callApi<{ data: Outdated }>("/api/loans/outdatedloans", undefined, { signal });
    if (!signal?.aborted) setOutdated(result.response ? result.data : null);
  }

  useEffect(() => {
    const stop = new AbortController();
    void ask(stop.signal);
    return () => stop.abort();
  }, [version]);

  async function compute(ids: number[]) {
    const mine = stopper.current = new AbortController();
    setWork({ title: `Computing ${pendingText(ids.length)} anew`, total: ids.length, answered: 0, outcomes: null });
    const outcomes = await runInBatches(
      ids,
      sendAnew("NA"),
      (answered) => setWork((now) => now && { ...now, answered }),
      mine.signal,
    );
    const isWhole = outcomes.every(({ done }) => done);
    setWork((now) => isWhole ? null : now && { ...now, outcomes });
    if (isWhole) toast(`${pendingText(ids.length)} computed anew`);
    await ask();
    // The button goes once nothing is outdated: the keyboard stays in its line.
    const line = byId(OFFER_LINE), focused = document.activeElement;
    if (focused === document.body || line?.contains(focused)) line?.focus();
  }

  const count = outdated?.ids.length ?? 0;
  return {
    offer: outdated && count > 0 && (
      <span className="mute">
        {`${pendingText(count)} of ${outdated.loans} ${
          count === 1 ? "is" : "are"
        } saved with a score or rate of earlier settings.${warrText(outdated.warr)} `}
        <button className="link" type="button" onClick={() => void compute(outdated.ids)}>
          {`Compute anew ${pendingText(count)}`}
        </button>
      </span>
    ),
    dialog: <BulkProgress work={work} onStop={() => stopper.current?.abort()} onClose={() => setWork(null)} />,
  };
}
