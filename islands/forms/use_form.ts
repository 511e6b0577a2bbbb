import { type FocusEvent, type FormEvent, useEffect, useRef, useState } from "react";
import { flushSync } from "react-dom";
import { callApi, type CallResult, type Refused } from "../../lib/client/call_api.ts";
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
import { onRestored } from "../../lib/client/dom.ts";
import { focusFirst, formText } from "../../lib/client/forms.ts";
import { useAfterPress } from "./after_press.ts";
import { formToast } from "../../lib/client/toast.ts";

type Good<T extends object> = Extract<CallResult<T>, { response: true }>;

/** The answer that `done` gets where no call is made. */
const NOTHING_CALLED: Good<object> = { response: true, status: 0 };

/** A form, or the fields of a smaller one within another: that needs `read`, and a button that calls `send`. */
export type FormPart = HTMLFormElement | HTMLFieldSetElement;

/** Definition of a flat form. */
export interface FlatForm<T extends object, V extends object, F extends FormPart = HTMLFormElement> {
  /** The call, sent as JSON here and as form fields without script. None where `done` alone takes the values. */
  path?: string;
  /** Sends the values in another way than by `path`. */
  call?: (values: V) => Promise<CallResult<T>>;
  /** The value to send; by default the fields' text. */
  read?: (form: F) => V;
  /** Validation before sending, and again by the error rule; `bySchema` makes one from the call's schema. */
  check?: Check<V>;
  /** A toast where validation fails. */
  incomplete?: (errors: FieldErrors) => string;
  /** A confirmation before sending. Null cancels; a value is sent instead. */
  ask?: (values: V) => Promise<V | null>;
  /** "leaving" keeps the form busy while the browser navigates away. */
  done: (result: Good<T>, values: V, form: F) => void | "leaving";
  /** The text of the red toast for a refusal, empty for none; by default the server's reason. */
  says?: (result: Refused) => string | undefined;
  /** Handles a refusal itself where it returns true. */
  taken?: (result: Refused, values: V) => boolean;
  /** The field for a refusal without fields. */
  field?: string;
  /** Errors of a form posted without script. */
  found?: FieldErrors;
  /** The reason that came with them. */
  why?: string;
}

/**
 * A flat form: `const { errors, busy, handlers } = useForm({…})`, `<form {...handlers}>`. Entries stay; errors follow
 * the rule in field_errors.ts and the first gets the focus; a refusal's reason is the form's red toast. Ignores clicks
 * while sending.
 */
export function useForm<
  T extends object = object,
  V extends object = Record<string, string>,
  F extends FormPart = HTMLFormElement,
>(options: FlatForm<T, V, F>) {
  const { path, done, field, check = () => ({}) } = options;
  const call = options.call ?? (path === undefined ? null : (values: V) => callApi<T>(path, values));
  const read = options.read ?? (formText as (form: HTMLFormElement) => object as (form: FormPart) => V);
  const [state, setState] = useState(() => options.found ? refused(options.found) : NO_ERRORS);
  const [reason, setReason] = useState(options.why ?? "");
  const [busy, setBusy] = useState(false);
  const sending = useRef(false);
  const [toasts] = useState(formToast);
  useEffect(() => toasts.clear, []);
  const afterPress = useAfterPress();

  function show(form: F, next: typeof state): void {
    // As in use_document.ts: drawn before the focus leads there.
    flushSync(() => setState(next));
    focusFirst(form, next.errors);
  }

  /** Shows the problems; true where there are none. */
  function verify(form: F, by: Check<V> = check): boolean {
    toasts.clear();
    setReason("");
    const wrong = by(read(form));
    show(form, checked(wrong));
    if (!hasErrors(wrong)) return true;
    if (options.incomplete) toasts.refuse(options.incomplete(wrong));
    return false;
  }

  function refuse(form: F, result: Refused, values: V): void {
    if (options.taken?.(result, values)) return;
    const said = options.says ? options.says(result) : result.reason;
    if (said) toasts.refuse(said);
    const errors = result.fields ?? (result.reason && field ? { [field]: result.reason } : {});
    if (!hasErrors(errors)) setReason(result.reason ?? "");
    show(form, refused(errors));
    // A reason without a field may stand below the visible part of a low window.
    form.querySelector(".error[role=alert]")?.scrollIntoView({ block: "center" });
  }

  async function send(form: F): Promise<void> {
    if (sending.current || !verify(form)) return;
    const values = read(form);
    if (!call) return void done(NOTHING_CALLED as Good<T>, values, form);
    sending.current = true;
    const sent = options.ask ? await options.ask(values) : values;
    setBusy(sent !== null);
    const result = sent && await call(sent);
    const rest = () => {
      sending.current = false;
      setBusy(false);
    };
    if (sent && result?.response) {
      toasts.clear();
      setState(NO_ERRORS);
      if (done(result as Good<T>, sent, form) !== "leaving") return rest();
      return onRestored(rest);
    }
    rest();
    if (sent && result) refuse(form, result as Refused, sent);
  }

  /** After an edit of a field. */
  const edit = (name: string) => {
    toasts.clear();
    setReason("");
    setState((old) => edited(old, name));
  };
  const nameOf = (target: EventTarget) => (target as HTMLInputElement).name ?? "";
  const handlers = {
    onSubmit(event: FormEvent<F>) {
      event.preventDefault();
      void send(event.currentTarget);
    },
    onInput: (event: FormEvent<F>) => edit(nameOf(event.target)),
    onBlur(event: FocusEvent<F>) {
      const form = event.currentTarget, name = nameOf(event.target);
      afterPress(() => setState((old) => old.recheck.length ? left(old, name, check(read(form))) : old));
    },
  };
  return { errors: state.errors, reason, busy, handlers, send, verify, edit, toasts, setState, afterPress };
}
