import { Fragment, type ReactNode, useEffect, useState } from "react";
import { callApi } from "../../lib/client/call_api.ts";
import { openDialog } from "../../lib/client/dialog.ts";
import { percent, scoreText } from "../../lib/domain/money.ts";
import type { Outcome, SettingsPreview } from "../../lib/domain/settings/settings_preview.ts";
import { Band } from "../../lib/ui/band.tsx";
import { Dialog } from "../../lib/ui/dialog.tsx";

export type PreviewState = { state: "none" } | { state: "waiting" } | { state: "failed" } | {
  state: "ready";
  result: SettingsPreview;
};

const DEBOUNCE_MS = 700;

/** Asks what the edit would do, once it has been quiet for a moment. A newer edit calls the question off. */
export function usePreview(body: { settings: unknown } | { config: unknown } | null): PreviewState {
  const [state, setState] = useState<PreviewState>({ state: "none" });
  const key = body === null ? "" : JSON.stringify(body);
  useEffect(() => {
    if (key === "") return setState({ state: "none" });
    const stop = new AbortController();
    setState({ state: "waiting" });
    const timer = setTimeout(async () => {
      const result = await callApi<{ data: SettingsPreview }>("/api/loans/previewsettings", JSON.parse(key), {
        signal: stop.signal,
      });
      if (stop.signal.aborted) return;
      setState(result.response ? { state: "ready", result: result.data } : { state: "failed" });
    }, DEBOUNCE_MS);
    return () => {
      clearTimeout(timer);
      stop.abort();
    };
  }, [key]);
  return state;
}

const pendingLoansText = (count: number) => `${count} pending loan${count === 1 ? "" : "s"}`;

/** `They would move 3 pending loans: 2 green to yellow, 1 yellow to green.` */
function previewText(result: SettingsPreview): string {
  if (result.loans === 0) return "There is no pending loan.";
  if (result.changed === 0) return `None of ${pendingLoansText(result.loans)} would change.`;
  const { bands, rescored, refused, allowed } = result;
  const moves = result.moves.map(({ from, to, count }) => `${count} ${from} to ${to}`).join(", ");
  return [
    bands > 0 && `They would move ${pendingLoansText(bands)}: ${moves}.`,
    rescored > 0 && bands > 0 && `${rescored} more would change score or rate.`,
    rescored > 0 && bands === 0 && `${pendingLoansText(rescored)} would change score or rate, none its band.`,
    refused > 0 && `${pendingLoansText(refused)} would fall outside our limits.`,
    allowed > 0 && `${pendingLoansText(allowed)} would come within our limits.`,
  ].filter(Boolean).join(" ");
}

const PREVIEW_DIALOG = "preview";

/** A loan's score in its band, and the computed one below an override. */
function Score({ of: { band, finalScore, shownScore } }: { of: Outcome }): ReactNode {
  return (
    <>
      <Band band={band} figure={scoreText(shownScore)} quiet />
      {finalScore !== shownScore && <p className="hint">{`computed ${scoreText(finalScore)}`}</p>}
    </>
  );
}

/** The loans that would change, each before and after. */
export function PreviewDialog(props: { preview: PreviewState }): ReactNode {
  const result = props.preview.state === "ready" ? props.preview.result : null;
  return (
    <Dialog id={PREVIEW_DIALOG} title="Pending loans that would change" focusTitle className="settings-preview">
      {result && (
        <>
          <p>{previewText(result)}</p>
          <table className="table">
            <caption className="visually-hidden">Loans before and after</caption>
            <thead>
              <tr>
                <th scope="col">Client</th>
                <th scope="col">Score now</th>
                <th scope="col">Then</th>
                <th scope="col" className="numeric">Suggested rate now</th>
                <th scope="col" className="numeric">Then</th>
              </tr>
            </thead>
            <tbody>
              {result.list.map(({ id, clientCode, saved, before, after }) => (
                <Fragment key={id}>
                  <tr>
                    <th scope="row">
                      <a href={`/dashboard/viewloan?id=${id}`} target="_blank" rel="noreferrer">
                        {clientCode}
                        <span className="visually-hidden">(opens in a new tab)</span>
                      </a>
                    </th>
                    <td>
                      <Score of={before} />
                      {saved !== before.shownScore && <p className="hint">{`saved with ${scoreText(saved)}`}</p>}
                    </td>
                    <td>
                      <Score of={after} />
                    </td>
                    <td className="numeric">{percent(before.suggestedRate)}</td>
                    <td className="numeric">{percent(after.suggestedRate)}</td>
                  </tr>
                  {(before.refusal === null) !== (after.refusal === null) && (
                    <tr className="reason-row">
                      <td colSpan={5}>{after.refusal ?? "Within our limits again"}</td>
                    </tr>
                  )}
                </Fragment>
              ))}
            </tbody>
          </table>
          {result.changed > result.list.length && (
            <p className="hint">{`The first ${result.list.length} of ${result.changed} are listed.`}</p>
          )}
          <p className="hint">
            {result.scores + result.rates > 0
              ? "A loan's own page follows at once. The list keeps the score that a loan was last saved with, in the " +
                "new colours, until it is computed anew: that is offered once you have saved."
              : "A loan's own page and the list follow at once."}
          </p>
        </>
      )}
    </Dialog>
  );
}

/** The preview in a sentence, with the way to its list. */
export function PreviewSentence(props: { preview: PreviewState }): ReactNode {
  const { preview } = props;
  if (preview.state === "none") return null;
  if (preview.state === "waiting") return <span className="mute">Computing the pending loans…</span>;
  if (preview.state === "failed") return <span className="mute">The pending loans could not be computed.</span>;
  const { result } = preview;
  return (
    <span className="mute">
      {previewText(result)} {result.changed > 0 && (
        <button
          className="link"
          type="button"
          onClick={() => openDialog(PREVIEW_DIALOG)}
        >
          See the list
        </button>
      )}
    </span>
  );
}
