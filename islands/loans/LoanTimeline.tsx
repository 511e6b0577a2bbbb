import { type ReactNode, useEffect, useState } from "react";
import { callApi } from "../../lib/client/call_api.ts";
import { debounce } from "../../lib/client/dom.ts";
import type { TimelineEntry } from "../../lib/domain/loans/timeline.ts";
import { TimelineList } from "../../lib/ui/loans/timeline.tsx";

/** Lines of the past that show before more are asked for. */
const SHOWN = 8;
/** Changes of a moment are read at once. */
const QUIET_MS = 300;

/** What happened to a loan and whose turn it is; it reads itself anew when a condition of the page changes. */
export function LoanTimeline(props: { loanId: number; entries: TimelineEntry[] }): ReactNode {
  const { loanId } = props;
  const [entries, setEntries] = useState(props.entries);
  const [all, setAll] = useState(false);

  useEffect(() => {
    const read = debounce(async () => {
      const answer = await callApi<{ data: TimelineEntry[] }>("/api/loans/gettimeline", { id: loanId });
      if (answer.response) setEntries(answer.data);
    }, QUIET_MS);
    document.addEventListener("conditions-changed", read);
    return () => document.removeEventListener("conditions-changed", read);
  }, [loanId]);

  const past = entries.filter(({ state }) => state === "past");
  const more = past.length - SHOWN;
  // The submission is where every loan began: it stays at the foot of a shortened list.
  const hidden = new Set(all || more < 2 ? [] : past.slice(SHOWN - 1, -1));
  return (
    <>
      <TimelineList entries={entries} folded={hidden} />
      {hidden.size > 0 && (
        <button className="link small script-only" type="button" onClick={() => setAll(true)}>
          Show {hidden.size} more
        </button>
      )}
    </>
  );
}
