import { type MouseEvent, type ReactNode, useEffect, useRef, useState } from "react";
import { closeDialog, openDialog } from "../../lib/client/dialog.ts";
import { type FieldErrors, NO_ERRORS } from "../../lib/client/field_errors.ts";
import { formText } from "../../lib/client/forms.ts";
import { NEW_LOAN, takeQuote } from "../../lib/client/quote/stored_quote.ts";
import { bySchema } from "../../lib/client/schema_check.ts";
import { toast } from "../../lib/client/toast.ts";
import { PASSWORD_MAX, RECOVERY_SENT } from "../../lib/domain/accounts/account_rules.ts";
import { isDead } from "../../lib/domain/accounts/dead_codes.ts";
import { withNext } from "../../lib/domain/accounts/next_path.ts";
import { ActivateDeviceInput, RecoverAccountInput } from "../../lib/schemas/accounts/sign_in.ts";
import { Dialog } from "../../lib/ui/dialog.tsx";
import { PasswordField, TextField } from "../../lib/ui/field.tsx";
import { CodeField, DEVICE_QUESTION, RecoverField } from "../../lib/ui/accounts/sign_in_fields.tsx";
import { useEmptied } from "../forms/use_emptied.ts";
import { useForm } from "../forms/use_form.ts";

type LoginResult = { deviceSetup?: boolean; deviceId?: string; factorId?: string };

/** Username and password, with dialogs for a forgotten password and for a new browser's mailed code. */
export function LoginForm(props: { next: string | null; userName: string; error: string | null }): ReactNode {
  const { next, userName, error } = props;
  const [deviceId, setDeviceId] = useState("");
  /** How many new codes were asked for in the dialog. */
  const [codesAgain, setCodesAgain] = useState(0);
  const form = useRef<HTMLFormElement>(null);
  const login = useForm<LoginResult>({
    path: "/api/auth/login",
    check: missing,
    field: "password",
    found: error ? { password: error } : undefined,
    done(result) {
      if (!result.deviceSetup) {
        // One that leads elsewhere leaves the kept quote to the next sign-in; one to New Loan brings its own quote.
        const quote = next === null || next.startsWith(NEW_LOAN) ? takeQuote() : null, to = next ?? quote;
        // The second step is a page of its own, with or without script.
        location.assign(result.factorId ? withNext(`/login?factor=${result.factorId}`, to) : to ?? "/dashboard");
        return "leaving";
      }
      setDeviceId(result.deviceId ?? "");
      if (document.querySelector("#device[open]")) setCodesAgain((count) => count + 1);
      else {
        setCodesAgain(0);
        openDialog("device");
      }
    },
  });
  /** Opens the dialog in place of its page, and is done with what was said of the last try. */
  const forgot = (event: MouseEvent<HTMLAnchorElement>) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    login.setState(NO_ERRORS);
    login.toasts.clear();
    openDialog("forgot");
  };
  // Without script the browser says itself what is missing.
  useEffect(() => void (form.current && (form.current.noValidate = true)), []);
  return (
    <>
      <form
        className="stack"
        method="post"
        action="/api/auth/login"
        ref={form}
        aria-label="Login"
        {...login.handlers}
      >
        <input type="hidden" name="next" value={next ?? ""} />
        <TextField
          id="user-name"
          label="Username"
          name="userName"
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          required
          defaultValue={userName}
          error={login.errors.userName}
        />
        <PasswordField
          id="password"
          label="Password"
          name="password"
          autoComplete="current-password"
          maxLength={PASSWORD_MAX}
          required
          error={login.errors.password}
        />
        <div className="row">
          <a href="/login?forgot=1" onClick={forgot}>Forgot password?</a>
        </div>
        <button className="btn primary wide" type="submit" id="login-button" aria-busy={login.busy}>
          {login.busy ? "Signing in" : "Login"}
        </button>
      </form>
      <ForgotDialog />
      <DeviceDialog
        deviceId={deviceId}
        codesAgain={codesAgain}
        again={() => form.current && login.send(form.current)}
        busyAgain={login.busy}
      />
    </>
  );
}

