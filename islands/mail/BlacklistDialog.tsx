import { type ChangeEvent, type ReactNode, useState } from "react";
import { callApi } from "../../lib/client/call_api.ts";
import { chosenFile } from "../../lib/client/chosen_file.ts";
import { confirmDialog } from "../../lib/client/question.ts";
import { readTextFile } from "../../lib/client/read_text_file.ts";
import { toast } from "../../lib/client/toast.ts";
import { formatInstantDate } from "../../lib/domain/dates.ts";
import {
  BLACKLIST_TEXT_MAX,
  BLACKLIST_TOO_LARGE,
  blacklistEntry,
  blacklistProblem,
  deleteQuestion,
  EMAIL_ADDED,
  EMAIL_REMOVED,
  entryMatches,
  heldByDomain,
  importedText,
  INVALID_EMAIL,
} from "../../lib/domain/mail/blacklist.ts";
import { countText } from "../../lib/domain/money.ts";
import { Dialog } from "../../lib/ui/dialog.tsx";
import { EmailAddress } from "../../lib/ui/email_address.tsx";
import { TextField } from "../../lib/ui/field.tsx";
import { Icon } from "../../lib/ui/icon.tsx";
import { CSV_TYPES } from "../forms/file_drop.tsx";
import { useForm } from "../forms/use_form.ts";
import { EMAIL_MAX } from "../../lib/domain/accounts/account_rules.ts";

type Imported = Parameters<typeof importedText>[0] & { entries: string[] };

interface Entry {
  email: string;
  /** In milliseconds. */
  addedAt: number;
}

/** Entries from which on they are searched rather than read. */
const SEARCHED_FROM = 5;
/** Entries that are listed, the newest: a search finds the others. */
const LISTED_MOST = 200;

/** How many a search found, and that not all of them are listed. */
function foundText(found: number, all: number): string {
  if (found === 0) return "Nobody matches. Search for fewer letters.";
  const text = found < all ? `${countText(found)} of ${countText(all)}` : countText(all);
  return found > LISTED_MOST ? `${text}. The newest ${LISTED_MOST} are listed: search for the others.` : text;
}

/** Whom no campaign goes to: addresses, and whole domains. */
export function BlacklistDialog(props: { entries: Entry[] }): ReactNode {
  const [entries, setEntries] = useState(props.entries);
  const [reading, setReading] = useState(false);
  const [said, setSaid] = useState({ text: "", bad: false });
  const [search, setSearch] = useState("");
  const found = entries.filter(({ email }) => entryMatches(email, search)), shown = found.slice(0, LISTED_MOST);
  const { errors, busy, handlers } = useForm({
    path: "/api/loans/addblacklist",
    check({ email = "" }): Record<string, string> {
      const problem = blacklistProblem(email);
      return problem ? { email: problem } : {};
    },
    incomplete: () => INVALID_EMAIL,
    field: "email",
    done(_answer, sent, form) {
      const email = blacklistEntry(sent.email)!;
      form.reset();
      if (entries.some((one) => one.email === email)) return void toast(`${email} is on the blacklist already.`);
      setEntries((all) => [{ email, addedAt: Date.now() }, ...all]);
      toast(EMAIL_ADDED);
      tellDomain(email);
    },
  });
  const tellDomain = (email: string) =>
    setSaid({ text: heldByDomain(email, entries.map((one) => one.email)), bad: false });

  async function importFile(event: ChangeEvent<HTMLInputElement>): Promise<void> {
    const file = chosenFile(event);
    if (!file || reading) return;
    setReading(true);
    const tooLarge = file.size > BLACKLIST_TEXT_MAX;
    const result = tooLarge
      ? { response: false as const, reason: BLACKLIST_TOO_LARGE }
      : await callApi<{ data: Imported }>("/api/loans/importblacklist", { text: await readTextFile(file) });
    setReading(false);
    const text = result.response
      ? importedText(result.data)
      : result.reason ?? "The file could not be read. Try again.";
    setSaid({ text, bad: !result.response });
    if (!result.response) return;
    const there = new Set(entries.map(({ email }) => email)), addedAt = Date.now();
    setEntries((all) => [
      ...result.data.entries.filter((email) => !there.has(email)).map((email) => ({ email, addedAt })),
      ...all,
    ]);
  }

  async function remove(email: string) {
    if (!await confirmDialog(deleteQuestion(email), { yes: "Delete", risky: true })) return;
    const result = await callApi("/api/loans/removeblacklist", { email });
    if (!result.response) return void toast(result.reason ?? "Failed to update!", "bad");
    setEntries((all) => all.filter((one) => one.email !== email));
    toast(EMAIL_REMOVED);
    tellDomain(email);
    document.getElementById("blacklist-email")?.focus();
  }

  return (
    <Dialog id="blacklist" title="Blacklist" sheet className="blacklist">
      <form className="stack" noValidate {...handlers}>
        <TextField
          id="blacklist-email"
          name="email"
          label="Address or domain"
          hint="ann@brokerage.ca, or @brokerage.ca for everyone there"
          inputMode="email"
          error={errors.email}
          autoComplete="off"
          spellCheck={false}
          autoFocus
        />
        <div className="btn-row">
          <button className="btn primary" type="submit" aria-busy={busy || undefined}>
            <Icon name="plus" />
            Add
          </button>
          <label className="btn file-button" aria-busy={reading || undefined}>
            <Icon name="upload" />
            {reading ? "One moment" : "Import CSV"}
            <input
              type="file"
              accept={CSV_TYPES}
              aria-label="Import CSV"
              onChange={importFile}
            />
          </label>
          {entries.length > 0 && (
            <a className="btn bare" href="/api/loans/blacklistfile" download>
              <Icon name="download" />
              Export CSV
            </a>
          )}
        </div>
      </form>
      <p className={said.bad ? "error" : "small"} role="status">{said.text}</p>
      {entries.length > SEARCHED_FROM && (
        <TextField
          id="blacklist-search"
          type="search"
          label="Search the blacklist"
          hint="A whole address also finds its domain."
          value={search}
          maxLength={EMAIL_MAX}
          autoComplete="off"
          spellCheck={false}
          onChange={(event) => setSearch(event.target.value)}
        />
      )}
      {(found.length > LISTED_MOST || search.trim() !== "") && (
        <p className="small mute" role="status">{foundText(found.length, entries.length)}</p>
      )}
      {shown.length > 0 && (
        <ul className="blacklist-entries suppressed" aria-label="Blacklist" tabIndex={0}>
          {shown.map(({ email, addedAt }) => (
            <li key={email}>
              <span>
                <b>
                  <EmailAddress address={email} />
                </b>
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
