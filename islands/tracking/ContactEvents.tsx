import { type ReactNode, useEffect, useState } from "react";
import { callApi } from "../../lib/client/call_api.ts";
import { openDialog } from "../../lib/client/dialog.ts";
import { formatInstant } from "../../lib/domain/dates.ts";
import { EVENT_LABELS } from "../../lib/domain/tracking/figures.ts";
import { Dialog } from "../../lib/ui/dialog.tsx";
import { Loading } from "../../lib/ui/states.tsx";
import { LATE, useLatest } from "../shell/use_latest.ts";

const DIALOG = "contact-events";

/** An event as the call answers it (loans specification 3.13). */
interface ContactEvent {
  id: number;
  type: "open" | "link";
  created: number;
  ip: string;
  browser: string;
  os: string;
  platform: string;
  country: string;
  region: string;
  city: string;
  link: string;
  machine: string;
}

type Found = { events: ContactEvent[] } | { reason: string } | null;

/** What is known of an event, each with its name; what is not known is left out. */
const detailsOf = (event: ContactEvent): string =>
  [
    event.machine && `Machine: ${event.machine}`,
    event.browser && `Browser: ${event.browser}`,
    event.os && `Operating system: ${event.os}`,
    event.platform && `Platform: ${event.platform}`,
    event.ip && `IP address: ${event.ip}`,
    `Action type: ${event.type}`,
    event.country && `Country: ${event.country}`,
    event.region && `Region: ${event.region}`,
    event.city && `City: ${event.city}`,
    event.link && `Link: ${event.link}`,
  ].filter(Boolean).join(" · ");

/** The events of the contact whose name was pressed in the table (loans specification 2.10). */
export function ContactEvents(props: { emailId: number; sentId: number | "all"; machines: boolean }): ReactNode {
  const { emailId, sentId } = props;
  const [name, setName] = useState("");
  const [found, setFound] = useState<Found>(null);
  const [machines, setMachines] = useState(props.machines);
  const latest = useLatest();
  useEffect(() => {
    const open = async (event: MouseEvent) => {
      const button = event.target instanceof Element ? event.target.closest<HTMLElement>("[data-contact]") : null;
      if (!button) return;
      setName(button.dataset.name || button.dataset.contact!);
      setFound(null);
      openDialog(DIALOG);
      const input = { emailId, sentId, email: button.dataset.contact! };
      const answer = await latest(callApi<{ data: ContactEvent[] }>("/api/tracker/contact", input));
      if (answer === LATE) return;
      setFound(
        answer.response
          ? { events: answer.data }
          : { reason: answer.reason ?? "The events could not be read. Close this and try again." },
      );
    };
    addEventListener("click", open);
    return () => removeEventListener("click", open);
  }, [emailId, sentId]);
  const all = found && "events" in found ? found.events : [];
  const shown = all.filter((event) => machines || event.machine === "");
  return (
    <Dialog id={DIALOG} title={name || "Events"} className="contact-events" focusTitle>
      <label className="check">
        <input type="checkbox" checked={machines} onChange={(event) => setMachines(event.currentTarget.checked)} />
        Show machines
      </label>
      {found === null && <Loading what="Loading events" />}
      {found && "reason" in found && <p role="alert">{found.reason}</p>}
      {found && "events" in found && shown.length === 0 && (
        <p className="mute">{all.length > 0 ? "Nothing by people yet; machines are hidden." : "Nothing yet."}</p>
      )}
      <ol className="event-list">
        {shown.map((event) => (
          <li key={event.id} data-machine={event.machine !== ""}>
            <b>{EVENT_LABELS[event.type]}</b>
            <time dateTime={new Date(event.created).toISOString()}>{formatInstant(event.created)}</time>
            <p className="small mute">{detailsOf(event)}</p>
          </li>
        ))}
      </ol>
    </Dialog>
  );
}