/** What was left empty: the call itself tells nobody which of the two is wrong. */
function missing({ userName, password }: Record<string, unknown>): FieldErrors {
  return {
    ...!String(userName ?? "").trim() && { userName: "Enter your username." },
    ...!password && { password: "Enter your password." },
  };
}

function ForgotDialog(): ReactNode {
  const { errors, busy, handlers, setState } = useForm({
    path: "/api/auth/recoverAccount",
    check: bySchema(RecoverAccountInput),
    field: "email",
    done() {
      closeDialog("forgot");
      toast(RECOVERY_SENT, "ok", 12_000);
    },
  });
  useEmptied("forgot", setState);
  return (
    <Dialog id="forgot" title="Reset your password" slim>
      <form className="stack" method="post" action="/api/auth/recoverAccount" noValidate {...handlers}>
        <RecoverField id="forgot-email" error={errors.email} focus />
        <footer>
          <button className="btn" type="button" command="close" commandfor="forgot">Cancel</button>
          <button className="btn primary" type="submit" aria-busy={busy}>{busy ? "Sending" : "Send the link"}</button>
        </footer>
      </form>
    </Dialog>
  );
}

const whole = bySchema(ActivateDeviceInput);

/** Empties the code's box: what was refused is of no use to the next try. */
function clearCode(): HTMLInputElement | null {
  const box = document.querySelector<HTMLInputElement>("#device-code");
  if (box) box.value = "";
  return box;
}

function DeviceDialog(
  props: { deviceId: string; codesAgain: number; again: () => void; busyAgain: boolean },
): ReactNode {
  const { deviceId, codesAgain, again, busyAgain } = props;
  /** The try whose code no longer works: the form then sends a new one. */
  const [dead, setDead] = useState({ deviceId: "", said: "" });
  const isOver = dead.said !== "" && dead.deviceId === deviceId;
  const { errors, setState, toasts, busy, handlers } = useForm({
    path: "/api/auth/activateDevice",
    check: (values) => values.code?.trim() ? whole(values) : { code: "Enter the code from the email." },
    field: "code",
    // What is said of a dead code is in its place.
    says: ({ reason, fields }) => isDead(fields?.code) ? "" : reason,
    read: (form): Record<string, string> => ({ ...formText(form), deviceId }),
    taken({ fields }) {
      if (isDead(fields?.code)) setDead({ deviceId, said: fields!.code });
      else if (fields?.code) clearCode();
      return false;
    },
    done(_answer, _values, form) {
      form.reset();
      closeDialog("device");
      toast("Device Saved!");
      document.getElementById("login-button")?.focus();
    },
  });
  // What was typed and said for the code before is of no use to a new one.
  useEffect(() => {
    setState(NO_ERRORS);
    clearCode();
  }, [deviceId]);
  useEffect(() => {
    if (codesAgain > 0) clearCode()?.focus();
  }, [codesAgain]);
  useEffect(() => {
    if (isOver) document.getElementById("device-again")?.focus();
  }, [isOver]);
  const sendAgain = () => {
    setState(NO_ERRORS);
    toasts.clear();
    again();
  };
  return (
    <Dialog id="device" title="Is this you?" slim>
      {!isOver && <p>{DEVICE_QUESTION}</p>}
      <form className="stack" method="post" action="/api/auth/activateDevice" noValidate {...handlers}>
        {isOver
          ? <p className="error" role="alert">{dead.said}</p>
          : <CodeField id="device-code" error={errors.code} focus />}
        <p role="status" hidden={codesAgain === 0 || isOver}>
          {codesAgain > 0 && !isOver && "A new code is on its way. The one before no longer works."}
        </p>
        <footer>
          <button
            className={isOver ? "btn primary" : "btn bare"}
            id="device-again"
            type="button"
            onClick={sendAgain}
            aria-busy={busyAgain}
          >
            Send a new code
          </button>
          {!isOver && (
            <button className="btn primary" type="submit" aria-busy={busy}>
              {busy ? "Checking" : "Save this device"}
            </button>
          )}
        </footer>
      </form>
    </Dialog>
  );
}
