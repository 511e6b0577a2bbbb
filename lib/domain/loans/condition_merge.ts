import {
  CONDITION_PRESETS,
  type ConditionType,
  customConditionId,
  PRESET_COUNT,
  type Restriction,
} from "./conditions.ts";

/** What an administrator may set on a condition. */
export interface ConditionTerms {
  id: number;
  type: ConditionType;
  title: string;
  restriction: Restriction;
  optional: boolean;
  note: string;
}

/** A condition of the list that an administrator saves. */
export type SentCondition = ConditionTerms & { completed?: boolean };
/** What the administrator had in front of them when they began. */
export interface LoadedCondition extends Partial<ConditionTerms> {
  id: number;
  completed: boolean;
}
/** A condition as it is now. `unseen`: the broker changed it since the lender last looked. */
export type StoredCondition = ConditionTerms & { completed: boolean; unseen: boolean };

export interface MergedCondition extends ConditionTerms {
  completed: boolean;
  /** Not stored yet. */
  added: boolean;
}

/**
 * The list after a save: what the administrator changed, upon what became of it meanwhile. Conditions meet by id, in the
 * order that was sent, or in the stored one where the sender moved nothing. Of their terms, and whether one is completed,
 * that stays as stored which the sender left as they had loaded it; a completed one keeps its type. One that is missing
 * from `sent` goes, but stays where the broker completed it or somebody added it after the sender had loaded the list; one
 * that somebody else deleted does not come back. A new custom condition whose id was taken meanwhile gets the next one
 * (`customConditionId`).
 */
export function mergeConditions(
  stored: readonly StoredCondition[],
  sent: readonly SentCondition[],
  loaded: readonly LoadedCondition[] | null,
): MergedCondition[] {
  const before = new Map(loaded?.map((condition) => [condition.id, condition]));
  const now = new Map(stored.map((condition) => [condition.id, condition]));
  const list: MergedCondition[] = [];
  const moved: SentCondition[] = [];
  for (const condition of sent) {
    const known = before.get(condition.id);
    const there = now.get(condition.id);
    if (there) {
      const isAnother = loaded !== null && !known && condition.id > PRESET_COUNT;
      if (isAnother) moved.push(condition);
      else list.push(changed(there, condition, known));
    } else if (!known) list.push({ ...terms(condition), completed: false, added: true });
  }
  const kept = new Set(list.map(({ id }) => id));
  for (const condition of stored) {
    if (kept.has(condition.id) || isDropped(condition, loaded, before.get(condition.id))) continue;
    list.push({ ...terms(condition), completed: condition.completed, added: false });
  }
  for (const condition of moved) {
    list.push({ ...terms(condition), id: customConditionId(list), completed: false, added: true });
  }
  return loaded && !reordered(sent, loaded) ? inStoredOrder(list, stored) : list;
}

/** Did the sender move what both lists have? */
function reordered(sent: readonly SentCondition[], loaded: readonly LoadedCondition[]): boolean {
  const both = new Set(sent.map(({ id }) => id)).intersection(new Set(loaded.map(({ id }) => id)));
  const [was, is] = [loaded, sent].map((list) => list.map(({ id }) => id).filter((id) => both.has(id)));
  return was.some((id, index) => id !== is[index]);
}

/** The stored conditions of the list in their stored order; the added ones keep their places among them. */
function inStoredOrder(list: readonly MergedCondition[], stored: readonly StoredCondition[]): MergedCondition[] {
  const there = new Map(list.filter(({ added }) => !added).map((condition) => [condition.id, condition]));
  const inOrder = stored.flatMap(({ id }) => there.get(id) ?? []).values();
  return list.map((condition) => condition.added ? condition : inOrder.next().value!);
}

function changed(there: StoredCondition, sent: SentCondition, known: LoadedCondition | undefined): MergedCondition {
  const isChange = known !== undefined && sent.completed !== undefined && sent.completed !== known.completed;
  const wanted = terms(sent);
  const left = Object.entries(terms(there)).filter(([name]) => {
    const term = name as keyof ConditionTerms;
    return known !== undefined && known[term] === wanted[term];
  });
  return {
    ...wanted,
    ...Object.fromEntries(left),
    ...(there.completed ? { type: there.type } : {}),
    completed: isChange ? sent.completed! : there.completed,
    added: false,
  };
}

/** Missing from what was sent: deleted on purpose, or unknown to the sender? */
function isDropped(
  condition: StoredCondition,
  loaded: readonly LoadedCondition[] | null,
  known: LoadedCondition | undefined,
): boolean {
  if (loaded === null) return !(condition.completed && condition.unseen);
  return known !== undefined && (known.completed || !condition.completed);
}

/** The fields of a condition's terms alone; a preset keeps its type. */
function terms({ id, type, title, restriction, optional, note }: ConditionTerms): ConditionTerms {
  const preset = CONDITION_PRESETS.find((candidate) => candidate.id === id);
  return { id, type: preset?.type ?? type, title, restriction, optional, note };
}
