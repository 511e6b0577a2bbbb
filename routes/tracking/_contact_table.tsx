import type { ReactNode } from "react";
import { formatInstant } from "../../lib/domain/dates.ts";
import { RATING_LABELS } from "../../lib/domain/accounts/account_values.ts";
import type { TrackedContact } from "../../lib/features/tracking/mod.ts";
import type { ContactsQuery, contactsQuery } from "../../lib/schemas/tracking.ts";
import { Band } from "../../lib/ui/band.tsx";
import { EmailAddress } from "../../lib/ui/email_address.tsx";
import { DataTable, sortHeads } from "../../lib/ui/table.tsx";
import { countedText, People, Reach, UniqueOpens, When } from "./_parts.tsx";

/** Contacts of an email; a name opens the contact's events (islands/tracking/ContactEvents.tsx). */
export function ContactTable(props: {
  rows: readonly TrackedContact[];
  list: ReturnType<typeof contactsQuery>;
  query: ContactsQuery;
}): ReactNode {
  const { rows, list, query } = props;
  const machines = query.machines === "shown";
  const head = sortHeads(list, query);
  return (
    <DataTable
      caption="Contacts"
      folds
      className="no-pick"
      head={
        <tr role="row">
          {head("name", "Name")}
          <th role="columnheader" scope="col">Rating</th>
          <th role="columnheader" scope="col">Brokerage</th>
          {head("opens", "Opens", "numeric")}
          {head("unique", "Unique Opens", "numeric")}
          {head("clicks", "Clicks", "numeric")}
          {head("last", "Last Opened")}
          <th role="columnheader" scope="col">Reach</th>
          <th role="columnheader" scope="col" className="fold-only">Details</th>
        </tr>
      }
    >
      {rows.map((contact) => (
        <tr role="row" key={contact.id}>
          <th role="rowheader" scope="row" className="row-title">
            <button
              className="contact-open"
              type="button"
              data-contact={contact.email}
              data-name={contact.name}
              data-phone={contact.phone || undefined}
              data-brokerage={contact.brokerage || undefined}
              data-rating={contact.rating ?? undefined}
            >
              {contact.name || <EmailAddress address={contact.email} />}
            </button>
            {contact.name && (
              <div className="small mute fold-hidden">
                <EmailAddress address={contact.email} />
              </div>
            )}
          </th>
          <td role="cell" className="fold-hidden">
            {contact.rating && <Band band={contact.rating} word={RATING_LABELS[contact.rating]} />}
          </td>
          <td role="cell" className="fold-hidden long-text">{contact.brokerage}</td>
          <td role="cell" className="numeric fold-hidden">
            <People people={contact.opens} machines={machines ? contact.machineOpens : undefined} />
          </td>
          <td role="cell" className="numeric row-value">
            <UniqueOpens count={contact.uniqueOpens} />
          </td>
          <td role="cell" className="numeric fold-hidden">
            <People people={contact.clicks} machines={machines ? contact.machineClicks : undefined} />
          </td>
          <td role="cell" className="fold-hidden">
            <When at={contact.lastOpened} />
          </td>
          <td role="cell" className="row-status nowrap">
            <Reach {...contact} />
          </td>
          <td role="cell" className="row-detail fold-only">
            {contact.rating && `${RATING_LABELS[contact.rating]}, ${contact.brokerage || "no brokerage"}; `}
            {`${countedText(contact.opens, "open", machines ? contact.machineOpens : undefined)}, `}
            {`${countedText(contact.clicks, "click", machines ? contact.machineClicks : undefined)}, `}
            {contact.lastOpened !== null && `last opened ${formatInstant(contact.lastOpened)}, `}
            <EmailAddress address={contact.email} />
          </td>
        </tr>
      ))}
    </DataTable>
  );
}
