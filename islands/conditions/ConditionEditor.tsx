import { useSetAtom } from "jotai";
import { type ReactNode, useEffect, useLayoutEffect, useRef, useState } from "react";
import { callApi } from "../../lib/client/call_api.ts";
import { closeDialog, openDialog } from "../../lib/client/dialog.ts";
import { type ConditionItem, type LoanConditions, progressText } from "../../lib/domain/loans/condition_item.ts";
import {
  completedCount,
  RETURN_REASON_MAX,
  REVIEW_GROUPS,
  type ReviewGroup,
  reviewGroupOf,
} from "../../lib/domain/loans/conditions.ts";
import { Dialog } from "../../lib/ui/dialog.tsx";
import { Icon } from "../../lib/ui/icon.tsx";
import { conditionCountAtom, unsavedConditionsAtom } from "../loans/loan_atoms.ts";
import { AdminRow } from "./_condition_admin_row.tsx";
import { ConditionSets } from "./_condition_sets.tsx";
import { ConditionForm, FORM_DIALOG, PRESETS_DIALOG, PresetsDialog } from "./_condition_dialogs.tsx";
import { ReasonDialog } from "../forms/reason_dialog.tsx";
import { WhenAwake } from "../shell/when_awake.tsx";
import { type ConditionDraft, useConditionDraft } from "./_use_condition_draft.ts";

const EDIT = "conditions-edit";
const RETURN_DIALOG = "condition-return";

/** The condition that is sent back, and a reason that was refused: it is offered again. */
type Returning = { item: ConditionItem | null; turn: number; reason: string };

/** Reports updates as viewed once the block was on screen (loans specification 4.4). */
function useViewed(loanId: number, items: readonly ConditionItem[], root: { current: HTMLElement | null }): void {
  const until = useRef(Math.max(0, ...items.filter((item) => item.updated).map((item) => item.brokerUpdatedAt)));
  useEffect(() => {
    if (until.current === 0 || !root.current) return;
    const watch = new IntersectionObserver((entries) => {
      if (!entries.some((entry) => entry.isIntersecting)) return;
      watch.disconnect();
      callApi("/api/loans/viewedbrokerconditions", { loanId, until: until.current });
    });
    watch.observe(root.current);
    return () => watch.disconnect();
  }, []);
}

/**
 * A loan's conditions for an administrator: check, upload and enter on the broker's behalf, review, and edit the list,
 * which has its own save, and is saved with the loan. Must be outside of any form.
 */
