import type { ReactNode } from "react";
import { startDocument } from "../../lib/client/document_state.ts";
import { TOUCH_BASE_FIGURES, type TouchBaseConfig, type TouchBaseFigure } from "../../lib/domain/mail/touch_base.ts";
import { documentChanges } from "../../lib/domain/settings/document_changes.ts";
import { UnitField } from "../../lib/ui/field.tsx";
import { Switch } from "../../lib/ui/switch.tsx";
import { useDocument, useDocumentStore } from "../forms/use_document.ts";
import { useReread } from "../forms/use_reread.ts";
import { useLeaveGuard } from "../shell/guards.ts";
import { type ConfigDraft, configProblems, draftOf, FIGURES } from "./_touch_base_data.ts";

const HINTS: Record<TouchBaseFigure, string> = {
  MIN_INTERACTIONS: "Unique opens plus clicks, by people",
  TRACKER_DURATION: "Over all mail that is tracked",
  EMAIL_DELAY: "Goes out 08:00 to 18:00 on business days",
  NEW_EMAIL_BUFFER: "For the same broker",
};
const nameOf = (path: string) =>
  path === "TOUCH_BASE_ENABLED" ? "Touch-base mails" : TOUCH_BASE_FIGURES[path as TouchBaseFigure]?.label ?? path;
const many = (count: string, unit: string) =>
  `${/^\d+$/.test(count.trim()) ? count : "…"} ${count === "1" ? unit.slice(0, -1) : unit}`;

/** What the settings do, as one sentence. */
function Sentence({ draft }: { draft: ConfigDraft }): ReactNode {
  if (!draft.TOUCH_BASE_ENABLED) return <>Off: nothing is queued, and what is queued waits.</>;
  const figure = (name: TouchBaseFigure) => <b>{many(draft[name], TOUCH_BASE_FIGURES[name].unit)}</b>;
  return (
    <>
      A broker who opens or clicks {figure("MIN_INTERACTIONS")} within {figure("TRACKER_DURATION")} gets a mail{" "}
      {figure("EMAIL_DELAY")} later, and not again for {figure("NEW_EMAIL_BUFFER")}.
    </>
  );
}

/** The settings of touch-base (loans specification 3.12); `onSaved` reads the queue again. */
export function TouchBaseSettings(
  props: { config: TouchBaseConfig; savedAt: number; onSaved: () => void },
): ReactNode {
  const store = useDocumentStore(() => startDocument(draftOf(props.config), props.savedAt));
  useReread(store, draftOf(props.config), props.savedAt);
  const edit = useDocument<ConfigDraft, number, { savedAt: number }, TouchBaseConfig & { savedAt: number }>(store, {
    staleId: "stale-touch-base",
    text: {
      nameOf,
      textOf: (_, value) => typeof value === "boolean" ? (value ? "on" : "off") : String(value),
    },
    check: configProblems,
    path: "/api/loans/updatetouchbase",
    body: (draft, { version }) => ({
      config: {
        TOUCH_BASE_ENABLED: draft.TOUCH_BASE_ENABLED,
        ...Object.fromEntries(FIGURES.map((name) => [name, Number(draft[name])])),
      },
      savedAt: version,
    }),
    stored: ({ savedAt }, sent) => ({ document: sent, version: savedAt }),
    theirs: ({ savedAt, ...config }) => ({ document: draftOf(config), version: savedAt }),
    said: () => "Changes Saved!",
    failed: "Failed Saving!",
    fieldOf: (name) => name.split(".").at(-1)!,
    focus: (path) => document.getElementById(`touch-${path}`)?.focus(),
  });
  const { draft, errors, busy } = edit;
  useLeaveGuard(documentChanges(edit.base, draft).length > 0);
  return (
    <form
      className="stack wide-gap"
      noValidate
      onSubmit={async (event) => {
        event.preventDefault();
        if (await edit.save()) props.onSaved();
      }}
    >
      <Switch
        id="touch-on"
        label="Touch-base mails"
        hint="On: brokers who show interest get a personal mail"
        checked={draft.TOUCH_BASE_ENABLED}
        onChange={({ currentTarget: { checked } }) =>
          edit.edit("TOUCH_BASE_ENABLED", (old) => ({ ...old, TOUCH_BASE_ENABLED: checked }))}
      />
      <p className="touch-sentence" role="status">
        <Sentence draft={draft} />
      </p>
      <div className="grid-fields touch-figures">
        {FIGURES.map((name) => (
          <UnitField
            key={name}
            id={`touch-${name}`}
            name={name}
            label={TOUCH_BASE_FIGURES[name].label}
            unit={TOUCH_BASE_FIGURES[name].unit}
            hint={HINTS[name]}
            value={draft[name]}
            error={errors[name]}
            onChange={({ currentTarget: { value } }) => edit.edit(name, (old) => ({ ...old, [name]: value }))}
            onBlur={() => edit.leave(name)}
          />
        ))}
      </div>
      <footer>
        <button className="btn primary" type="submit" aria-busy={busy || undefined}>
          {busy ? "Saving" : "Save settings"}
        </button>
      </footer>
      {edit.dialog}
    </form>
  );
}
