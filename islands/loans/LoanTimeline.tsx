import { type ReactNode, useEffect, useState } from "react";
import { callApi } from "../../lib/client/call_api.ts";
import { debounce } from "../../lib/client/dom.ts";
import type { TimelineEntry } from "../../lib/domain/loans/timeline.ts";
import { TimelineList } from "../../lib/ui/loans/timeline.tsx";

/** Number of past entries shown initially. */
const SHOWN = 8;
/** Milliseconds to wait, so that several changes cause one reload. */
const DEBOUNCE_MS = 300;

/** The loan's timeline; reloads when a condition on the page changes. */
export function LoanTimeline(props: { loanId: number; entries: TimelineEntry[] }): ReactNode {
  const { loanId } = props;
  const [entries, setEntries] = useState(props.entries);
  const [all, setAll] = useState(false);

  useEffect(() => {
    const read = debounce(async () => {
      const result = await callApi<{ data: TimelineEntry[] }>("/api/loans/gettimeline", { id: loanId });
      if (result.response) setEntries(result.data);
    }, DEBOUNCE_MS);
    document.addEventListener("conditions-changed", read);
    return () => document.removeEventListener("conditions-changed", read);
  }, [loanId]);

  const past = entries.filter(({ state }) => state === "past");
  const more = past.length - SHOWN;
  // The submission, where every loan began, stays at the end of a shortened list.
  const folded = more < 2 ? [] : past.slice(SHOWN - 1, -1);
  return (
    <>
      <TimelineList entries={entries} folded={new Set(all ? [] : folded)} />
      {folded.length > 0 && (
        <button className="link small scripted" type="button" onClick={() => setAll(!all)}>
          {all ? "Show fewer" : `Show ${folded.length} more`}
        </button>
      )}
    </>
  );
}
