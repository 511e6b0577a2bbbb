import { type ReactNode, useEffect, useState } from "react";
import { callApi, type CallResult } from "../../lib/client/call_api.ts";
import { closeDialog, openDialog } from "../../lib/client/dialog.ts";
import { formText } from "../../lib/client/forms.ts";
import { confirmDialog } from "../../lib/client/question.ts";
import { toast } from "../../lib/client/toast.ts";
import type { ConditionSet, TakenSet } from "../../lib/domain/loans/condition_item.ts";
import { missingOf } from "../../lib/domain/loans/condition_set.ts";
import { Dialog } from "../../lib/ui/dialog.tsx";
import { TextField } from "../../lib/ui/field.tsx";
import { Icon } from "../../lib/ui/icon.tsx";
import { WhenAwake } from "../shell/when_awake.tsx";
import { useForm } from "../forms/use_form.ts";
import { type ConditionDraft, termsOf } from "./_use_condition_draft.ts";

const SAVE = "/api/loans/saveconditionset";
const NAME_DIALOG = "condition-set-name";

type Kept = { data: ConditionSet };

/** The dialog that asks for a name: of the list, or another one of a set that is kept. `turn` draws it anew. */
type Naming = { set: ConditionSet | null; turn: number };

/**
 * The lender's sets, each added with one click. While the list is edited it can be kept as a set, and sets be renamed
 * and deleted.
 */
export function ConditionSets(props: { sets: ConditionSet[]; draft: ConditionDraft; editing: boolean }): ReactNode {
  const { draft, editing } = props;
  const { items } = draft;
  const [sets, setSets] = useState(props.sets);
  const [naming, setNaming] = useState<Naming>({ set: null, turn: 0 });
  // Open it after the render that resets it.
  useEffect(() => {
    if (naming.turn > 0) openDialog(NAME_DIALOG);
  }, [naming.turn]);
  const keeps = editing && items.length > 0;
  if (sets.length === 0 && !keeps) return null;

  const askName = (set: ConditionSet | null) => setNaming(({ turn }) => ({ set, turn: turn + 1 }));
  function show(set: ConditionSet): void {
    setSets((all) => [...all.filter(({ id }) => id !== set.id), set].sort((a, b) => a.name.localeCompare(b.name)));
  }

  async function remove({ id, name }: ConditionSet) {
    const more = "Loans keep the conditions that it added.";
    if (!await confirmDialog(`Delete the set ${name}?`, { yes: "Delete set", more, risky: true })) return;
    const result = await callApi("/api/loans/deleteconditionset", { id });
    if (!result.response) return toast(result.reason ?? "Error", "bad");
    toast(`${name} deleted`);
    setSets((all) => all.filter((set) => set.id !== id));
  }

  return (
    <div className="btn-row condition-sets" role="group" aria-label="Sets of conditions">
      <span className="small mute" aria-hidden="true">Sets</span>
      {sets.map((set) =>
        editing
          ? <StoredSet key={set.id} set={set} onRename={askName} onRemove={remove} />
          : <AddSet key={set.id} set={set} draft={draft} />
      )}
      {keeps && (
        <button className="btn bare slim" type="button" onClick={() => askName(null)}>Keep list as a set</button>
      )}
      {editing && (
        <WhenAwake>
          <Dialog
            id={NAME_DIALOG}
            title={naming.set ? `Rename ${naming.set.name}` : "Keep these conditions as a set"}
            slim
          >
            <NameForm key={naming.turn} set={naming.set} items={items} onKept={show} />
          </Dialog>
        </WhenAwake>
      )}
    </div>
  );
}

/** Adds what a set has and the list has not; how many that are stands beside its name. */
function AddSet({ set: { name, conditions }, draft }: { set: ConditionSet; draft: ConditionDraft }): ReactNode {
  const missing = missingOf(conditions, draft.items).length;
  return (
    <button
      className="btn slim"
      type="button"
      aria-disabled={missing === 0 || undefined}
      title={conditions.map(({ title }) => title).join(", ")}
      onClick={() => missing > 0 && draft.addSet(conditions)}
    >
      <Icon name={missing === 0 ? "check" : "plus"} />
      {name}
      {missing > 0 && (
        <span className="mute">
          <span className="visually-hidden">, adds</span>
          {` ${missing}`}
        </span>
      )}
    </button>
  );
}

/** A set while the list is edited: its name, which can be changed, and its end. */
function StoredSet(
  { set, onRename, onRemove }: {
    set: ConditionSet;
    onRename: (set: ConditionSet) => void;
    onRemove: (set: ConditionSet) => void;
  },
): ReactNode {
  return (
    <span className="kept-set">
      <button
        className="btn slim"
        type="button"
        aria-label={`Rename the set ${set.name}`}
        onClick={() => onRename(set)}
      >
        <Icon name="pencil" />
        {set.name}
      </button>
      <button
        className="btn slim icon-only"
        type="button"
        aria-label={`Delete the set ${set.name}`}
        onClick={() => onRemove(set)}
      >
        <Icon name="trash-2" />
      </button>
    </span>
  );
}

/** Asks whether the set that has the name may go. */
function mayReplace({ name, titles }: TakenSet): Promise<boolean> {
  const more = [
    `It has ${titles.length === 1 ? "1 condition" : `${titles.length} conditions`}: ${titles.join(", ")}.`,
    "Loans keep the conditions that it added.",
  ];
  return confirmDialog(`Replace the set ${name}?`, { yes: "Replace set", no: "Another name", more, risky: true });
}

/** Keeps the list under a name; where a set has it, in that one's place once that is confirmed. */
async function keep(name: string, items: ConditionDraft["items"], replaces?: number): Promise<CallResult<Kept>> {
  const answer = await callApi<Kept>(SAVE, { name, conditions: items.map(termsOf), replaces });
  const { taken } = answer as { taken?: TakenSet };
  return taken && await mayReplace(taken) ? keep(name, items, taken.id) : answer;
}

/** Asks under which name the list is kept, or a set goes on. A name that is refused stays, with why at its field. */
function NameForm(props: {
  set: ConditionSet | null;
  items: ConditionDraft["items"];
  onKept: (set: ConditionSet) => void;
}): ReactNode {
  const { set, items, onKept } = props;
  const { errors, busy, handlers } = useForm<Kept>({
    read: (form) => ({ name: formText(form).name.trim() }),
    check: ({ name }): Record<string, string> => name ? {} : { name: "Give the set a name." },
    call: ({ name }) => set ? callApi<Kept>(SAVE, { name, replaces: set.id }) : keep(name, items),
    says: ({ fields, reason }) => fields ? "" : reason ?? "Failed Saving!",
    done({ data }) {
      closeDialog(NAME_DIALOG);
      toast(set ? `Renamed to ${data.name}` : `${data.name} kept`);
      onKept(data);
    },
  });
  return (
    <form className="stack" noValidate {...handlers}>
      <TextField
        id="condition-set"
        name="name"
        label="Name"
        hint="For instance Second, refinance."
        defaultValue={set?.name}
        error={errors.name}
      />
      <footer>
        <button className="btn" type="button" onClick={() => closeDialog(NAME_DIALOG)}>Cancel</button>
        <button className="btn primary" type="submit" aria-busy={busy || undefined}>
          {set ? "Rename" : "Keep set"}
        </button>
      </footer>
    </form>
  );
}
