import { type ReactNode, useEffect, useRef, useState } from "react";
import { callApi } from "../../lib/client/call_api.ts";
import { confirmDialog } from "../../lib/client/question.ts";
import { watchSections } from "../../lib/client/shell/spy.ts";
import { toast, toastAfter } from "../../lib/client/toast.ts";
import { formatInstant } from "../../lib/domain/dates.ts";
import { countOf } from "../../lib/domain/money.ts";
import type { Reach } from "../../lib/domain/mail/audience.ts";
import { NO_MAIL_SERVICE } from "../../lib/domain/mail/campaign.ts";
import { campaignChecks } from "../../lib/domain/mail/campaign_checks.ts";
import { linkWarning } from "../../lib/domain/mail/link_check.ts";
import { TextField } from "../../lib/ui/field.tsx";
import { Icon } from "../../lib/ui/icon.tsx";
import { Notice } from "../../lib/ui/notice.tsx";
import { checkId, Checks } from "./_checks.tsx";
import { type StoredEmail, textOf, useEmail } from "./_email_document.ts";
import { useLinkCheck } from "./_link_check.ts";
import { RichTextField } from "./_rich_text_field.tsx";
import { Preview } from "./_preview.tsx";
import { type AudienceOptions, NOT_COUNTED, Recipients } from "./_recipients.tsx";
import { Schedule } from "./_schedule.tsx";

/** A campaign, whom it reaches, and whether it is planned or sends: then nothing of it can be changed. */
type Props = {
  id: number;
  email: StoredEmail;
  /** The wall time that its runs keep: on a day that skips it, another one stands in the fields. */
  sendTime: string | null;
  locked: boolean;
  /** Whether it was never sent nor is planned: then it can be deleted. */
  isDraft: boolean;
  reach: Reach;
  choices: AudienceOptions;
  /** The lender's postal address, empty where none is set. */
  address: string;
  /** Whether a mail service is set. */
  leaves: boolean;
  /** When the page was made, in milliseconds. */
  now: number;
};

