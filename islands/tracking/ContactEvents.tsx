import { type ReactNode, useEffect, useState } from "react";
import { callApi } from "../../lib/client/call_api.ts";
import { openDialog } from "../../lib/client/dialog.ts";
import { type Rating, RATING_LABELS } from "../../lib/domain/accounts/account_values.ts";
import { formatInstant } from "../../lib/domain/dates.ts";
import { telephoneUrl } from "../../lib/domain/lender.ts";
import { EVENT_LABELS } from "../../lib/domain/tracking/figures.ts";
import { Band } from "../../lib/ui/band.tsx";
import { Dialog } from "../../lib/ui/dialog.tsx";
import { EmailAddress } from "../../lib/ui/email_address.tsx";
import { Icon } from "../../lib/ui/icon.tsx";
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

/** Whose events are shown, as far as the table knows. */
interface Contact {
  name: string;
  email: string;
  phone?: string;
  brokerage?: string;
  rating?: Rating;
}

const joined = (parts: readonly string[], by: string): string => parts.filter(Boolean).join(by);

/** The browser and system of an event; unknown parts are left out. */
const deviceOf = (event: ContactEvent): string =>
  joined([
    event.machine && `Machine: ${event.machine}`,
    event.browser,
    event.os,
    event.platform,
    event.ip && `IP address: ${event.ip}`,
    `Action type: ${event.type}`,
  ], " · ");

/** An event: what, where from, when, with what, and where a link led. */
function EventLine({ event }: { event: ContactEvent }): ReactNode {
  return (
    <li data-machine={event.machine !== ""}>
      <Icon name={event.type === "link" ? "arrow-up-right" : "mail"} />
      <b>{EVENT_LABELS[event.type]}</b>
      <span>{joined([event.city, event.region, event.country], ", ")}</span>
      <time dateTime={new Date(event.created).toISOString()}>{formatInstant(event.created)}</time>
      <p className="small mute">
        {deviceOf(event)}
        {event.link && <span className="event-link">{event.link}</span>}
      </p>
    </li>
  );
}

/** Who it is: brokerage, rating, and how to reach them. */
function ContactHead({ contact: { email, phone, brokerage, rating } }: { contact: Contact }): ReactNode {
  return (
    <div className="contact-head">
      {(rating || brokerage) && (
        <p>
          {rating && <Band band={rating} word={RATING_LABELS[rating]} />} {brokerage}
        </p>
      )}
      {phone && (
        <a className="btn slim" href={telephoneUrl(phone)}>
          <Icon name="phone" />
          {phone}
        </a>
      )}
      <a className="btn slim" href={`mailto:${email}`}>
        <Icon name="mail" />
        <span>
          <EmailAddress address={email} />
        </span>
      </a>
    </div>
  );
}

/** The events of the contact whose name was pressed in the table (loans specification 2.10). */
export function ContactEvents(props: { emailId: number; sentId: number | "all"; machines: boolean }): ReactNode {
  const { emailId, sentId } = props;
  const [contact, setContact] = useState<Contact | null>(null);
  const [found, setFound] = useState<Found>(null);
  const [machines, setMachines] = useState(props.machines);
  const latest = useLatest();
  useEffect(() => {
    const open = async (event: MouseEvent) => {
      const button = event.target instanceof Element ? event.target.closest<HTMLElement>("[data-contact]") : null;
      if (!button) return;
      const { contact: email = "", name, phone, brokerage, rating } = button.dataset;
      setContact({ name: name || email, email, phone, brokerage, rating: rating as Rating | undefined });
      setFound(null);
      openDialog(DIALOG);
      const input = { emailId, sentId, email };
      const result = await latest(callApi<{ data: ContactEvent[] }>("/api/tracker/contact", input));
      if (result === LATE) return;
      setFound(
        result.response
          ? { events: result.data }
          : { reason: result.reason ?? "The events could not be read. Close this and try again." },
      );
    };
    addEventListener("click", open);
    return () => removeEventListener("click", open);
  }, [emailId, sentId]);
  const all = found && "events" in found ? found.events : [];
  const shown = all.filter((event) => machines || event.machine === "");
  return (
    <Dialog id={DIALOG} title={contact?.name ?? "Events"} className="contact-events" focusTitle>
      {contact && <ContactHead contact={contact} />}
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
        {shown.map((event) => <EventLine key={event.id} event={event} />)}
      </ol>
    </Dialog>
  );
}
