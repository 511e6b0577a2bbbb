import { type ReactNode, useRef, useState } from "react";
import { callApi } from "../../lib/client/call_api.ts";
import { confirmDialog } from "../../lib/client/question.ts";
import { toast, toastAfter } from "../../lib/client/toast.ts";
import { dateInToronto, formatInstant, formatTime, instantInToronto, isCalendarDate } from "../../lib/domain/dates.ts";
import { campaignProblems, type CampaignText } from "../../lib/domain/mail/campaign.ts";
import { PLACEHOLDERS } from "../../lib/domain/mail/placeholders.ts";
import { AreaField, SelectField, TextField } from "../../lib/ui/field.tsx";
import { Icon } from "../../lib/ui/icon.tsx";
import { Notice } from "../../lib/ui/notice.tsx";
import { useForm } from "../forms/use_form.ts";

interface Email extends CampaignText {
  id: number;
  active: boolean;
  /** When it was last saved, in milliseconds; 0 for never. */
  savedAt: number;
}

const SEND_TYPES = [
  { value: "static", label: "Static: once" },
  { value: "interval", label: "Interval: again and again" },
];

/** Writes a campaign and plans it; `recipients` is how many brokers would get it, `now` when the page was made. */
export function EmailEditor(props: { email: Email; recipients: number; address: string; now: number }): ReactNode {
  const { email: { id, active }, recipients, now } = props;
  const [stored, setStored] = useState(props.email);
  const [draft, setDraft] = useState(() => ({
    ...props.email,
    date: props.email.sendAt === null ? "" : dateInToronto(props.email.sendAt),
    time: props.email.sendAt === null ? "09:00" : formatTime(props.email.sendAt),
  }));
  const [acting, setActing] = useState(false);
  const body = useRef<HTMLDivElement>(null);
  const read = (): CampaignText => ({
    name: draft.name,
    subject: draft.subject,
    preview: draft.preview,
    body: draft.body,
    type: draft.type,
    sendAt: isCalendarDate(draft.date) && draft.time ? instantInToronto(draft.date, draft.time) : null,
    everyDays: Number(draft.everyDays),
  });
  const text = read();
  const changed = (Object.keys(text) as (keyof CampaignText)[]).some((name) => text[name] !== stored[name]);
  const problems = campaignProblems(text, { address: props.address }, now);
  const { errors, reason, busy, handlers } = useForm<{ savedAt: number }, CampaignText & { savedAt: number }>({
    path: "/api/loans/updateemail",
    read: () => ({ id, ...read(), savedAt: stored.savedAt }),
    check: ({ name }): Record<string, string> => name.trim() ? {} : { name: "Name is required!" },
    done({ savedAt }, sent) {
      setStored({ ...stored, ...sent, savedAt });
      toast("Changes Saved!");
    },
  });
  const field = (name: "name" | "subject" | "preview" | "body" | "date" | "time" | "everyDays") => ({
    id: `email-${name}`,
    name,
    value: draft[name],
    error: errors[name],
    disabled: active,
    onChange: (event: { target: { value: string } }) => setDraft({ ...draft, [name]: event.target.value }),
  });

  function put(word: string): void {
    const area = body.current?.querySelector("textarea") ?? null;
    const from = area?.selectionStart ?? draft.body.length, to = area?.selectionEnd ?? from;
    setDraft({ ...draft, body: `${draft.body.slice(0, from)}{${word}}${draft.body.slice(to)}` });
    area?.focus();
  }

  async function act(path: string, done: string): Promise<void> {
    setActing(true);
    const answer = await callApi(path, { id });
    setActing(false);
    if (!answer.response) return void toast(answer.reason ?? "Failed to update!", "bad");
    toastAfter(done);
    location.reload();
  }
  async function activate(): Promise<void> {
    if (acting || changed || problems.length > 0) return;
    const brokers = recipients === 1 ? "1 broker" : `${recipients} brokers`;
    const more = `It goes to ${brokers} from ${formatInstant(text.sendAt)}.`;
    if (await confirmDialog("Activate this email?", { yes: "Activate", more })) {
      await act("/api/loans/activateemail", "Email activated");
    }
  }
  async function stop(): Promise<void> {
    const more = "Mails that wait are withdrawn. Those that have left cannot be taken back.";
    if (acting || !await confirmDialog("Stop this email?", { yes: "Stop", more, risky: true })) return;
    await act("/api/loans/stopemail", "Email stopped");
  }
  async function test(): Promise<void> {
    const answer = await callApi<{ to: string }>("/api/loans/testemail", { id });
    if (answer.response) toast(`A test is on its way to ${answer.to}`);
    else toast(answer.reason ?? "Failed to update!", "bad");
  }

  return (
    <div className="email-desk">
      <form className="stack wide-gap" noValidate {...handlers}>
        {active && <Notice live>{`Planned for ${formatInstant(stored.sendAt)}. Stop it to change it.`}</Notice>}
        <TextField label="Name" hint="Only you see it." maxLength={80} autoComplete="off" {...field("name")} />
        <TextField label="Subject" maxLength={200} autoComplete="off" {...field("subject")} />
        <TextField
          label="Preview text"
          hint="The line that an inbox shows after the subject."
          maxLength={200}
          autoComplete="off"
          {...field("preview")}
        />
        <div className="stack" ref={body}>
          <AreaField
            label="Text"
            hint="An empty line begins a paragraph. [Label](https://…) alone on a line is a button."
            rows={12}
            maxLength={20_000}
            {...field("body")}
          />
          {!active && (
            <div className="btn-row" role="group" aria-label="Put in">
              {PLACEHOLDERS.map((word) => (
                <button
                  key={word}
                  className="btn slim"
                  type="button"
                  onClick={() => put(word)}
                >
                  {`{${word}}`}
                </button>
              ))}
            </div>
          )}
        </div>
        <div className="grid-fields">
          <SelectField
            id="email-type"
            name="type"
            label="Send Type"
            choices={SEND_TYPES}
            value={draft.type}
            disabled={active}
            onChange={(event) => setDraft({ ...draft, type: event.target.value as CampaignText["type"] })}
          />
          <TextField label="First day" type="date" {...field("date")} />
          <TextField label="Time in Toronto" type="time" {...field("time")} />
          {draft.type === "interval" && (
            <TextField label="Days between" type="number" min={1} max={365} {...field("everyDays")} />
          )}
        </div>
        {!active && problems.length > 0 && (
          <ul className="small" id="email-problems" aria-label="Before it can go out">
            {problems.map((problem) => <li key={problem}>{problem}</li>)}
          </ul>
        )}
        {reason && <Notice band="red" live>{reason}</Notice>}
        <div className="btn-row">
          {active ? <button className="btn risky" type="button" onClick={stop}>Stop</button> : (
            <>
              <button className="btn primary" type="submit" aria-busy={busy || undefined}>
                {busy ? "Saving" : "Save"}
              </button>
              <button
                className="btn"
                type="button"
                aria-disabled={changed || problems.length > 0 || undefined}
                aria-describedby={problems.length > 0 ? "email-problems" : undefined}
                title={changed ? "Save first" : undefined}
                onClick={activate}
              >
                <Icon name="play" />
                Activate
              </button>
            </>
          )}
          <button
            className="btn bare"
            type="button"
            aria-disabled={changed || undefined}
            title={changed ? "Save first" : undefined}
            onClick={() => changed ? toast("Save first: the test is of what is saved.", "bad") : test()}
          >
            <Icon name="mail" />
            Send a test to me
          </button>
        </div>
      </form>
      <section className="stack" aria-labelledby="preview-title">
        <h2 id="preview-title">Preview</h2>
        <p className="small mute">{changed ? "As it was last saved." : "As you would get it."}</p>
        <iframe
          key={stored.savedAt}
          className="email-preview"
          title="The mail as it arrives"
          src={`/api/loans/previewemail?id=${id}`}
        />
      </section>
    </div>
  );
}
