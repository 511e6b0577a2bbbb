import { type FormEvent, type ReactNode, useEffect, useRef, useState } from "react";
import { type Answer, callApi } from "../../lib/client/call_api.ts";
import { confirmDialog } from "../../lib/client/dialog.ts";
import { byId } from "../../lib/client/dom.ts";
import { type FieldErrors, fieldErrors, focusFirst } from "../../lib/client/forms.ts";
import { toast } from "../../lib/client/toast.ts";
import { toastAfter } from "../../lib/client/toast_after.ts";
import { usernameFrom } from "../../lib/domain/accounts/account_rules.ts";
import { needsLicence, RATING_LABELS, RATINGS } from "../../lib/domain/accounts/account_values.ts";
import type { LicenceStanding } from "../../lib/domain/accounts/licence_check.ts";
import { CreateAccount, UpdateAccount } from "../../lib/schemas/brokers.ts";
import { AreaField, Check, SelectField, TextField } from "../../lib/ui/field.tsx";
import { Notice } from "../../lib/ui/states.tsx";
import { LicenceField } from "./_licence_field.tsx";
import { PasswordFields } from "../forms/password_fields.tsx";

const LIST = "/dashboard/brokers";
const RATING_CHOICES = RATINGS.map((value) => ({ value, label: RATING_LABELS[value] }));
const STATUS_CHOICES = [{ value: "1", label: "Enabled" }, { value: "0", label: "Disabled" }];

/** An account as its form starts; everything as text, as fields have it. */
export type BrokerValues = {
  name: string;
  email: string;
  phone: string;
  brokerage: string;
  brokerageLicense: string;
  license: string;
  username: string;
  rating: string;
  status: string;
  role: string;
  notes: string;
  touchBaseEmails: boolean;
};

/** What the form of an account needs; `id` is null for a new one. */
export type BrokerFormProps = {
  id: number | null;
  /** When the account was last changed, in milliseconds: a change meanwhile is told before it is overwritten. */
  updatedAt: number | null;
  values: BrokerValues;
  errors: FieldErrors;
  /** Roles that the actor may give. */
  roles: { value: string; label: string }[];
  /** It is the actor's own account: role and status stay. */
  own: boolean;
  /** Why the account cannot be deleted; null where it can, and for a new one. */
  keep: string | null;
  /** The actor may look, but not change anything. */
  locked: boolean;
  lookup: string;
  licence: LicenceStanding | null;
};

type Refused = Extract<Answer, { response: false }>;

/** The fields as the calls take them. A box sends "off" and, where it is ticked, "on" after it. */
function readForm(form: HTMLFormElement): Record<string, unknown> {
  const data = new FormData(form);
  const sent: Record<string, unknown> = Object.fromEntries(data);
  if (data.has("touchBaseEmails")) sent.touchBaseEmails = data.getAll("touchBaseEmails").at(-1) === "on";
  return sent;
}

