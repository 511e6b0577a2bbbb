import { type FocusEvent, type FormEvent, type ReactNode, useEffect, useRef, useState } from "react";
import { callApi } from "../../lib/client/call_api.ts";
import { chooseDialog, confirmDialog } from "../../lib/client/question.ts";
import { byId } from "../../lib/client/dom.ts";
import type { FieldErrors } from "../../lib/client/field_errors.ts";
import { focusFirst } from "../../lib/client/forms.ts";
import { staleOf } from "../../lib/client/stale.ts";
import { toastAfter } from "../../lib/client/toast.ts";
import { MESSAGES, usernameFrom } from "../../lib/domain/accounts/account_rules.ts";
import { needsLicence, RATING_LABELS, RATINGS } from "../../lib/domain/accounts/account_values.ts";
import type { LicenceStanding } from "../../lib/domain/accounts/licence_check.ts";
import { AreaField, Check, SelectField, TextField } from "../../lib/ui/field.tsx";
import { useLeaveGuard } from "../shell/guards.ts";
import { useStale } from "../forms/use_stale.tsx";
import { useForm } from "../forms/use_form.ts";
import { writeFields } from "../forms/write_fields.ts";
import {
  ACCOUNT_TEXT,
  accountErrors,
  accountValues,
  type BrokerValues,
  readForm,
  type StoredAccount,
  textsOf,
} from "./account_values.ts";
import { LicenceField } from "./_licence_field.tsx";
import { PasswordFields } from "../forms/password_fields.tsx";

const LIST = "/dashboard/brokers";
const RATING_OPTIONS = RATINGS.map((value) => ({ value, label: RATING_LABELS[value] }));
const STATUS_OPTIONS = [{ value: "1", label: "Enabled" }, { value: "0", label: "Disabled" }];

/** Props of an account's form; `id` is null for a new one. */
export type BrokerFormProps = {
  id: number | null;
  /** When the account was last changed, in milliseconds, to detect concurrent changes. */
  updatedAt: number | null;
  /** What is stored; of a new account what its form begins with. */
  stored: BrokerValues;
  /** What the fields begin with: a refused plain form may have entered something else. */
  values: BrokerValues;
  errors: FieldErrors;
  /** Roles that the actor may assign. */
  roles: { value: string; label: string }[];
  /** The actor's own account: role and status cannot be changed. */
  own: boolean;
  /** Why the account cannot be deleted; null where it can, and for a new one. */
  keep: string | null;
  /** The actor may view but not edit. */
  locked: boolean;
  lookup: string;
  licence: LicenceStanding | null;
};

/** Asks two questions for a new account: whether to create it, and whether to mail its owner, unless it is disabled. */
async function askToCreate(values: Record<string, unknown>): Promise<Record<string, unknown> | null> {
  const off = values.status === "0", more = off ? "It is disabled, so no intro email is sent." : undefined;
  if (!await confirmDialog("Create Account?", { yes: "Create account", more })) return null;
  if (off) return values;
  const introEmail = await chooseDialog("Send Intro Email?", { yes: "Send", no: "Do not send" });
  return introEmail === null ? null : { ...values, introEmail };
}

