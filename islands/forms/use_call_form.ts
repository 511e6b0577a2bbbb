import { type FormEvent, useRef, useState } from "react";
import type { GenericSchema } from "valibot";
import { type Answer, callApi } from "../../lib/client/call_api.ts";
import { type FieldErrors, fieldErrors, focusFirst, formText } from "../../lib/client/forms.ts";
import { toast } from "../../lib/client/toast.ts";

type Good<T extends object> = Extract<Answer<T>, { response: true }>;

export type CallForm<T extends object> = {
  path: string;
  /** Checked here first, with the server's own messages. */
  schema: GenericSchema<unknown, unknown>;
  /** "leaving" keeps the form busy: the browser is on its way to another page. */
  done: (answer: Good<T>, values: Record<string, string>, form: HTMLFormElement) => void | "leaving";
  /** The field that a refusal without fields belongs to. */
  field?: string;
  /** More that the call is sent. */
  more?: Record<string, unknown>;
  /** Errors that the server found in a form posted without script. */
  found?: FieldErrors;
};

/**
 * A form that posts JSON to a call: `const { errors, busy, onSubmit } = useCallForm({...})`. What was typed stays; errors
 * come back by field, the first one gets the focus, and a refusal's reason is said in a red toast. A second click while
 * the first is on its way does nothing.
 */
export function useCallForm<T extends object = object>(options: CallForm<T>) {
  const { path, schema, done, field, more, found } = options;
  const [errors, setErrors] = useState<FieldErrors>(found ?? {});
  const [busy, setBusy] = useState(false);
  const sending = useRef(false);
  const show = (form: HTMLFormElement, next: FieldErrors) => {
    setErrors(next);
    focusFirst(form, next);
  };
  async function send(form: HTMLFormElement): Promise<void> {
    if (sending.current) return;
    const values = formText(form);
    const wrong = fieldErrors(schema, { ...values, ...more });
    show(form, wrong);
    if (Object.keys(wrong).length) return;
    sending.current = true;
    setBusy(true);
    const answer = await callApi<T>(path, { ...values, ...more });
    const rest = () => {
      sending.current = false;
      setBusy(false);
    };
    if (answer.response) {
      if (done(answer as Good<T>, values, form) !== "leaving") return rest();
      // Going back may show this very page again.
      return addEventListener("pageshow", rest, { once: true });
    }
    rest();
    if (answer.reason) toast(answer.reason, "bad");
    show(form, answer.fields ?? (answer.reason && field ? { [field]: answer.reason } : {}));
  }
  const onSubmit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    void send(event.currentTarget);
  };
  return { errors, setErrors, busy, send, onSubmit };
}
