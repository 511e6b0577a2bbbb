import { type ReactNode, useState } from "react";
import { flushSync } from "react-dom";
import { startDocument } from "../../lib/client/document_state.ts";
import { placeholderProblem } from "../../lib/domain/mail/placeholders.ts";
import { TEMPLATES_MAX, type TouchBaseData } from "../../lib/domain/mail/touch_base.ts";
import { documentChanges } from "../../lib/domain/settings/document_changes.ts";
import { Icon } from "../../lib/ui/icon.tsx";
import { Segment } from "../../lib/ui/segment.tsx";
import { UndoButton } from "../forms/save_buttons.tsx";
import { useDocument, useDocumentStore } from "../forms/use_document.ts";
import { useReread } from "../forms/use_reread.ts";
import { useLeaveGuard } from "../shell/guards.ts";
import { type ListName, listsOf, type Template, type TemplateLists } from "./_touch_base_data.ts";
import { TemplateFields } from "./_touch_base_template.tsx";

type Stored = Pick<TouchBaseData, "normalTemplates" | "eliteTemplates"> & { savedAt: number };

const LISTS = [{ value: "normal", label: "Normal" }, { value: "elite", label: "Elite" }] as const;

const pathOf = (list: ListName, id: number, field: string) => `${list}[${id}].${field}`;

/** What is wrong with the templates, by path. */
function problemsOf(lists: TemplateLists): Record<string, string> {
  const found: Record<string, string> = {};
  for (const { value: list } of LISTS) {
    for (const { id, subject, body } of lists[list]) {
      const add = (field: string, text: string, empty: string) => {
        const problem = text.trim() ? placeholderProblem(text) : empty;
        if (problem) found[pathOf(list, id, field)] = problem;
      };
      add("subject", subject, "Subject is required!");
      add("body", body, "Text is required!");
    }
  }
  return found;
}

function nameOf(path: string): string {
  const [, list, field] = /^(\w+)(?:\[-?\d+\])?\.?(\w*)/.exec(path) ?? [];
  const what = path.includes("#order") ? "order" : field === "body" ? "text" : field || "template";
  return `${list === "elite" ? "Elite" : "Normal"} list, ${what}`;
}

