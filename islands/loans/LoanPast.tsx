import { type ReactNode, useEffect, useRef, useState } from "react";
import { callApi } from "../../lib/client/call_api.ts";
import type { TimelineEntry } from "../../lib/domain/loans/timeline.ts";
import { Icon } from "../../lib/ui/icon.tsx";
import { TimelineList } from "../../lib/ui/loans/timeline.tsx";

/** What happened to a loan and what its broker did with each mail, for the lender: read each time it is unfolded. */
export function LoanPast({ loanId }: { loanId: number }): ReactNode {
  const [open, setOpen] = useState(false);
  const [entries, setEntries] = useState<TimelineEntry[] | null>(null);
  const [problem, setProblem] = useState("");
  const fold = useRef<HTMLDetailsElement>(null);
  // It may have been unfolded before there was a script.
  useEffect(() => setOpen(fold.current?.open ?? false), []);
  useEffect(() => {
    if (!open) return;
    let here = true;
    void callApi<{ data: TimelineEntry[] }>("/api/loans/gettimeline", { id: loanId }).then((result) => {
      if (!here) return;
      if (result.response) setEntries(result.data);
      setProblem(result.response ? "" : result.reason ?? "The timeline did not arrive. Fold it and try again.");
    });
    return () => {
      here = false;
    };
  }, [open, loanId]);
  return (
    <section className="block scripted" id="timeline" aria-labelledby="timeline-h">
      <header>
        <h2 id="timeline-h">Timeline</h2>
      </header>
      <details ref={fold} className="fold plain" onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
        <summary>
          <Icon name="chevron-right" />
          What happened, and mail to the broker
        </summary>
        <div className="stack" aria-live="polite" aria-busy={open && entries === null && !problem}>
          {problem ? <p className="small">{problem}</p> : entries && <TimelineList entries={entries} />}
        </div>
      </details>
    </section>
  );
}
