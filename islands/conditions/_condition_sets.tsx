import { type ReactNode, useState } from "react";
import { callApi } from "../../lib/client/call_api.ts";
import { closeDialog, openDialog } from "../../lib/client/dialog.ts";
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

const NAME_DIALOG = "condition-set-name";

/**
 * The lender's sets, each added with one click. While the list is edited it can be kept as a set, and sets be deleted.
 */
export function ConditionSets(props: { sets: ConditionSet[]; draft: ConditionDraft; editing: boolean }): ReactNode {
  const { draft, editing } = props;
  const { items } = draft;
  const [sets, setSets] = useState(props.sets);
  const keeps = editing && items.length > 0;
  if (sets.length === 0 && !keeps) return null;

  async function keep(name: string, replaces?: number): Promise<void> {
    const answer = await callApi<{ data: ConditionSet }>("/api/loans/saveconditionset", {
      name,
      conditions: items.map(termsOf),
      replaces,
    });
    const { taken } = answer as { taken?: TakenSet };
    if (taken) return await mayReplace(taken) ? keep(name, taken.id) : openDialog(NAME_DIALOG);
    if (!answer.response) return void toast(answer.reason ?? "Failed Saving!", "bad");
    toast(`${name} kept`);
    setSets((all) =>
      [...all.filter(({ id }) => id !== answer.data.id), answer.data].sort((a, b) => a.name.localeCompare(b.name))
    );
  }

  async function remove({ id, name }: ConditionSet) {
    const more = "Loans keep the conditions that it added.";
    if (!await confirmDialog(`Delete the set ${name}?`, { yes: "Delete set", more, risky: true })) return;
    const answer = await callApi("/api/loans/deleteconditionset", { id });
    if (!answer.response) return toast(answer.reason ?? "Error", "bad");
    toast(`${name} deleted`);
    setSets((all) => all.filter((set) => set.id !== id));
  }

  return (
    <div className="btn-row condition-sets" role="group" aria-label="Sets of conditions">
      {sets.map((set) => {
        const missing = missingOf(set.conditions, items).length;
        return editing
          ? (
            <button key={set.id} className="btn slim" type="button" onClick={() => remove(set)}>
              <Icon name="trash-2" />
              {set.name}
              <span className="visually-hidden">, delete this set</span>
            </button>
          )
          : (
            <button
              key={set.id}
              className="btn slim"
              type="button"
              aria-disabled={missing === 0 || undefined}
              title={set.conditions.map(({ title }) => title).join(", ")}
              onClick={() => missing > 0 && draft.addSet(set.conditions)}
            >
              <Icon name={missing === 0 ? "check" : "plus"} />
              {missing === 0 ? set.name : `${set.name}, ${missing}`}
            </button>
          );
      })}
      {keeps && (
        <button className="btn bare slim" type="button" onClick={() => openDialog(NAME_DIALOG)}>
          Keep list as a set
        </button>
      )}
      {keeps && (
        <WhenAwake>
          <Dialog id={NAME_DIALOG} title="Keep these conditions as a set" slim>
            <NameForm onName={keep} />
          </Dialog>
        </WhenAwake>
      )}
    </div>
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

/** Asks under which name the list is kept. */
function NameForm({ onName }: { onName: (name: string) => void }): ReactNode {
  const { errors, handlers } = useForm({
    check: ({ name = "" }): Record<string, string> => name.trim() ? {} : { name: "Give the set a name." },
    done(_answer, { name = "" }) {
      closeDialog(NAME_DIALOG);
      onName(name.trim());
    },
  });
  return (
    <form className="stack" noValidate {...handlers}>
      <TextField
        id="condition-set"
        name="name"
        label="Name"
        hint="For instance Second, refinance."
        maxLength={60}
        error={errors.name}
      />
      <footer>
        <button className="btn" type="button" onClick={() => closeDialog(NAME_DIALOG)}>Cancel</button>
        <button className="btn primary" type="submit">Keep set</button>
      </footer>
    </form>
  );
}
