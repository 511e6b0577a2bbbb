import { type FormEvent, type ReactNode, useState } from "react";
import { callApi } from "../../lib/client/call_api.ts";
import { confirmDialog } from "../../lib/client/question.ts";
import { formToast, toastAfter } from "../../lib/client/toast.ts";

/** A button with a confirmation; without script a plain form without one. */
export type ConfirmFormProps = {
  /** The call's path; a query in it redirects a refused plain form back to its page. */
  action: string;
  fields: Record<string, string>;
  label: string;
  /** Visually hidden part of the label, to identify the row. */
  whose?: string;
  question: string;
  more: string;
  yes: string;
  /** The toast after the reload. */
  done: string;
  slim?: boolean;
  risky?: boolean;
};

export function ConfirmForm(props: ConfirmFormProps): ReactNode {
  const { action, fields, label, whose, question, more, yes, done, slim, risky } = props;
  const [busy, setBusy] = useState(false);
  const [toasts] = useState(formToast);
  async function ask(event: FormEvent<HTMLFormElement>): Promise<void> {
    event.preventDefault();
    if (busy || !await confirmDialog(question, { yes, more, risky })) return;
    toasts.clear();
    setBusy(true);
    const result = await callApi(action.split("?")[0], fields);
    if (result.response) {
      toastAfter(done);
      location.reload();
      return;
    }
    setBusy(false);
    if (result.reason) toasts.refuse(result.reason);
  }
  return (
    <form method="post" action={action} onSubmit={ask}>
      {Object.entries(fields).map(([name, value]) => <input key={name} type="hidden" name={name} value={value} />)}
      <button
        className={["btn", slim && "slim", risky && "risky"].filter(Boolean).join(" ")}
        type="submit"
        aria-busy={busy || undefined}
      >
        {label}
        {whose && <span className="visually-hidden">{` ${whose}`}</span>}
      </button>
    </form>
  );
}