export function ConditionEditor(props: LoanConditions): ReactNode {
  const { loanId, presets } = props;
  const draft = useConditionDraft(props);
  const { items } = draft;
  const [editing, setEditing] = useState(false);
  const [form, setForm] = useState<{ item: ConditionItem | null; turn: number }>({ item: null, turn: 0 });
  const [message, setMessage] = useState("");
  const [returning, setReturning] = useState<Returning>({ item: null, turn: 0, reason: "" });
  const root = useRef<HTMLDivElement>(null);
  useViewed(loanId, props.conditions, root);
  const setCount = useSetAtom(conditionCountAtom);
  const done = completedCount(items), total = items.length;
  useEffect(() => setCount({ done, total }), [done, total]);
  const setUnsaved = useSetAtom(unsavedConditionsAtom);
  useEffect(() => {
    setUnsaved(draft.dirty ? draft : null);
    // Save and Discard go once pressed, and the focus with them.
    return () => {
      if (draft.dirty && document.activeElement === document.body) document.getElementById(EDIT)?.focus();
    };
  }, [draft.dirty]);

  // Open them after the render that resets them.
  useEffect(() => {
    if (returning.turn > 0) openDialog(RETURN_DIALOG);
  }, [returning.turn]);
  useEffect(() => {
    if (form.turn > 0) openDialog(FORM_DIALOG);
  }, [form.turn]);

  const updated = items.filter((item) => item.updated).length;
  const toAccept = items.filter((item) => reviewGroupOf(item) === "accept").length;
  const sendBack = (item: ConditionItem) => {
    setReturning((last) => ({ item, turn: last.turn + 1, reason: last.item?.id === item.id ? last.reason : "" }));
  };
  const openForm = (item: ConditionItem | null) => setForm(({ turn }) => ({ item, turn: turn + 1 }));
  const add = () => openDialog(PRESETS_DIALOG);

  return (
    <div className="conditions" ref={root}>
      <header>
        <h2 id="conditions-title">Broker conditions</h2>
        {items.length > 0 && (
          <p className="small mute">
            <progress max={total} value={done} aria-hidden="true" /> {progressText(done, total)}
            {toAccept > 0 && `, ${toAccept} to accept`}
            {updated > 0 && `; ${updated} updated by the broker since you last looked`}
          </p>
        )}
        <div className="align-end btn-row">
          {draft.dirty && <button className="btn bare slim" type="button" onClick={draft.discard}>Discard</button>}
          {(items.length > 0 || props.sets.length > 0 || editing) && (
            <button
              id={EDIT}
              className="btn bare slim"
              type="button"
              aria-pressed={editing}
              onClick={() => setEditing(!editing)}
            >
              <Icon name={editing ? "check" : "pencil"} />
              {editing ? "Done" : items.length > 0 ? "Edit list" : "Edit sets"}
            </button>
          )}
          <button className="btn bare slim" type="button" onClick={() => openForm(null)}>Custom condition</button>
          <button className="btn slim" type="button" onClick={add}>
            <Icon name="plus" />
            Add
          </button>
          {draft.dirty && (
            <button className="btn slim" type="button" aria-busy={draft.saving || undefined} onClick={draft.save}>
              {draft.saving ? "Saving conditions" : "Save conditions"}
            </button>
          )}
        </div>
        <ConditionSets sets={props.sets} draft={draft} editing={editing} />
      </header>
      {items.length === 0
        ? (
          <p className="mute">
            No conditions are set. <button className="link" type="button" onClick={add}>Add the first ones</button>
          </p>
        )
        : (
          <div className="columns wide">
            {REVIEW_GROUPS.map((group) => (
              <Group key={group} {...{ group, draft, loanId, editing, openForm, setMessage, sendBack }} />
            ))}
          </div>
        )}
      <p className="visually-hidden" role="status">{message}</p>
      <WhenAwake>
        <ReasonDialog
          key={returning.turn}
          id={RETURN_DIALOG}
          title={`Send back ${returning.item?.title ?? ""}`}
          label="What is missing or wrong"
          hint="The broker is mailed this, and reads it on the condition."
          yes="Send back"
          maxLength={RETURN_REASON_MAX}
          start={returning.reason}
          onReason={async (reason) => {
            const { item } = returning;
            const done = item && await draft.review(item, reason);
            setReturning((now) => now.item === item ? { ...now, reason: done ? "" : reason } : now);
          }}
        />
        <PresetsDialog
          presets={presets}
          there={new Set(items.map(({ id }) => id))}
          onAdd={draft.addPresets}
          onCustom={() => {
            closeDialog(PRESETS_DIALOG);
            openForm(null);
          }}
        />
        <Dialog id={FORM_DIALOG} title={form.item ? "Edit condition" : "Custom condition"} slim>
          <ConditionForm key={form.turn} condition={form.item} onDone={draft.put} />
        </Dialog>
      </WhenAwake>
      {draft.dialog}
    </div>
  );
}

const GROUP_NAMES: Readonly<Record<ReviewGroup, string>> = {
  accept: "To accept",
  open: "To do",
  settled: "Completed",
};

/** The conditions of one group, in the lender's order. */
function Group(props: {
  group: ReviewGroup;
  draft: ConditionDraft;
  loanId: number;
  editing: boolean;
  openForm: (item: ConditionItem) => void;
  setMessage: (words: string) => void;
  sendBack: (item: ConditionItem) => void;
}): ReactNode {
  const { group, draft, loanId, editing, openForm, setMessage, sendBack } = props;
  const items = draft.items.filter((item) => reviewGroupOf(item) === group);
  const pressed = useRef("");

  useLayoutEffect(() => {
    // A moved row loses the focus: restore it, so that a key can be pressed again.
    if (pressed.current) document.getElementById(pressed.current)?.focus();
    pressed.current = "";
  });

  function move(item: ConditionItem, by: 1 | -1) {
    const moved = draft.move(item.id, by);
    if (!moved) return;
    pressed.current = `condition-${item.id}-${by === 1 ? "down" : "up"}`;
    setMessage(`${item.title}: place ${moved.place} of ${moved.of}`);
  }

  if (items.length === 0) return null;
  return (
    <div>
      <h3 className="subheading">{`${GROUP_NAMES[group]}, ${items.length}`}</h3>
      <ul className="condition-list">
        {items.map((item, index) => (
          <AdminRow
            key={item.id}
            item={item}
            draft={draft}
            loanId={loanId}
            editing={editing}
            ends={{ first: index === 0, last: index === items.length - 1 }}
            onEdit={() => openForm(item)}
            onMove={(by) => move(item, by)}
            onReturn={() => sendBack(item)}
            onRemove={() => {
              draft.remove(item.id);
              pressed.current = EDIT;
              setMessage(`${item.title} is off the list; save to keep it so.`);
            }}
          />
        ))}
      </ul>
    </div>
  );
}
