import { type ReactNode, useState } from "react";
import { callApi } from "../../lib/client/call_api.ts";
import { confirmDialog } from "../../lib/client/question.ts";
import { toast } from "../../lib/client/toast.ts";
import { formatInstantDate } from "../../lib/domain/dates.ts";
import {
  blacklistEntry,
  deleteQuestion,
  EMAIL_ADDED,
  EMAIL_REMOVED,
  INVALID_EMAIL,
} from "../../lib/domain/mail/blacklist.ts";
import { Dialog } from "../../lib/ui/dialog.tsx";
import { TextField } from "../../lib/ui/field.tsx";
import { Icon } from "../../lib/ui/icon.tsx";
import { useForm } from "../forms/use_form.ts";

interface Entry {
  email: string;
  /** In milliseconds. */
  addedAt: number;
}

/** Whom no campaign goes to: addresses, and whole domains. */
export function BlacklistDialog(props: { entries: Entry[] }): ReactNode {
  const [entries, setEntries] = useState(props.entries);
  const { errors, busy, handlers } = useForm({
    path: "/api/loans/addblacklist",
    check: ({ email = "" }): Record<string, string> => blacklistEntry(email) ? {} : { email: INVALID_EMAIL },
    field: "email",
    says: ({ fields, reason }) => fields ? "" : reason,
    done(_answer, sent, form) {
      const email = blacklistEntry(sent.email)!;
      setEntries((all) => all.some((one) => one.email === email) ? all : [{ email, addedAt: Date.now() }, ...all]);
      form.reset();
      toast(EMAIL_ADDED);
    },
  });

  async function remove(email: string) {
    if (!await confirmDialog(deleteQuestion(email), { yes: "Delete", risky: true })) return;
    const answer = await callApi("/api/loans/removeblacklist", { email });
    if (!answer.response) return void toast(answer.reason ?? "Failed to update!", "bad");
    setEntries((all) => all.filter((one) => one.email !== email));
    toast(EMAIL_REMOVED);
    document.getElementById("blacklist-email")?.focus();
  }

  return (
    <Dialog id="blacklist" title="Blacklist" sheet>
      <form className="stack" noValidate {...handlers}>
        <TextField
          id="blacklist-email"
          name="email"
          label="Address or domain"
          hint="ann@brokerage.ca, or @brokerage.ca for everyone there"
          inputMode="email"
          maxLength={254}
          error={errors.email}
          autoComplete="off"
          spellCheck={false}
        />
        <div className="btn-row">
          <button className="btn primary" type="submit" aria-busy={busy || undefined}>
            <Icon name="plus" />
            Add
          </button>
        </div>
      </form>
      {entries.length > 0 && (
        <ul className="blacklist-entries" aria-label="Blacklist" tabIndex={0}>
          {entries.map(({ email, addedAt }) => (
            <li key={email}>
              <span>
                <b>{email}</b>
                <small className="mute">{formatInstantDate(addedAt)}</small>
              </span>
              <button
                className="btn bare icon-only slim"
                type="button"
                aria-label={`Remove ${email}`}
                onClick={() => remove(email)}
              >
                <Icon name="x" />
              </button>
            </li>
          ))}
        </ul>
      )}
      <p className="small mute">Nobody on it gets campaigns. Codes and mails about loans still go out.</p>
    </Dialog>
  );
}