/** The form of an account: fields keep what was typed whatever the server says; errors stand at their fields. */
export function BrokerForm(props: BrokerFormProps): ReactNode {
  const { id, updatedAt, values, roles, own, keep, locked, lookup, licence } = props;
  const fresh = id === null;
  const form = useRef<HTMLFormElement>(null);
  const dirty = useRef(false);
  const usernameTouched = useRef(!fresh || values.username !== "");
  const [errors, setErrors] = useState(props.errors);
  const [busy, setBusy] = useState(false);
  const [clash, setClash] = useState("");
  const [role, setRole] = useState(values.role);

  useEffect(() => {
    if (form.current) focusFirst(form.current, errors);
  }, [errors]);
  useEffect(() => {
    const guard = (event: BeforeUnloadEvent) => dirty.current && event.preventDefault();
    addEventListener("beforeunload", guard);
    return () => removeEventListener("beforeunload", guard);
  }, []);

  function edited(event: FormEvent<HTMLFormElement>): void {
    dirty.current = true;
    const field = event.target as HTMLInputElement;
    const username = byId("username", HTMLInputElement);
    if (field.name === "role") setRole(field.value);
    if (field.name === "username") usernameTouched.current = true;
    if (field.name === "name" && username && !usernameTouched.current) username.value = usernameFrom(field.value);
  }

  function refused(answer: Refused): void {
    setBusy(false);
    if (answer.fields) setErrors(answer.fields);
    if (answer.reason) toast(answer.reason, "bad");
  }

  async function save(event: FormEvent<HTMLFormElement>): Promise<void> {
    event.preventDefault();
    if (busy) return;
    const sent = readForm(event.currentTarget);
    const wrong = fieldErrors(fresh ? CreateAccount : UpdateAccount, sent);
    setErrors(wrong);
    if (Object.keys(wrong).length) return;
    if (fresh) {
      if (!await confirmDialog("Create Account?", { yes: "Create account" })) return;
      sent.introEmail = await confirmDialog("Send Intro Email?", { yes: "Send", no: "Do not send" });
    }
    // Told once; saving again puts this form in the place of the other change.
    if (clash) delete sent.updatedAt;
    setClash("");
    setBusy(true);
    const answer = await callApi(fresh ? "/api/auth/createAccount" : "/api/auth/updateAccount", sent);
    if (!answer.response) {
      if (answer.status === 409 && !answer.fields) setClash(answer.reason ?? "");
      return refused(answer);
    }
    leave(fresh ? "Account Created" : "Changes Saved", fresh ? LIST : null);
  }

  async function remove(): Promise<void> {
    const more = "The account is gone at once and its owner is signed out. This cannot be undone.";
    if (!await confirmDialog("Delete Account?", { yes: "Delete account", more, risky: true })) return;
    setBusy(true);
    const answer = await callApi("/api/auth/deleteAccount", { id });
    if (!answer.response) return refused(answer);
    leave("Account Deleted", LIST);
  }

  /** Goes on to a page, or loads this one again. */
  function leave(text: string, to: string | null): void {
    dirty.current = false;
    toastAfter(text);
    if (to) location.assign(to);
    else location.reload();
  }

  const text = (name: keyof BrokerValues & keyof FieldErrors, label: string, maxLength: number, more: object = {}) => (
    <TextField
      id={name}
      name={name}
      label={label}
      defaultValue={values[name] as string}
      maxLength={maxLength}
      autoComplete="off"
      error={errors[name]}
      {...more}
    />
  );
  const action = fresh ? "/api/auth/createAccount?id=new" : `/api/auth/updateAccount?id=${id}`;
  return (
    <form ref={form} className="broker-form" method="post" action={action} noValidate onSubmit={save} onInput={edited}>
      {!fresh && <input type="hidden" name="id" value={id} />}
      {updatedAt !== null && <input type="hidden" name="updatedAt" value={updatedAt} />}
      <fieldset className="plain" disabled={locked}>
        <section className="part">
          <header>
            <h2>Person and brokerage</h2>
          </header>
          <div className="grid-fields">
            {text("name", "Name", 200)}
            {text("email", "Email", 254, { type: "email" })}
            {text("phone", "Phone", 40, { type: "tel" })}
            {text("brokerage", "Brokerage", 200)}
            {text("brokerageLicense", "Brokerage licence", 40)}
            <LicenceField
              start={values.license}
              standing={licence}
              accountId={id}
              lookup={lookup}
              optional={role !== "" && !needsLicence(Number(role))}
              error={errors.license}
            />
          </div>
        </section>
        <section className="part">
          <header>
            <h2>Sign-in</h2>
            {own && <p className="align-end">A new password signs you out here.</p>}
          </header>
          <div className="grid-fields">
            {text("username", "Username", 100, { autoCapitalize: "none", spellCheck: false })}
            <PasswordFields fresh={fresh} errors={errors} />
            <SelectField
              id="role"
              name="role"
              label="Role"
              choices={roles}
              empty={values.role === "" ? "Choose a role" : undefined}
              defaultValue={values.role}
              disabled={own}
              hint={own ? "Nobody changes their own role." : undefined}
              error={errors.role}
            />
            <SelectField
              id="status"
              name="status"
              label="Status"
              choices={STATUS_CHOICES}
              defaultValue={values.status}
              disabled={own}
              hint={own ? "Nobody disables their own account." : undefined}
              error={errors.status}
            />
          </div>
        </section>
        <section className="part">
          <header>
            <h2>For the lender alone</h2>
            <p className="align-end">Brokers never see this.</p>
          </header>
          <div className="grid-fields">
            <div className="stack">
              <SelectField
                id="rating"
                name="rating"
                label="Rating"
                choices={RATING_CHOICES}
                defaultValue={values.rating}
                error={errors.rating}
              />
              {!fresh && (
                <>
                  <input type="hidden" name="touchBaseEmails" value="off" />
                  <Check
                    name="touchBaseEmails"
                    value="on"
                    label="Touch-base emails"
                    defaultChecked={values.touchBaseEmails}
                  />
                </>
              )}
            </div>
            <AreaField
              id="notes"
              name="notes"
              label="Private comment"
              rows={3}
              maxLength={4000}
              defaultValue={values.notes}
              wide
              error={errors.notes}
            />
          </div>
        </section>
      </fieldset>
      {clash && <Notice band="red" live>{clash}</Notice>}
      {!locked && (
        <footer className="form-end">
          <button className="btn primary" type="submit" aria-busy={busy || undefined} aria-disabled={busy || undefined}>
            {fresh ? (busy ? "Creating" : "Create account") : busy ? "Saving" : "Save"}
          </button>
          {fresh && <a className="btn bare" href={LIST}>Cancel</a>}
          {!fresh && !keep && <button className="btn risky" type="button" onClick={remove}>Delete</button>}
          {keep && <p className="small mute">{keep}</p>}
        </footer>
      )}
    </form>
  );
}