/** Writes a campaign, chooses its recipients, plans it, tests it and activates it. */
export function EmailEditor(
  { id, email, sendTime, locked, isDraft, reach: first, choices, address, leaves, now }: Props,
): ReactNode {
  const edit = useEmail(id, email);
  const { draft, errors, busy, changed, set } = edit;
  const [reach, setReach] = useState(first);
  const acting = useRef(false);
  useEffect(watchSections, []);
  const { links, check } = useLinkCheck(id);
  const text = textOf(draft);
  const shown = changed ? null : links;
  // A planned or sending campaign was checked before: only its links are still checked.
  const checks = campaignChecks(text, { address }, { reach, links: shown, now, leaves })
    .filter(({ name }) => !locked || name === "links");
  const problems = checks.filter(({ state }) => state === "stops");
  const field = (name: "name" | "subject" | "preview") => ({
    id: `email-${name}`,
    name,
    value: draft[name],
    error: errors[name],
    disabled: locked,
    autoComplete: "off",
    onChange: (event: { target: { value: string } }) => set({ [name]: event.target.value }),
    onBlur: () => edit.leave(name),
  });

  async function activate(): Promise<void> {
    if (changed) return edit.refuse("Save first: what is saved goes out.");
    if (acting.current || problems.length > 0) return;
    acting.current = true;
    // Counted again: recipients may have unsubscribed or been blacklisted since the page was loaded.
    const [found, counted] = await Promise.all([
      check(),
      callApi<{ data: Reach }>("/api/loans/emailrecipients", { audience: text.audience }),
    ]);
    acting.current = false;
    if (!counted.response) return edit.refuse(NOT_COUNTED);
    setReach(counted.data);
    const { going } = counted.data;
    const brokers = countOf(going, "broker");
    const more = `It goes to ${brokers} from ${formatInstant(text.sendAt)}.${linkWarning(found)}${
      leaves ? "" : ` ${NO_MAIL_SERVICE}`
    }`;
    if (!await confirmDialog("Activate this email?", { yes: "Activate", more })) return;
    acting.current = true;
    const result = await callApi("/api/loans/activateemail", { id, savedAt: edit.version.savedAt });
    acting.current = false;
    if (result.response) {
      toastAfter("Email activated");
      return location.reload();
    }
    if (!edit.askStale(result)) edit.refuse(result.reason ?? "Failed to update!");
  }
  async function test(): Promise<void> {
    if (changed) return edit.refuse("Save first: the test is of what is saved.");
    if (acting.current) return;
    acting.current = true;
    const result = await callApi<{ to: string }>("/api/loans/testemail", { id });
    acting.current = false;
    if (result.response) toast(`A test is on its way to ${result.to}`);
    else edit.refuse(result.reason ?? "Failed to update!");
  }
  async function remove(): Promise<void> {
    const more = `“${edit.base.name}” goes for good, with its text and recipients. This cannot be undone.`;
    if (acting.current || !await confirmDialog("Delete this email?", { yes: "Delete", more, risky: true })) return;
    acting.current = true;
    const result = await callApi("/api/loans/deleteemail", { id, savedAt: edit.version.savedAt });
    acting.current = false;
    if (edit.askStale(result)) return;
    if (!result.response) return edit.refuse(result.reason ?? "Failed to update!");
    edit.discard();
    toastAfter("Email Deleted");
    setTimeout(() => location.replace("/dashboard/emails"));
  }

  return (
    <div className="email-desk">
      <form
        className="stack wide-gap"
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          void edit.save();
        }}
      >
        {locked && <Notice>It is planned or being sent. Stop it to change it.</Notice>}
        <div className="stack wide-gap" id="message">
          <TextField label="Name" hint="Only you see it." {...field("name")} />
          <TextField label="Subject" {...field("subject")} />
          <TextField
            label="Preview text"
            hint="The line that an inbox shows after the subject."
            {...field("preview")}
          />
          <RichTextField
            id="email-body"
            campaignId={id}
            value={draft.body}
            error={errors.body}
            disabled={locked}
            onText={(body) => set({ body })}
            onBlur={() => edit.leave("body")}
          />
        </div>
        <Recipients
          audience={draft.audience[0]}
          reach={reach}
          choices={choices}
          disabled={locked}
          onAudience={(audience) => set({ audience: [audience] })}
          onReach={setReach}
        />
        <Schedule
          draft={draft}
          savedDate={edit.base.date}
          keptTime={text.sendAt === email.sendAt ? sendTime : null}
          errors={errors}
          disabled={locked}
          set={set}
          leave={edit.leave}
        />
        <Checks
          checks={checks}
          hasRun={!isDraft}
          links={shown}
          changed={changed}
          onCheckLinks={() => changed ? edit.refuse("Save first: what is saved is checked.") : void check()}
        />
        <div className="btn-row">
          {!locked && (
            <>
              <button className="btn primary" type="submit" aria-busy={busy || undefined}>
                {busy ? "Saving" : "Save"}
              </button>
              <button
                className="btn"
                type="button"
                aria-disabled={changed || problems.length > 0 || undefined}
                aria-describedby={problems.map(({ name }) => checkId(name)).join(" ") || undefined}
                title={changed ? "Save first" : undefined}
                onClick={activate}
              >
                <Icon name="play" />
                Activate
              </button>
            </>
          )}
          <button className="btn bare" type="button" aria-disabled={changed || undefined} onClick={test}>
            <Icon name="mail" />
            Send a test to me
          </button>
          {isDraft && <button className="btn bare risky" type="button" onClick={remove}>Delete</button>}
        </div>
      </form>
      <Preview id={id} version={edit.version.savedAt} changed={changed} />
      {edit.dialog}
    </div>
  );
}