/** The form of an account: entries stay whatever the server returns, errors are at their fields. */
export function BrokerForm(props: BrokerFormProps): ReactNode {
  const { id, updatedAt, stored, values, roles, own, keep, locked, lookup, licence } = props;
  const fresh = id === null;
  const [dirty, setDirty] = useState(false);
  const usernameTouched = useRef(!fresh || values.username !== "");
  const [state, setState] = useState({ values: stored, updatedAt });
  const [role, setRole] = useState(values.role);
  const [removing, setRemoving] = useState(false);
  const form = useForm<object, Record<string, unknown>>({
    path: fresh ? "/api/auth/createAccount" : "/api/auth/updateAccount",
    read: readForm,
    check: (sent) => accountErrors(sent, fresh ? null : state.values),
    ask: fresh ? askToCreate : undefined,
    found: props.errors,
    done: () => leave(fresh ? "Account Created" : "Changes Saved", fresh ? LIST : null),
    taken(result, sent) {
      const other = staleOf<StoredAccount>(result);
      if (!other) return false;
      const theirs = accountValues(other.theirs, state.values);
      void stale.ask({
        base: state.values,
        mine: accountValues(sent, state.values),
        theirs,
        who: other.who,
        said: result.reason?.split(". ")[0] ?? "",
        settled(merged) {
          setState({ values: theirs, updatedAt: other.theirs.updatedAt });
          writeFields(page.current, merged);
        },
      });
      return true;
    },
  });
  const stale = useStale<BrokerValues>("stale-account", ACCOUNT_TEXT);
  const { errors } = form;
  const busy = form.busy || removing;
  useLeaveGuard(dirty);
  const page = useRef<HTMLFormElement>(null);
  useEffect(() => {
    if (page.current) focusFirst(page.current, errors);
  }, []);

  function edited(event: FormEvent<HTMLFormElement>): void {
    form.handlers.onInput(event);
    setDirty(true);
    const field = event.target as HTMLInputElement;
    const username = byId("username", HTMLInputElement);
    if (field.name === "role") setRole(field.value);
    if (field.name === "username") usernameTouched.current = true;
    if (field.name === "name" && username && !usernameTouched.current) {
      username.value = usernameFrom(field.value);
      form.edit("username");
    }
  }

  /** A name of three words makes a username that is refused later: said where it was made. */
  function left(event: FocusEvent<HTMLFormElement>): void {
    form.handlers.onBlur(event);
    const username = byId("username", HTMLInputElement)?.value ?? "";
    if ((event.target as HTMLElement).id !== "name" || usernameTouched.current || !/\s/.test(username)) return;
    form.setState((old) => ({
      ...old,
      errors: { ...old.errors, username: MESSAGES.usernameSpaces },
      recheck: [...old.recheck, "username"],
    }));
  }

  async function remove(): Promise<void> {
    const more = "The account goes with the personal data of its owner, who is signed out. This cannot be undone.";
    if (busy || !await confirmDialog("Delete Account?", { yes: "Delete account", more, risky: true })) return;
    form.toasts.clear();
    setRemoving(true);
    const result = await callApi("/api/auth/deleteAccount", { id });
    if (result.response) return void leave("Account Deleted", LIST);
    setRemoving(false);
    if (result.reason) form.toasts.refuse(result.reason);
  }

  /** Goes to a page in place of this one, which may be gone, or reloads this one, after the leave guard is off. */
  function leave(text: string, to: string | null): "leaving" {
    setDirty(false);
    toastAfter(text);
    setTimeout(() => to ? location.replace(to) : location.reload());
    return "leaving";
  }

  const text = (name: keyof BrokerValues & keyof FieldErrors, label: string, more: object = {}) => (
    <TextField
      id={name}
      name={name}
      label={label}
      defaultValue={values[name] as string}
      autoComplete="off"
      error={errors[name]}
      {...more}
    />
  );
  const action = fresh ? "/api/auth/createAccount?id=new" : `/api/auth/updateAccount?id=${id}`;
  const element = (
    <form
      ref={page}
      className="broker-form"
      method="post"
      action={action}
      noValidate
      {...form.handlers}
      onInput={edited}
      onBlur={left}
    >
      {!fresh && <input type="hidden" name="id" value={id} />}
      {!fresh && <input type="hidden" name="seen" value={JSON.stringify(textsOf(state.values))} />}
      {state.updatedAt !== null && <input type="hidden" name="updatedAt" value={state.updatedAt} />}
      <fieldset className="plain" disabled={locked}>
        <section className="part">
          <header>
            <h2>Person and brokerage</h2>
          </header>
          <div className="grid-fields">
            {text("name", "Name")}
            {text("email", "Email", { type: "email" })}
            {text("phone", "Phone", { type: "tel" })}
            {text("brokerage", "Brokerage")}
            {text("brokerageLicense", "Brokerage licence")}
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
            {text("username", "Username", { autoCapitalize: "none", spellCheck: false })}
            <PasswordFields fresh={fresh} errors={errors} />
            <SelectField
              id="role"
              name="role"
              label="Role"
              choices={roles}
              empty={values.role === "" ? "Choose a role" : undefined}
              defaultValue={values.role}
              disabled={own}
              hint={own ? "You cannot change your own role." : undefined}
              error={errors.role}
            />
            <SelectField
              id="status"
              name="status"
              label="Status"
              choices={STATUS_OPTIONS}
              defaultValue={values.status}
              disabled={own}
              hint={own ? "You cannot disable your own account." : undefined}
              error={errors.status}
            />
          </div>
        </section>
        <section className="part">
          <header>
            <h2>For the lender only</h2>
            <p className="align-end">Brokers never see this.</p>
          </header>
          <div className="grid-fields">
            <div className="stack">
              <SelectField
                id="rating"
                name="rating"
                label="Rating"
                choices={RATING_OPTIONS}
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
              defaultValue={values.notes}
              wide
              error={errors.notes}
            />
          </div>
        </section>
      </fieldset>
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
  return (
    <>
      {element}
      {stale.dialog}
    </>
  );
}
