import { type FormEvent, type MouseEvent, type ReactNode, useRef, useState } from "react";
import * as v from "valibot";
import { callApi } from "../../lib/client/call_api.ts";
import { closeDialog, openDialog } from "../../lib/client/dialog.ts";
import { confirmDialog } from "../../lib/client/question.ts";
import type { FieldErrors } from "../../lib/client/field_errors.ts";
import { formText } from "../../lib/client/forms.ts";
import { bySchema } from "../../lib/client/schema_check.ts";
import { type DocumentText, staleOf } from "../../lib/client/stale.ts";
import { formToast, toast } from "../../lib/client/toast.ts";
import { ChangeEmailInput, type OwnDetails, UpdateSettingsInput } from "../../lib/schemas/accounts/own_account.ts";
import { Dialog } from "../../lib/ui/dialog.tsx";
import { TextField } from "../../lib/ui/field.tsx";
import { useLeaveGuard } from "../shell/guards.ts";
import { useEmptied } from "../forms/use_emptied.ts";
import { useForm } from "../forms/use_form.ts";
import { useStale } from "../forms/use_stale.tsx";
import { writeFields } from "../forms/write_fields.ts";

/** A refused plain form renders at its call's address, so links need the page's path. */
const HERE = "/dashboard/accountsettings";

/** `waiting` is an address that is not confirmed yet, or empty. */
export type SettingsOf = OwnDetails & { email: string; license: string; waiting: string };

const LABELS: Readonly<Record<keyof OwnDetails, string>> = {
  name: "Name",
  phone: "Phone",
  brokerage: "Brokerage",
  brokerageLicense: "Brokerage licence",
};

const WORDS: DocumentText<OwnDetails> = {
  nameOf: (path) => LABELS[path as keyof OwnDetails],
  textOf: (_, value) => String(value) || "nothing",
};

/** The details among other values. */
const detailsOf = ({ name, phone, brokerage, brokerageLicense }: OwnDetails): OwnDetails => ({
  name,
  phone,
  brokerage,
  brokerageLicense,
});

/** The person's own details, and the two changes that need a mail. */
export function AccountSettings(
  props: { account: SettingsOf; values: Readonly<Record<string, string>>; errors: FieldErrors },
): ReactNode {
  const { account, values } = props;
  /** What is stored as far as this page knows: the fields' text is a change of it. */
  const [seen, setSeen] = useState(() => detailsOf(account));
  const [dirty, setDirty] = useState(false);
  useLeaveGuard(dirty);
  const [waiting, setWaiting] = useState(account.waiting);
  const page = useRef<HTMLFormElement>(null);
  const stale = useStale<OwnDetails>("stale-settings", WORDS);
  const { errors, busy, handlers } = useForm<object, OwnDetails>({
    path: "/api/auth/updateSettings",
    check: bySchema(UpdateSettingsInput),
    found: props.errors,
    done: (_answer, sent, form) => {
      setDirty(JSON.stringify(formText(form)) !== JSON.stringify(sent));
      know(detailsOf({ ...sent, ...v.parse(UpdateSettingsInput, sent) }));
      stale.clear();
      toast("Changes Saved");
    },
    taken(result, sent) {
      const other = staleOf<OwnDetails>(result);
      if (!other) return false;
      void stale.ask({
        base: seen,
        mine: detailsOf(sent),
        theirs: other.theirs,
        who: other.who,
        said: result.reason?.split(". ")[0] ?? "",
        settled(merged) {
          know(other.theirs);
          writeFields(page.current, merged);
          setDirty(JSON.stringify(detailsOf(merged)) !== JSON.stringify(detailsOf(other.theirs)));
        },
      });
      return true;
    },
  });

  function know(stored: OwnDetails): void {
    setSeen(stored);
    showName(stored.name);
  }

  function edited(event: FormEvent<HTMLFormElement>): void {
    handlers.onInput(event);
    setDirty(true);
  }

  const field = (name: keyof OwnDetails) => ({
    id: `a-${name}`,
    name,
    label: LABELS[name],
    defaultValue: values[name] ?? account[name],
    error: errors[name],
  });
  return (
    <>
      <form
        ref={page}
        className="part"
        method="post"
        action="/api/auth/updateSettings"
        noValidate
        {...handlers}
        onInput={edited}
      >
        <input type="hidden" name="seen" value={JSON.stringify(seen)} />
        <header>
          <h2>Your details</h2>
        </header>
        <div className="grid-fields">
          <TextField autoComplete="name" required {...field("name")} />
          <TextField type="tel" autoComplete="tel" {...field("phone")} />
          <TextField autoComplete="organization" {...field("brokerage")} />
          <TextField {...field("brokerageLicense")} />
          <TextField
            id="a-license"
            label="Licence"
            hint="Only the lender changes it"
            value={account.license || "None"}
            readOnly
          />
        </div>
        <div className="btn-row">
          <button className="btn primary" type="submit" aria-busy={busy}>{busy ? "Saving" : "Save"}</button>
        </div>
      </form>
      {stale.dialog}
      <SignInPart email={account.email} waiting={waiting} />
      <ChangeEmailDialog onAsked={setWaiting} />
    </>
  );
}

