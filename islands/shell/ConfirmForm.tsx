import type { ReactNode } from "react";
import { confirmDialog } from "../../lib/client/question.ts";
import { toastAfter } from "../../lib/client/toast.ts";
import { callWithReason } from "../forms/call_with_reason.ts";
import { useForm } from "../forms/use_form.ts";

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
  const { busy, handlers } = useForm<object, object>({
    call: callWithReason(action.split("?")[0]),
    read: () => fields,
    ask: async (values) => await confirmDialog(question, { yes, more, risky }) ? values : null,
    done() {
      toastAfter(done);
      location.reload();
      return "leaving";
    },
  });
  return (
    <form method="post" action={action} {...handlers}>
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
