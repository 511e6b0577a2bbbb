import { type KeyboardEvent, type ReactNode, useEffect, useState } from "react";
import { callApi } from "../../lib/client/call_api.ts";
import { openDialog } from "../../lib/client/dialog.ts";
import {
  TOUCH_BASE_FETCH_FAILED,
  type TouchBaseData,
  WAITING_ID,
  waitingText,
} from "../../lib/domain/mail/touch_base.ts";
import { Dialog } from "../../lib/ui/dialog.tsx";
import { Loading } from "../../lib/ui/states.tsx";
import { useDialogOpen } from "../forms/use_dialog_open.ts";
import { TouchBaseQueue } from "./_touch_base_queue.tsx";
import { TouchBaseSettings } from "./_touch_base_settings.tsx";
import { TouchBaseTemplates } from "./_touch_base_templates.tsx";

const DIALOG = "touch-base";
const TABS = [["queue", "Queue"], ["templates", "Templates"], ["settings", "Settings"]] as const;
type Tab = (typeof TABS)[number][0];

const waitingOf = (que: TouchBaseData["que"]): number => que.filter(({ sent }) => sent === 0).length;

/** The touch-base modal (loans specification 2.9): its queue, templates and settings, read when it is opened. */
export function TouchBase(props: { lender: string }): ReactNode {
  const [data, setData] = useState<TouchBaseData | null>(null);
  const [failed, setFailed] = useState(false);
  const [tab, setTab] = useState<Tab>("queue");
  const open = useDialogOpen(DIALOG);

  useEffect(() => {
    if (location.hash !== `#${DIALOG}`) return;
    openDialog(DIALOG);
    // A reload does not open again what was closed.
    history.replaceState(history.state, "", location.pathname + location.search);
  }, []);

  async function load(): Promise<void> {
    setFailed(false);
    const result = await callApi<{ data: TouchBaseData }>("/api/loans/touchbasedata");
    if (!result.response) return setFailed(true);
    const { config, que } = result.data, behind = document.getElementById(WAITING_ID);
    if (behind) behind.textContent = waitingText(config.TOUCH_BASE_ENABLED ? waitingOf(que) : null);
    setData(result.data);
  }
  useEffect(() => {
    if (open) void load();
  }, [open]);

  function arrows(event: KeyboardEvent): void {
    const step = event.key === "ArrowRight" ? 1 : event.key === "ArrowLeft" ? -1 : 0;
    if (step === 0) return;
    event.preventDefault();
    const [next] = TABS[(TABS.findIndex(([name]) => name === tab) + step + TABS.length) % TABS.length];
    setTab(next);
    document.getElementById(`touch-tab-${next}`)?.focus();
  }
  const panel = (name: Tab, content: ReactNode) => (
    <section role="tabpanel" id={`touch-${name}`} aria-labelledby={`touch-tab-${name}`} hidden={tab !== name}>
      {content}
    </section>
  );

  return (
    <Dialog id={DIALOG} title="Touch-base" className="touch-base" sheet focusTitle>
      <p className="small mute">A personal mail, when a broker shows interest.</p>
      {failed && (
        <div className="btn-row">
          <p role="alert">{TOUCH_BASE_FETCH_FAILED}</p>
          <button className="btn slim" type="button" onClick={load}>Try again</button>
        </div>
      )}
      {!data && !failed && <Loading what="Loading touch-base" />}
      {data && (
        <>
          <div className="tabs" role="tablist" aria-label="Touch-base" onKeyDown={arrows}>
            {TABS.map(([name, label]) => (
              <button
                key={name}
                type="button"
                role="tab"
                id={`touch-tab-${name}`}
                aria-controls={`touch-${name}`}
                aria-selected={tab === name}
                tabIndex={tab === name ? 0 : -1}
                onClick={() => setTab(name)}
              >
                {label}
                {name === "queue" && <span>{waitingOf(data.que)}</span>}
              </button>
            ))}
          </div>
          {panel("queue", <TouchBaseQueue {...data} reload={load} />)}
          {panel(
            "templates",
            <TouchBaseTemplates
              start={{ ...data, savedAt: data.savedAt.templates }}
              lender={props.lender}
              onSaved={load}
            />,
          )}
          {panel(
            "settings",
            <TouchBaseSettings config={data.config} savedAt={data.savedAt.config} onSaved={load} />,
          )}
        </>
      )}
    </Dialog>
  );
}
