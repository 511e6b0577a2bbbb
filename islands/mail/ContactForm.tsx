import { type FormEvent, type ReactNode, useState } from "react";
import { confirmDialog } from "../../lib/client/question.ts";
import { hasErrors } from "../../lib/client/field_errors.ts";
import { toast } from "../../lib/client/toast.ts";
import {
  CONTACT_FAILED,
  CONTACT_QUESTION,
  CONTACT_SENT,
  type ContactMessage,
  contactProblems,
  contactRefusal,
} from "../../lib/domain/mail/contact.ts";
import { AreaField, TextField } from "../../lib/ui/field.tsx";
import { Notice } from "../../lib/ui/notice.tsx";
import { useForm } from "../forms/use_form.ts";
import { useLeaveGuard } from "../shell/guards.ts";

const PATH = "/api/loans/sendcontactemail";

/** The button's words where the message did not leave. */
const OFFLINE = "No connection. Try again";

const messageOf = (form: HTMLFormElement) => form.elements.namedItem("msg") as HTMLTextAreaElement;

/**
 * The contact form (accounts specification 2 and 5). `start` are initial values; `errors` and `reason` come
 * from a form without script. `to` is the lender's address, named in the confirmation.
 */
export function ContactForm(props: {
  start: ContactMessage;
  errors: Record<string, string>;
  reason: string;
  to: string;
}): ReactNode {
  const { start, to } = props;
  const [written, setWritten] = useState(false), [offline, setOffline] = useState(false);
  useLeaveGuard(written);
  const { errors, reason, busy, handlers } = useForm({
    path: PATH,
    check: ({ name = "", email = "", msg = "" }) => contactProblems({ name, email, msg }),
    incomplete: contactRefusal,
    found: props.errors,
    why: props.reason,
    ask: async (values) =>
      await confirmDialog(CONTACT_QUESTION, { yes: "Send Email", more: `It goes to ${to}.` }) ? values : null,
    says({ network }) {
      setOffline(!!network);
      return network ? "" : CONTACT_FAILED;
    },
    done(_answer, sent, form) {
      setOffline(false);
      const message = messageOf(form);
      // Text edited while sending is another message, so keep it.
      if (message.value === sent.msg) message.value = "";
      setWritten(message.value !== "");
      toast(CONTACT_SENT);
    },
  });
  function edited(event: FormEvent<HTMLFormElement>): void {
    handlers.onInput(event);
    setWritten(messageOf(event.currentTarget).value !== "");
  }

  const field = (name: keyof ContactMessage) => ({
    id: `contact-${name}`,
    name,
    defaultValue: start[name],
    error: errors[name],
    required: true,
  });
  return (
    <form className="stack wide-gap" method="post" action={PATH} noValidate {...handlers} onInput={edited}>
      <TextField label="Name" autoComplete="name" {...field("name")} />
      <TextField label="Email" type="email" autoComplete="email" {...field("email")} />
      <AreaField
        label="Message"
        hint="At least 10 characters. Leave out borrowers’ personal details."
        rows={7}
        {...field("msg")}
      />
      {reason && !hasErrors(errors) && <Notice band="red" live>{reason}</Notice>}
      <div className="btn-row">
        <button className="btn primary" type="submit" aria-busy={busy}>
          {busy ? "Sending" : offline ? OFFLINE : "Send Email"}
        </button>
      </div>
    </form>
  );
}