/** Updates the person's name in the page's header. */
function showName(name: string): void {
  for (const place of document.querySelectorAll(".btn.user .label, #user > p > b")) place.textContent = name;
}

/** Runs `act` instead of following the link, unless it opens in a new tab. */
const instead = (act: () => void) => (event: MouseEvent<HTMLAnchorElement>) => {
  if (event.ctrlKey || event.metaKey || event.shiftKey) return;
  event.preventDefault();
  act();
};

function SignInPart({ email, waiting }: Pick<SettingsOf, "email" | "waiting">): ReactNode {
  const [busy, setBusy] = useState(false);
  const [toasts] = useState(formToast);
  const changePassword = async () => {
    const more = `We send a link to ${email}. It works for one hour.`;
    if (busy || !await confirmDialog("Change Password?", { yes: "Send the link", more })) return;
    toasts.clear();
    setBusy(true);
    const result = await callApi("/api/auth/recoverAccount", { email });
    setBusy(false);
    if (result.response) toast("Email sent");
    else if (result.reason) toasts.refuse(result.reason);
  };
  return (
    <section className="part">
      <header>
        <h2>Sign-in</h2>
      </header>
      <div className="grid-fields">
        <TextField
          id="a-email"
          label="Email"
          hint={waiting
            ? `Changes to ${waiting} once you open the link that we sent there`
            : "Changes once the new address is confirmed"}
          type="email"
          value={email}
          readOnly
        />
      </div>
      <div className="btn-row">
        <a className="btn" href={`${HERE}?change=email`} onClick={instead(() => openDialog("change-email"))}>
          Change Email
        </a>
        <a className="btn" href={`${HERE}?change=password`} onClick={instead(changePassword)} aria-busy={busy}>
          Change Password
        </a>
      </div>
    </section>
  );
}

function ChangeEmailDialog({ onAsked }: { onAsked: (email: string) => void }): ReactNode {
  const { errors, busy, handlers, setState } = useForm({
    path: "/api/auth/changeEmail",
    check: bySchema(ChangeEmailInput),
    field: "email",
    done(_answer, { email }) {
      onAsked(email);
      closeDialog("change-email");
      toast("Request Sent!");
    },
  });
  useEmptied("change-email", setState);
  return (
    <Dialog id="change-email" title="Change Email" slim>
      <form className="stack" method="post" action="/api/auth/changeEmail" noValidate {...handlers}>
        <TextField
          id="new-email"
          label="New address"
          hint="We send a link there. Your address changes once you open it while signed in."
          name="email"
          type="email"
          autoComplete="email"
          required
          autoFocus
          error={errors.email}
        />
        <footer>
          <button className="btn" type="button" command="close" commandfor="change-email">Cancel</button>
          <button className="btn primary" type="submit" aria-busy={busy}>{busy ? "Sending" : "Send the link"}</button>
        </footer>
      </form>
    </Dialog>
  );
}
