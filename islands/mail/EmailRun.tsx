import { type ReactNode, useEffect, useRef, useState } from "react";
import { callApi } from "../../lib/client/call_api.ts";
import { onRestored } from "../../lib/client/dom.ts";
import { confirmDialog } from "../../lib/client/question.ts";
import { toast, toastAfter } from "../../lib/client/toast.ts";
import { formatInstant } from "../../lib/domain/dates.ts";
import { type CampaignSnapshot, needsReload, pollDelayMs } from "../../lib/domain/mail/campaign.ts";
import { hasPassed } from "../../lib/domain/mail/schedule.ts";
import { countText } from "../../lib/domain/money.ts";
import { Icon } from "../../lib/ui/icon.tsx";
import { Tag } from "../../lib/ui/states.tsx";

/** A campaign's life: its state, how far its run is while it sends, and what stops, holds and copies it. */
export function EmailRun({ id, life: first }: { id: number; life: CampaignSnapshot }): ReactNode {
  const [life, setLife] = useState(first);
  const { active, sendAt, state, progress } = life;
  /** Between a click and its answer, which draws the page anew: nothing else does meanwhile. */
  const busy = useRef(false);
  const live = progress !== null || (active && sendAt !== null && state !== "Paused");

  useEffect(() => {
    if (!live) return;
    let shown = first, timer: ReturnType<typeof setTimeout>;
    const stop = new AbortController(), { signal } = stop;
    const wait = () => {
      clearTimeout(timer);
      timer = setTimeout(ask, pollDelayMs(shown));
    };
    let asking = false;
    async function ask(): Promise<void> {
      if (asking) return;
      if (document.hidden || busy.current) return wait();
      asking = true;
      const result = await callApi<{ data: CampaignSnapshot }>(`/api/loans/emailprogress?id=${id}`, undefined, {
        signal,
      });
      asking = false;
      if (signal.aborted) return;
      if (result.response && !busy.current) {
        if (needsReload(shown, result.data)) return location.reload();
        setLife(shown = result.data);
      }
      wait();
    }
    document.addEventListener("visibilitychange", ask, { signal });
    wait();
    return () => {
      clearTimeout(timer);
      stop.abort();
    };
  }, [live]);

  async function act(path: string, done: string): Promise<void> {
    if (busy.current) return;
    busy.current = true;
    const result = await callApi(`/api/loans/${path}`, { id });
    if (result.response) {
      toastAfter(done);
      return location.reload();
    }
    busy.current = false;
    toast(result.reason ?? "Failed to update!", "bad");
  }
  async function stop(): Promise<void> {
    const sent = progress?.sent ?? 0;
    const more = sent === 0
      ? "Nothing goes out any more. You can change it and activate it again."
      : `${
        sent === 1 ? "The mail that has" : `The ${countText(sent)} mails that have`
      } left cannot be taken back. The others ` +
        "do not get this run; the next one goes to everybody again.";
    if (busy.current || !await confirmDialog("Stop this email?", { yes: "Stop", more, risky: true })) return;
    await act("stopemail", "Email stopped");
  }
  async function copy(): Promise<void> {
    if (busy.current) return;
    busy.current = true;
    const result = await callApi<{ data: { id: number } }>("/api/loans/copyemail", { id });
    if (result.response) {
      toastAfter("Email copied");
      onRestored(() => busy.current = false);
      return location.assign(`/dashboard/viewemail?id=${result.data.id}`);
    }
    busy.current = false;
    toast(result.reason ?? "Failed to update!", "bad");
  }

  /** Held, or without a postal address, over its time. */
  const missed = sendAt !== null && hasPassed(sendAt, life.now);
  async function resume(): Promise<void> {
    const more = progress
      ? "The mails that wait leave at once."
      : missed
      ? "It is not sent at once: what it missed is skipped."
      : `It is sent on ${formatInstant(sendAt)}.`;
    if (busy.current || !await confirmDialog("Resume this email?", { yes: "Resume", more })) return;
    await act("resumeemail", "Email resumed");
  }

  const under = active || progress !== null, isPaused = state === "Paused";
  const next = missed ? "Was due" : isPaused ? "Next run, once resumed:" : "Next run:";
  return (
    <section className="email-life" aria-label="State">
      <div className="stack">
        <p className="email-state">
          <Tag on={under}>{state}</Tag>
          {progress === null && active && <span>{`${next} ${formatInstant(sendAt)}`}</span>}
          {progress && (
            <span role="status">
              {`Run ${progress.run}: ${countText(progress.sent)} of ${countText(progress.recipients)} sent`}
              {progress.failed > 0 && `, ${countText(progress.failed)} failed`}
              {!progress.written && ", recipients are still being added"}
            </span>
          )}
        </p>
        {progress && (
          <progress
            max={Math.max(1, progress.recipients)}
            value={progress.sent + progress.failed}
            aria-label={`Run ${progress.run}`}
          />
        )}
      </div>
      <div className="btn-row">
        {under && (isPaused
          ? (
            <button className="btn primary" type="button" onClick={resume}>
              <Icon name="play" />
              Resume
            </button>
          )
          : (
            <button className="btn" type="button" onClick={() => act("pauseemail", "Email paused")}>
              <Icon name="pause" />
              Pause
            </button>
          ))}
        {under && <button className="btn risky" type="button" onClick={stop}>Stop</button>}
        <button className="btn bare" type="button" onClick={copy}>
          <Icon name="copy" />
          Copy
        </button>
      </div>
    </section>
  );
}
