import { type ReactNode, useEffect, useRef, useState } from "react";
import { callApi, type Refused } from "../../lib/client/call_api.ts";
import { closeDialog, openDialog } from "../../lib/client/dialog.ts";
import { staleOf, type TheirChange } from "../../lib/client/stale.ts";
import { toastAfter } from "../../lib/client/toast.ts";
import { StaleDialog } from "../forms/stale_dialog.tsx";
import { useForm } from "../forms/use_form.ts";

const STALE = "stale-restore";

/** A version against the one in force, as its call answers it. */
type Compared = {
  data: { current: { id: number }; cells: { path: string; name: string; then: string; now: string }[] };
};
type Question = { who: string; said: string; changes: TheirChange[]; newest: number };

/**
 * Restores an earlier version over the one in force that the page compared it with (`basedOn`). Where someone else
 * saved meanwhile, their changes are shown, and the version is restored over them only when that is asked for.
 */
export function RestoreVersion(props: { kind: "settings" | "config"; id: number; basedOn: number }): ReactNode {
  const { kind, id, basedOn } = props;
  const list = `/dashboard/settings?panel=versions&kind=${kind}`;
  const form = useRef<HTMLFormElement>(null);
  const over = useRef(basedOn);
  const [question, setQuestion] = useState<Question | null>(null);
  const { busy, handlers, toasts } = useForm<object, object>({
    path: "/api/loans/restoresettings",
    read: () => ({ kind, id, basedOn: over.current }),
    taken(result) {
      const stale = staleOf(result);
      if (stale) void ask(result, stale.who);
      return stale !== null;
    },
    done() {
      toastAfter("Changes Saved!");
      location.assign(list);
      return "leaving";
    },
  });

  async function ask(refusal: Refused, who: string): Promise<void> {
    const compared = await callApi<Compared>(`/api/loans/comparesettings?kind=${kind}&id=${over.current}`);
    if (!compared.response) {
      return toasts.refuse(compared.reason ?? "The server did not respond. Nothing was restored; try again.");
    }
    const { current, cells } = compared.data;
    setQuestion({
      who,
      said: `${refusal.reason?.split(". ")[0]}. Nothing is restored yet.`,
      changes: cells.map(({ then, now, ...cell }) => ({ ...cell, before: then, after: now })),
      newest: current.id,
    });
  }
  useEffect(() => {
    if (question) openDialog(STALE);
  }, [question]);

  function restore(): void {
    over.current = question!.newest;
    closeDialog(STALE);
    form.current?.requestSubmit();
  }

  return (
    <>
      <form
        ref={form}
        method="post"
        action={`/api/loans/restoresettings?panel=versions&kind=${kind}&id=${id}`}
        className="stack"
        {...handlers}
      >
        <input type="hidden" name="kind" value={kind} />
        <input type="hidden" name="id" value={id} />
        <input type="hidden" name="basedOn" value={basedOn} />
        <p className="hint">
          Restoring saves this version again as the newest one. What is in force now stays in the list
          {kind === "settings" && "; partners’ addresses stay as they are"}.
        </p>
        <div className="btn-row">
          <button className="btn primary" type="submit" aria-busy={busy || undefined}>Restore this version</button>
          <a className="btn" href={list}>Back to the list</a>
        </div>
      </form>
      {question && (
        <StaleDialog id={STALE} who={question.who} said={question.said} changes={question.changes}>
          <footer>
            <button className="btn" type="button" onClick={() => location.reload()}>Keep theirs, compare again</button>
            <button className="btn primary" type="button" onClick={restore}>Restore over it</button>
          </footer>
        </StaleDialog>
      )}
    </>
  );
}
