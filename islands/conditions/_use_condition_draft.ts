import { useState } from "react";
import { callApi } from "../../lib/client/call_api.ts";
import { sendReview } from "../../lib/client/conditions/conditions.ts";
import { toast } from "../../lib/client/toast.ts";
import type { ConditionItem, LoanConditions } from "../../lib/domain/loans/condition_item.ts";
import type { ConditionTerms } from "../../lib/domain/loans/condition_merge.ts";
import { customConditionId } from "../../lib/domain/loans/conditions.ts";
import { useLeaveGuard } from "../shell/guards.ts";
import { type ConditionActs, returnId, useConditions } from "./_use_conditions.ts";

/** What the form of a condition gives; a new one has no id yet. */
export type EditedTerms = Omit<ConditionTerms, "id"> & { id?: number };

export interface ConditionDraft extends ConditionActs {
  /** Accepts what completed a condition, or sends it back where a reason is given. */
  review(item: ConditionItem, reason?: string): Promise<void>;
  dirty: boolean;
  saving: boolean;
  /** True where the condition is stored already: only then can anybody act on it. */
  isStored(id: number): boolean;
  addPresets(presets: readonly (ConditionTerms | Omit<ConditionTerms, "optional">)[]): void;
  /** Changes the condition with this id, or adds a custom one. */
  put(terms: EditedTerms): void;
  remove(id: number): void;
  /** Changes places with the neighbour in the same group; answers the new place from 1, or null at the end. */
  move(id: number, by: 1 | -1): { place: number; of: number } | null;
  discard(): void;
  save(): Promise<void>;
}

const termsOf = ({ id, type, title, restriction, optional, note }: ConditionTerms): ConditionTerms => ({
  id,
  type,
  title,
  restriction,
  optional,
  note,
});

function fresh(terms: ConditionTerms): ConditionItem {
  return {
    ...termsOf(terms),
    completed: false,
    text: "",
    fileName: "",
    fileId: "",
    fileSize: null,
    completedAt: null,
    completedBy: "",
    accepted: false,
    returnedAt: null,
    returnReason: "",
    updated: false,
    ready: false,
    brokerUpdatedAt: 0,
  };
}

/** An id for a custom condition; those of removed ones stay taken until the list is saved. */
function newId(list: readonly ConditionItem[], base: readonly ConditionItem[]): number {
  const removed = base.filter((was) => !list.some(({ id }) => id === was.id));
  let id = customConditionId(list);
  while (removed.some((was) => was.id === id)) id++;
  return id;
}

/** The list as the administrator is changing it. Acts count at once; the list itself when it is saved. */
export function useConditionDraft(start: LoanConditions): ConditionDraft {
  const { loanId } = start;
  const acts = useConditions(loanId, start.conditions, true);
  const { items, setItems } = acts;
  const [base, setBase] = useState(start.conditions);
  const [saving, setSaving] = useState(false);
  const dirty = JSON.stringify(items.map(termsOf)) !== JSON.stringify(base.map(termsOf));

  useLeaveGuard(dirty);

  /** The stored list in its terms, with what has become of its conditions since it was loaded. */
  const current = () => base.map((was) => ({ ...items.find(({ id }) => id === was.id) ?? was, ...termsOf(was) }));

  async function save() {
    if (saving) return;
    setSaving(true);
    const answer = await callApi<{ data: { brokerConditions: string } }>("/api/loans/savebrokerconditions", {
      loanId,
      conditions: items.map(termsOf),
      loaded: current().map((was) => ({ ...termsOf(was), completed: was.completed })),
    });
    setSaving(false);
    if (!answer.response) return void toast(["Failed Saving!", answer.reason].filter(Boolean).join(" "), "bad");
    const saved: ConditionItem[] = JSON.parse(answer.data.brokerConditions);
    // Marks of what the broker updated stay for this visit.
    const marked = new Set(items.filter((item) => item.updated).map(({ id }) => id));
    const list = saved.map((item) => ({ ...item, updated: item.updated || marked.has(item.id) }));
    setBase(list);
    setItems(list);
    toast("Conditions Saved!");
  }

  async function review(item: ConditionItem, reason?: string) {
    if (!await sendReview(loanId, item, reason)) return;
    const answer = reason === undefined ? { accepted: true } : {
      accepted: false,
      completed: false,
      completedAt: null,
      completedBy: "",
      returnedAt: Date.now(),
      returnReason: reason,
    };
    acts.follow(item.id, reason === undefined ? returnId(item.id) : undefined);
    acts.patch(item.id, answer);
  }

  return {
    ...acts,
    review,
    dirty,
    saving,
    isStored: (id) => base.some((was) => was.id === id),
    addPresets: (presets) =>
      setItems((list) => [
        ...list,
        ...presets.map((preset) => base.find(({ id }) => id === preset.id) ?? fresh({ optional: false, ...preset })),
      ]),
    put({ id, ...terms }) {
      setItems((list) =>
        id === undefined
          ? [...list, fresh({ ...terms, id: newId(list, base) })]
          : list.map((item) => item.id === id ? { ...item, ...terms } : item)
      );
    },
    remove: (id) => setItems((list) => list.filter((item) => item.id !== id)),
    move(id, by) {
      const item = items.find((one) => one.id === id)!;
      const group = items.filter(({ completed }) => completed === item.completed);
      const from = group.indexOf(item);
      const other = group[from + by];
      if (!other) return null;
      setItems(items.map((one) => one === item ? other : one === other ? item : one));
      return { place: from + by + 1, of: group.length };
    },
    discard: () => setItems(current()),
    save,
  };
}
