import { type FormEvent, type ReactNode, useState } from "react";
import { callApi } from "../../lib/client/call_api.ts";
import { confirmDialog } from "../../lib/client/question.ts";
import { formToast, toastAfter } from "../../lib/client/toast.ts";

/** One button that asks before it acts; without script it is a plain form that acts at once. */
export type ConfirmFormProps = {
  /** The call; a query in it leads a refused plain form back to its page. */
  action: string;
  fields: Record<string, string>;
  label: string;
  /** More of the label for who cannot see which row the button is in. */
  whose?: string;
  question: string;
  more: string;
  yes: string;
  /** What is said once it is done and the page is there again. */
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
    const answer = await callApi(action.split("?")[0], fields);
    if (answer.response) {
      toastAfter(done);
      location.reload();
      return;
    }
    setBusy(false);
    if (answer.reason) toasts.refuse(answer.reason);
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
