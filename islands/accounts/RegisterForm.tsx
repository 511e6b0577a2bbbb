import { type FormEvent, type KeyboardEvent, type ReactNode, useEffect, useRef, useState } from "react";
import { type FieldErrors, hasErrors } from "../../lib/client/field_errors.ts";
import { formText } from "../../lib/client/forms.ts";
import { storeQuote } from "../../lib/client/quote/stored_quote.ts";
import { bySchema } from "../../lib/client/schema_check.ts";
import { RegistrationInformation, RegistrationInput } from "../../lib/schemas/accounts/registration.ts";
import { InformationFields, LoginFields, PasswordRules } from "./_register_parts.tsx";
import { useForm } from "../forms/use_form.ts";
import { useLeaveGuard } from "../shell/guards.ts";

const FIRST = Object.keys(RegistrationInformation.entries);
const firstStep = bySchema(RegistrationInformation);

/**
 * The account request in two tabs; the second is disabled until the first is valid. Without script both are one page
 * and one form. `isQuote`: the page's address has a quote's figures, which are kept.
 */
export function RegisterForm(
  props: { isQuote: boolean; values: Readonly<Record<string, string>>; errors: FieldErrors },
): ReactNode {
  const { values } = props;
  const keepQuote = () => props.isQuote && storeQuote(location.search);
  const verifiedBefore = hasErrors(props.errors) && !FIRST.some((name) => props.errors[name]);
  const [step, setStep] = useState<1 | 2>(verifiedBefore ? 2 : 1);
  const [verified, setVerified] = useState(verifiedBefore);
  const [entered, setEntered] = useState(false);
  useLeaveGuard(entered);
  const [typed, setTyped] = useState({ password: "", again: "" });
  const form = useRef<HTMLFormElement>(null);
  const { errors, busy, handlers, send, verify } = useForm({
    path: "/api/auth/registerAccount",
    check: bySchema(RegistrationInput),
    found: props.errors,
    done() {
      setEntered(false);
      // After the render that takes the guard off. In place of the form: Back leads to before it, not to what was sent.
      setTimeout(() => location.replace(`/register?complete=1${keepQuote() ? "&quote=1" : ""}`));
      return "leaving";
    },
  });

  // Native validation would stop at fields of the hidden tab.
  useEffect(() => void (form.current && (form.current.noValidate = true)), []);
  useEffect(() => void keepQuote(), []);

  /** Shows a tab and focuses it. */
  const go = (to: 1 | 2) => {
    setStep(to);
    requestAnimationFrame(() => form.current?.querySelector<HTMLElement>(`#p${to} input`)?.focus());
  };
  /** Validates tab 1; true where it is valid. */
  const verifyFirst = (): boolean => {
    const sound = form.current !== null && verify(form.current, firstStep);
    setVerified(sound);
    if (!sound) setStep(1);
    return sound;
  };
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (!verifyFirst()) return;
    if (step === 1) go(2);
    else void send(event.currentTarget);
  };
  const listen = (event: FormEvent<HTMLFormElement>) => {
    handlers.onInput(event);
    setEntered(Object.values(formText(event.currentTarget)).some(Boolean));
    const { name, value } = event.target as HTMLInputElement;
    if (FIRST.includes(name)) setVerified(false);
    if (name === "password") setTyped((old) => ({ ...old, password: value }));
    if (name === "confirmPassword") setTyped((old) => ({ ...old, again: value }));
  };
  const arrows = (event: KeyboardEvent) => {
    if (event.key !== "ArrowRight" && event.key !== "ArrowLeft") return;
    event.preventDefault();
    const to = step === 1 ? 2 : 1;
    if (to === 2 && !verified) return;
    setStep(to);
    requestAnimationFrame(() => document.getElementById(`t${to}`)?.focus());
  };
  const tab = (n: 1 | 2, words: string) => (
    <button
      type="button"
      role="tab"
      id={`t${n}`}
      aria-controls={`p${n}`}
      aria-selected={step === n}
      aria-disabled={n === 2 && !verified ? true : undefined}
      tabIndex={step === n ? 0 : -1}
      onClick={() => (n === 1 ? go(1) : verified && go(2))}
    >
      <span>{n}</span>
      {words}
    </button>
  );
  return (
    <div>
      <div className="tabs scripted" role="tablist" aria-label="Steps" onKeyDown={arrows}>
        {tab(1, "Account Information")}
        {tab(2, "Login Information")}
      </div>
      <form
        method="post"
        action="/api/auth/registerAccount"
        aria-label="Account request"
        ref={form}
        {...handlers}
        onSubmit={submit}
        onInput={listen}
      >
        <div className="stack step" role="tabpanel" id="p1" aria-labelledby="t1" data-off={step !== 1 || undefined}>
          <InformationFields values={values} errors={errors} />
          <div className="btn-row scripted">
            <button className="btn primary" type="button" onClick={() => verifyFirst() && go(2)}>Continue</button>
          </div>
        </div>
        <div className="stack step" role="tabpanel" id="p2" aria-labelledby="t2" data-off={step !== 2 || undefined}>
          <LoginFields
            values={values}
            errors={errors}
            rules={
              <>
                <div className="scripted">
                  <PasswordRules password={typed.password} again={typed.again} />
                </div>
                <p className="hint unscripted">
                  8 or more letters and digits, with an uppercase letter, a lowercase letter and a digit
                </p>
              </>
            }
          />
          <div className="btn-row">
            <button className="btn primary" type="submit" aria-busy={busy}>{busy ? "Sending" : "Send request"}</button>
            <button className="btn bare scripted" type="button" onClick={() => go(1)}>Back</button>
          </div>
        </div>
      </form>
    </div>
  );
}
