import { type FocusEvent, type FormEvent, useRef, useState } from "react";
import { type Answer, callApi } from "../../lib/client/call_api.ts";
import {
  type Check,
  checked,
  edited,
  type FieldErrors,
  hasErrors,
  left,
  NO_ERRORS,
  refused,
} from "../../lib/client/field_errors.ts";
import { focusFirst, formText } from "../../lib/client/forms.ts";
import { useAfterPress } from "./after_press.ts";
import { formToast } from "../../lib/client/toast.ts";

type Good<T extends object> = Extract<Answer<T>, { response: true }>;
export type Refused = Extract<Answer, { response: false }>;

/** What a flat form is made of. */
export interface FlatForm<T extends object, V extends object> {
  /** The call that the form posts to, here as JSON and without script as fields. */
  path: string;
  /** What is sent; the text of the fields by default. */
  read?: (form: HTMLFormElement) => V;
  /** Asked before anything is sent, and again as the error rule says; `bySchema` makes one of the call's schema. */
  check?: Check<V>;
  /** A toast for what the check has stopped. */
  incomplete?: string;
  /** A question before it is sent. Null sends nothing, a value is what is sent. */
  ask?: (values: V) => Promise<V | null>;
  /** "leaving" keeps the form busy: the browser is on its way to another page. */
  done: (answer: Good<T>, values: V, form: HTMLFormElement) => void | "leaving";
  /** What the red toast says of a refusal, nothing where it is empty; the server's reason by default. */
  says?: (answer: Refused) => string | undefined;
  /** Takes a refusal into its own hands where it answers true. */
  taken?: (answer: Refused, values: V) => boolean;
  /** The field that a refusal without fields belongs to. */
  field?: string;
  /** Errors that the server found in a form posted without script. */
  found?: FieldErrors;
  /** The sentence that came with them. */
  why?: string;
}

/**
 * A flat form over a check and a call: `const { errors, busy, handlers } = useForm({…})`, `<form {...handlers}>`. What was
 * typed stays; errors stand at their fields by the one rule (field_errors.ts) and the first gets the focus; a refusal's
 * reason is a red toast that goes with the next edit. A second click while the first is on its way does nothing.
 */
export function useForm<T extends object = object, V extends object = Record<string, string>>(
  options: FlatForm<T, V>,
) {
  const { path, done, field, check = () => ({}) } = options;
  const read = options.read ?? (formText as (form: HTMLFormElement) => object as (form: HTMLFormElement) => V);
  const [state, setState] = useState(() => options.found ? refused(options.found) : NO_ERRORS);
  const [reason, setReason] = useState(options.why ?? "");
  const [busy, setBusy] = useState(false);
  const sending = useRef(false);
  const [toasts] = useState(formToast);
  const afterPress = useAfterPress();

  function show(form: HTMLFormElement, next: typeof state): void {
    setState(next);
    focusFirst(form, next.errors);
  }

  /** Shows what is wrong; true where nothing is. */
  function verify(form: HTMLFormElement, by: Check<V> = check): boolean {
    toasts.clear();
    setReason("");
    const wrong = by(read(form));
    show(form, checked(wrong));
    if (!hasErrors(wrong)) return true;
    if (options.incomplete) toasts.refuse(options.incomplete);
    return false;
  }

  function refuse(form: HTMLFormElement, answer: Refused, values: V): void {
    if (options.taken?.(answer, values)) return;
    const said = options.says ? options.says(answer) : answer.reason;
    if (said) toasts.refuse(said);
    const errors = answer.fields ?? (answer.reason && field ? { [field]: answer.reason } : {});
    if (!hasErrors(errors)) setReason(answer.reason ?? "");
    show(form, refused(errors));
  }

  async function send(form: HTMLFormElement): Promise<void> {
    if (sending.current || !verify(form)) return;
    sending.current = true;
    const values = read(form);
    const sent = options.ask ? await options.ask(values) : values;
    setBusy(sent !== null);
    const answer = sent && await callApi<T>(path, sent);
    const rest = () => {
      sending.current = false;
      setBusy(false);
    };
    if (sent && answer?.response) {
      toasts.clear();
      setState(NO_ERRORS);
      if (done(answer as Good<T>, sent, form) !== "leaving") return rest();
      // Going back may show this very page again.
      return addEventListener("pageshow", rest, { once: true });
    }
    rest();
    if (sent && answer) refuse(form, answer as Refused, sent);
  }

  /** After an edit of a field, by its name. */
  const edit = (name: string) => {
    toasts.clear();
    setReason("");
    setState((old) => edited(old, name));
  };
  const nameOf = (target: EventTarget) => (target as HTMLInputElement).name ?? "";
  const handlers = {
    onSubmit(event: FormEvent<HTMLFormElement>) {
      event.preventDefault();
      void send(event.currentTarget);
    },
    onInput: (event: FormEvent<HTMLFormElement>) => edit(nameOf(event.target)),
    onBlur(event: FocusEvent<HTMLFormElement>) {
      const form = event.currentTarget, name = nameOf(event.target);
      afterPress(() => setState((old) => old.asked.length ? left(old, name, check(read(form))) : old));
    },
  };
  return { errors: state.errors, reason, busy, handlers, send, verify, edit, toasts, setState };
}
