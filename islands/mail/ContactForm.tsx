import { type FormEvent, type ReactNode, useState } from "react";
import { callApi } from "../../lib/client/call_api.ts";
import { confirmDialog } from "../../lib/client/dialog.ts";
import { toast } from "../../lib/client/toast.ts";
import {
  CONTACT_FAILED,
  CONTACT_INCOMPLETE,
  CONTACT_QUESTION,
  CONTACT_SENT,
  type ContactMessage,
  contactProblems,
} from "../../lib/domain/mail/contact.ts";
import { AreaField, TextField } from "../../lib/ui/field.tsx";
import { Notice } from "../../lib/ui/states.tsx";

const PATH = "/api/loans/sendcontactemail";
const FIELDS = ["name", "email", "msg"] as const;

const idOf = (field: string) => `contact-${field}`;

/**
 * The contact form (accounts specification, sections 2 and 5). `start` are the values it opens with; `errors` and `reason`
 * are what a form without script brought back. `to` is the provider's address, which the question before sending names.
 */
export function ContactForm(props: {
  start: ContactMessage;
  errors: Record<string, string>;
  reason: string;
  to: string;
}): ReactNode {
  const [values, setValues] = useState(props.start);
  const [errors, setErrors] = useState<Partial<Record<string, string>>>(props.errors);
  const [reason, setReason] = useState(props.reason);
  const [busy, setBusy] = useState(false);

  function refuse(problems: Partial<Record<string, string>>) {
    setErrors(problems);
    const first = FIELDS.find((field) => problems[field]);
    if (first) document.getElementById(idOf(first))?.focus();
  }

  async function send(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    if (busy) return;
    setReason("");
    const problems = contactProblems(values);
    refuse(problems);
    if (Object.keys(problems).length) return void toast(CONTACT_INCOMPLETE, "bad");
    if (!await confirmDialog(CONTACT_QUESTION, { yes: "Send Email", more: `It goes to ${props.to}.` })) return;
    setBusy(true);
    const answer = await callApi(PATH, values);
    setBusy(false);
    if (answer.response) {
      // What was written on while it was sent is another message.
      setValues((now) => now.msg === values.msg ? { ...now, msg: "" } : now);
      return void toast(CONTACT_SENT);
    }
    toast(CONTACT_FAILED, "bad");
    const { fields, reason } = answer as { fields?: Record<string, string>; reason?: string };
    if (fields) refuse(fields);
    else setReason(reason ?? "");
  }

  const field = (name: keyof ContactMessage) => ({
    id: idOf(name),
    name,
    value: values[name],
    error: errors[name],
    required: true,
    onChange: (e: { target: { value: string } }) => {
      // Browsers fill in several fields at once: each builds on the one before.
      const { value } = e.target;
      setValues((now) => ({ ...now, [name]: value }));
      setErrors((now) => now[name] ? { ...now, [name]: "" } : now);
    },
  });

  return (
    <form className="stack wide-gap" method="post" action={PATH} noValidate onSubmit={send}>
      <TextField label="Name" autoComplete="name" maxLength={100} {...field("name")} />
      <TextField label="Email" type="email" autoComplete="email" maxLength={254} {...field("email")} />
      <AreaField
        label="Message"
        hint="At least 10 characters. Leave out borrowers’ personal details."
        rows={7}
        maxLength={5000}
        {...field("msg")}
      />
      {reason && !Object.values(errors).some(Boolean) && <Notice band="red" live>{reason}</Notice>}
      <div className="btn-row">
        <button className="btn primary" type="submit" aria-busy={busy}>{busy ? "Sending" : "Send Email"}</button>
      </div>
    </form>
  );
}
