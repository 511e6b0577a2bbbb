import { type ReactNode, useRef } from "react";
import { sendReview } from "../../lib/client/conditions/conditions.ts";
import { startDocument } from "../../lib/client/document_state.ts";
import {
  type ConditionItem,
  conditionPartName,
  conditionPartText,
  isConditionTerm,
  type LoanConditions,
} from "../../lib/domain/loans/condition_item.ts";
import type { ConditionTerms } from "../../lib/domain/loans/condition_merge.ts";
import { missingOf } from "../../lib/domain/loans/condition_set.ts";
import { customConditionId, PRESET_COUNT, reviewGroupOf } from "../../lib/domain/loans/conditions.ts";
import { useDocument, useDocumentStore } from "../forms/use_document.ts";
import { useLeaveGuard } from "../shell/guards.ts";
import { type ConditionActs, returnId, useConditions } from "./_use_conditions.ts";

/** What the form of a condition gives; a new one has no id yet. */
export type EditedTerms = Omit<ConditionTerms, "id"> & { id?: number };

export interface ConditionDraft extends ConditionActs {
  /** Accepts what completed a condition, or sends it back where a reason is given. Answers whether it was saved. */
  review(item: ConditionItem, reason?: string): Promise<boolean>;
  dirty: boolean;
  saving: boolean;
  /** True where the condition is stored already: only then can anybody act on it. */
  isStored(id: number): boolean;
  addPresets(presets: readonly (ConditionTerms | Omit<ConditionTerms, "optional">)[]): void;
  /** Adds what is missing of a set; custom conditions get ids of this loan. */
  addSet(set: readonly ConditionTerms[]): void;
  /** Changes the condition with this id, or adds a custom one. */
  put(terms: EditedTerms): void;
  remove(id: number): void;
  /** Changes places with the neighbour in the same group; answers the new place from 1, or null at the end. */
  move(id: number, by: 1 | -1): { place: number; of: number } | null;
  discard(): void;
  /** True once saved. */
  save(): Promise<boolean>;
  /** The dialog of a stale save. */
  dialog: ReactNode;
}

export const termsOf = ({ id, type, title, restriction, optional, note }: ConditionTerms): ConditionTerms => ({
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

/** Custom conditions that were added here get other ids than those that somebody else added meanwhile. */
function distinct(draft: ConditionItem[], base: readonly ConditionItem[], theirs: readonly ConditionItem[]) {
  return draft.reduce<ConditionItem[]>((list, item) => {
    const isNew = item.id > PRESET_COUNT && !base.some(({ id }) => id === item.id);
    const taken = isNew && theirs.some(({ id }) => id === item.id);
    return [...list, taken ? { ...item, id: customConditionId([...draft, ...theirs, ...list], base) } : item];
  }, []);
}

type SaveResult = { data: { brokerConditions: string } };

/** The list as the administrator is changing it. Acts count at once; the list itself when it is saved. */
export function useConditionDraft(start: LoanConditions): ConditionDraft {
  const { loanId } = start;
  const store = useDocumentStore<ConditionItem[], null>(() => startDocument(start.conditions, null));
  /** Deleted here, completed by the broker before the save: the merge keeps them. */
  const kept = useRef<ConditionItem[]>([]);
  const edit = useDocument<ConditionItem[], null, SaveResult, ConditionItem[]>(store, {
    staleId: "stale-conditions",
    text: {
      nameOf: conditionPartName,
      textOf: (path, value) => conditionPartText(path, value),
      shows: isConditionTerm,
    },
    check: () => ({}),
    distinct,
    path: "/api/loans/savebrokerconditions",
    body: (items, { base }) => ({
      loanId,
      conditions: items.map(termsOf),
      loaded: base.map((was) => ({
        ...termsOf(was),
        completed: was.completed,
        brokerUpdatedAt: was.brokerUpdatedAt,
      })),
    }),
    stored({ data }, sent) {
      const saved: ConditionItem[] = JSON.parse(data.brokerConditions);
      kept.current = saved.filter(({ id }) =>
        store.latest().base.some((was) => was.id === id) && !sent.some((one) => one.id === id)
      );
      // Marks of what the broker updated stay for this visit.
      const marked = new Set(store.latest().draft.filter((item) => item.updated).map(({ id }) => id));
      return {
        document: saved.map((item) => ({ ...item, updated: item.updated || marked.has(item.id) })),
        version: null,
      };
    },
    theirs: (list) => ({ document: list, version: null }),
    said: () =>
      ["Conditions Saved!", ...kept.current.map(({ title }) => `${title} was completed meanwhile and stays.`)].join(
        " ",
      ),
    failed: "Failed Saving!",
    focus: () => {},
  });
  const { base, draft: items } = edit;
  const acts = useConditions(loanId, items, edit.absorb);
  const dirty = JSON.stringify(items.map(termsOf)) !== JSON.stringify(base.map(termsOf));
  useLeaveGuard(dirty);

  const change = (next: (list: ConditionItem[]) => ConditionItem[]) => edit.edit("", next);

  async function review(item: ConditionItem, reason?: string) {
    const sent = await sendReview(loanId, item, reason);
    if (!sent.response) {
      if (!edit.askStale(sent)) edit.refuse(sent.reason ?? "Failed Updating Condition!");
      return false;
    }
    const decision = reason === undefined ? { accepted: true } : {
      accepted: false,
      completed: false,
      completedAt: null,
      completedBy: "",
      returnedAt: Date.now(),
      returnReason: reason,
    };
    acts.follow(item.id, reason === undefined ? returnId(item.id) : undefined);
    acts.patch(item.id, decision);
    return true;
  }

  return {
    ...acts,
    review,
    dirty,
    saving: edit.busy,
    isStored: (id) => base.some((was) => was.id === id),
    addPresets: (presets) =>
      change((list) => [
        ...list,
        ...presets.map((preset) => base.find(({ id }) => id === preset.id) ?? fresh({ optional: false, ...preset })),
      ]),
    addSet(set) {
      change((list) =>
        missingOf(set, list).reduce((all, terms) => {
          const there = terms.id <= PRESET_COUNT && base.find(({ id }) => id === terms.id);
          return [
            ...all,
            there || fresh(terms.id <= PRESET_COUNT ? terms : { ...terms, id: customConditionId(all, base) }),
          ];
        }, list)
      );
    },
    put({ id, ...terms }) {
      change((list) =>
        id === undefined
          ? [...list, fresh({ ...terms, id: customConditionId(list, base) })]
          : list.map((item) => item.id === id ? { ...item, ...terms } : item)
      );
    },
    remove: (id) => change((list) => list.filter((item) => item.id !== id)),
    move(id, by) {
      const item = items.find((one) => one.id === id)!;
      const group = items.filter((one) => reviewGroupOf(one) === reviewGroupOf(item));
      const from = group.indexOf(item);
      const other = group[from + by];
      if (!other) return null;
      change((list) => list.map((one) => one.id === id ? other : one.id === other.id ? item : one));
      return { place: from + by + 1, of: group.length };
    },
    discard: edit.discard,
    save: async () => await edit.save() !== null,
    dialog: edit.dialog,
  };
}
