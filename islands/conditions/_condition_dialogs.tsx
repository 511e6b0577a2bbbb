import { type ReactNode, useState } from "react";
import { closeDialog } from "../../lib/client/dialog.ts";
import type { NotedPreset } from "../../lib/domain/loans/condition_item.ts";
import type { ConditionTerms } from "../../lib/domain/loans/condition_merge.ts";
import {
  CONDITION_TYPE_LABELS,
  conditionProblems,
  type ConditionType,
  FILE_UPLOAD,
  PRESET_COUNT,
  type Restriction,
} from "../../lib/domain/loans/conditions.ts";
import { Dialog } from "../../lib/ui/dialog.tsx";
import { AreaField, Check, SelectField, TextField } from "../../lib/ui/field.tsx";
import { Icon } from "../../lib/ui/icon.tsx";
import { Tag } from "../../lib/ui/states.tsx";
import { useForm } from "../forms/use_form.ts";
import type { EditedTerms } from "./_use_condition_draft.ts";

export const PRESETS_DIALOG = "conditions-presets";
export const FORM_DIALOG = "conditions-form";

const TYPES = Object.entries(CONDITION_TYPE_LABELS).map(([value, label]) => ({ value, label }));
const WHO = [
  { value: "none", label: "The broker or the lender" },
  { value: "admin", label: "The lender only" },
];

/**
 * The 20 presets with checkboxes and a search; those already on the loan are marked. `onCustom` opens the form for a
 * custom one.
 */
export function PresetsDialog(props: {
  presets: readonly NotedPreset[];
  there: ReadonlySet<number>;
  onAdd: (presets: NotedPreset[]) => void;
  onCustom: () => void;
}): ReactNode {
  const { presets, there, onAdd, onCustom } = props;
  const [ticked, setTicked] = useState<ReadonlySet<number>>(new Set());
  const [entered, setEntered] = useState("");
  const wanted = entered.trim().toLowerCase();
  const found = presets.filter(({ title, note }) => `${title} ${note}`.toLowerCase().includes(wanted));
  const chosen = presets.filter(({ id }) => ticked.has(id) && !there.has(id));

  function tick(id: number, on: boolean) {
    const next = new Set(ticked);
    if (on) next.add(id);
    else next.delete(id);
    setTicked(next);
  }

  function add() {
    onAdd(chosen);
    setTicked(new Set());
    setEntered("");
    closeDialog(PRESETS_DIALOG);
  }

  return (
    <Dialog id={PRESETS_DIALOG} title="Add conditions" sheet>
      <span className="search-box">
        <Icon name="search" />
        <input
          type="search"
          aria-label="Find a preset"
          placeholder="Find a preset"
          value={entered}
          onChange={(event) => setEntered(event.target.value)}
        />
      </span>
      <ul className="presets" aria-label="Preset conditions">
        {found.map((preset) => (
          <li key={preset.id}>
            <Check
              label={
                <span>
                  {preset.title}
                  <small>{preset.note}</small>
                </span>
              }
              checked={there.has(preset.id) || ticked.has(preset.id)}
              disabled={there.has(preset.id)}
              onChange={(event) => tick(preset.id, event.target.checked)}
            />
            <span className="mute small">
              {there.has(preset.id) ? <Tag>On this loan</Tag> : CONDITION_TYPE_LABELS[preset.type]}
            </span>
          </li>
        ))}
        {found.length === 0 && <li className="mute">No preset matches. Add a custom condition instead.</li>}
      </ul>
      <footer>
        <button className="btn bare" type="button" onClick={onCustom}>
          <Icon name="plus" />
          Custom condition
        </button>
        <button
          className="btn primary"
          type="button"
          aria-disabled={chosen.length === 0 || undefined}
          onClick={() => chosen.length && add()}
        >
          {chosen.length === 0 ? "Add" : `Add ${chosen.length}`}
        </button>
      </footer>
    </Dialog>
  );
}

/** The form of a condition: new custom, or edited. Presets and completed conditions keep their type. */
export function ConditionForm(props: {
  condition: ConditionTerms & { completed: boolean } | null;
  onDone: (terms: EditedTerms) => void;
}): ReactNode {
  const { condition, onDone } = props;
  const keepsType = condition !== null && (condition.id <= PRESET_COUNT || condition.completed);

  const { errors, handlers } = useForm({
    check: (values) => conditionProblems(values),
    done(_answer, { type, title = "", restriction, note = "", optional }) {
      closeDialog(FORM_DIALOG);
      onDone({
        id: condition?.id,
        // A select that is switched off sends nothing.
        type: condition && type === undefined ? condition.type : Number(type) as ConditionType,
        title: title.trim(),
        restriction: restriction as Restriction,
        optional: optional !== undefined,
        note: note.trim(),
      });
    },
  });

  return (
    <form className="stack" noValidate {...handlers}>
      <TextField
        id="condition-title"
        name="title"
        label="Title"
        autoFocus
        defaultValue={condition?.title}
        error={errors.title}
      />
      <SelectField
        id="condition-type"
        name="type"
        label="Type"
        hint={keepsType
          ? (condition.completed ? "A completed condition keeps its type." : "A preset keeps its type.")
          : undefined}
        choices={TYPES}
        defaultValue={String(condition?.type ?? FILE_UPLOAD)}
        disabled={keepsType}
      />
      <SelectField
        id="condition-who"
        name="restriction"
        label="Completed by"
        choices={WHO}
        defaultValue={condition?.restriction}
      />
      <AreaField
        id="condition-note"
        name="note"
        label="Note"
        note="optional"
        hint="Instructions for the broker."
        rows={2}
        defaultValue={condition?.note}
        error={errors.note}
      />
      <Check
        label="Optional: good to have, not needed"
        name="optional"
        defaultChecked={condition?.optional}
      />
      <footer>
        <button className="btn" type="button" onClick={() => closeDialog(FORM_DIALOG)}>Cancel</button>
        <button className="btn primary" type="submit">{condition ? "Change" : "Add"}</button>
      </footer>
    </form>
  );
}