/** Both lists of templates: added to, put in order, edited, deleted, looked at; `onSaved` reads the queue again. */
export function TouchBaseTemplates(props: { start: Stored; lender: string; onSaved: () => void }): ReactNode {
  const [list, setList] = useState<ListName>("normal");
  const [at, setAt] = useState(0);
  const store = useDocumentStore(() => startDocument(listsOf(props.start), props.start.savedAt));
  useReread(store, listsOf(props.start), props.start.savedAt);
  const stored = (result: Stored) => ({ document: listsOf(result), version: result.savedAt });
  const edit = useDocument<TemplateLists, number, Stored, Stored>(store, {
    staleId: "stale-templates",
    text: {
      nameOf,
      textOf: (_, value) => typeof value === "string" ? value : (value as Template | undefined)?.subject ?? "changed",
    },
    check: problemsOf,
    path: "/api/loans/updatetouchbaseemails",
    body: ({ normal, elite }, { version }) => {
      const sent = (templates: Template[]) => templates.map(({ id, ...text }) => id < 0 ? text : { id, ...text });
      return { normalTemplates: sent(normal), eliteTemplates: sent(elite), savedAt: version };
    },
    stored,
    theirs: stored,
    said: () => "Changes Saved!",
    failed: "Failed Saving!",
    focus(path) {
      const [, where, id, field] = /^(\w+)\[(-?\d+)\]\.(\w+)$/.exec(path) ?? [];
      if (!field) return;
      const found = store.latest().draft[where as ListName].findIndex((one) => one.id === Number(id));
      flushSync(() => {
        setList(where as ListName);
        setAt(Math.max(0, found));
      });
      requestAnimationFrame(() => document.getElementById(`touch-${field}`)?.focus());
    },
  });
  const { draft, errors, busy } = edit;
  const changed = documentChanges(edit.base, draft).length > 0;
  useLeaveGuard(changed);
  const templates = draft[list], here = Math.min(at, templates.length - 1), shown = templates[here];
  const put = (path: string, next: (old: Template[]) => Template[]) =>
    edit.edit(path, (old) => ({ ...old, [list]: next(old[list]) }));

  function add(): void {
    const id = Math.min(0, ...draft.normal.map((one) => one.id), ...draft.elite.map((one) => one.id)) - 1;
    put(`${list}[${id}]`, (old) => [...old, { id, subject: "", body: "Hi {firstName},\n\n" }]);
    setAt(templates.length);
    requestAnimationFrame(() => document.getElementById("touch-subject")?.focus());
  }
  function move(from: number, by: -1 | 1): void {
    const to = from + by;
    if (to < 0 || to >= templates.length) return;
    put(`${list}#order`, (old) => old.with(from, old[to]).with(to, old[from]));
    setAt(to);
  }
  function remove(): void {
    put(`${list}[${shown.id}]`, (old) => old.filter((one) => one.id !== shown.id));
    setAt(Math.max(0, here - 1));
    document.getElementById("touch-add")?.focus();
  }

  return (
    <form
      className="stack"
      noValidate
      onSubmit={async (event) => {
        event.preventDefault();
        if (await edit.save()) props.onSaved();
      }}
    >
      <div className="touch-desk">
        <div className="stack">
          <Segment
            legend="Templates for"
            name="touch-list"
            slim
            options={LISTS}
            value={list}
            onChange={({ currentTarget: { value } }) => {
              setList(value as ListName);
              setAt(0);
            }}
          />
          <ol className="touch-templates" aria-label="Templates">
            {templates.map((one, i) => (
              <li key={one.id}>
                <button
                  type="button"
                  className="touch-pick"
                  aria-pressed={i === here}
                  onClick={() => setAt(i)}
                >
                  <span className="mute">{i + 1}</span>
                  <span>{one.subject || "No subject yet"}</span>
                </button>
                {([[-1, "up"], [1, "down"]] as const).map(([by, way]) => (
                  <button
                    key={way}
                    className="btn bare icon-only slim"
                    type="button"
                    aria-label={`Move ${one.subject || "this template"} ${way}`}
                    aria-disabled={i + by < 0 || i + by >= templates.length || undefined}
                    onClick={() => move(i, by)}
                  >
                    <Icon name={`arrow-${way}`} />
                  </button>
                ))}
              </li>
            ))}
          </ol>
          {templates.length < TEMPLATES_MAX && (
            <button className="btn bare slim" id="touch-add" type="button" onClick={add}>
              <Icon name="plus" />
              Add template
            </button>
          )}
          <p className="small mute">
            {list === "elite" ? "For brokers rated Elite. " : "For all other brokers. "}
            {templates.length === 0
              ? "Without a template they get no touch-base mail."
              : "A broker gets the next one that they have not had, in this order; then it begins again."}
          </p>
        </div>
        {shown && (
          <TemplateFields
            key={`${list}${shown.id}`}
            template={shown}
            lender={props.lender}
            errors={{
              subject: errors[pathOf(list, shown.id, "subject")],
              body: errors[pathOf(list, shown.id, "body")],
            }}
            onEdit={(field, value) =>
              put(pathOf(list, shown.id, field), (old) => old.with(here, { ...old[here], [field]: value }))}
            onLeave={(field) => edit.leave(pathOf(list, shown.id, field))}
            onDelete={remove}
          />
        )}
      </div>
      <footer>
        <span className="small mute" role="status">{changed ? "Not saved yet" : ""}</span>
        <UndoButton edit={edit} />
        <button className="btn primary" type="submit" aria-busy={busy || undefined}>
          {busy ? "Saving" : "Save templates"}
        </button>
      </footer>
      {edit.dialog}
    </form>
  );
}
