import type { ReactNode } from "react";
import { ContactForm } from "../../islands/mail/ContactForm.tsx";
import { type Lender, telephoneUrl } from "../../lib/domain/lender.ts";
import { Island } from "../../lib/server/island.tsx";
import type { FormState } from "../../lib/server/page.tsx";
import { Icon } from "../../lib/ui/icon.tsx";

/** The lender's configured address and telephone. */
function Ways(props: { lender: Lender }): ReactNode {
  const { contactEmail, phone, links } = props.lender;
  return (
    <ul className="ways">
      {contactEmail && (
        <li>
          <Icon name="mail" />
          <a href={`mailto:${contactEmail}`}>{contactEmail}</a>
        </li>
      )}
      {phone && (
        <li>
          <Icon name="phone" />
          <a href={telephoneUrl(phone)}>{phone}</a>
        </li>
      )}
      {links.scheduleCall && (
        <li>
          <Icon name="calendar" />
          <a href={links.scheduleCall} target="_blank" rel="noreferrer">
            Schedule a Call<span className="visually-hidden">(opens in a new tab)</span>
          </a>
        </li>
      )}
    </ul>
  );
}

/** The lender's contact details and the contact form. `sender` are known details of the person. */
export function ContactPanel(
  props: { lender: Lender; sender: { name: string; email: string }; form: FormState | null },
): ReactNode {
  const { lender, sender, form } = props;
  const { name = sender.name, email = sender.email, msg = "" } = form?.values ?? {};
  return (
    <>
      <Ways lender={lender} />
      <Island
        of={ContactForm}
        start={{ name, email, msg }}
        errors={form?.errors ?? {}}
        reason={form?.reason ?? ""}
        to={lender.contactEmail ?? lender.name}
      />
    </>
  );
}
