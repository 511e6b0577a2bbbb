import {
  CONDITION_PRESETS,
  type ConditionType,
  customConditionId,
  PRESET_COUNT,
  type Restriction,
} from "./conditions.ts";

/** The fields of a condition that an administrator may set. */
export interface ConditionTerms {
  /** 1 to 20 for presets, above 20 for custom conditions. */
  id: number;
  type: ConditionType;
  title: string;
  restriction: Restriction;
  optional: boolean;
  /** Instructions for the broker. */
  note: string;
}

/** A condition in the list that an administrator saves. */
export type SentCondition =
  & Pick<ConditionTerms, "id" | "type" | "title">
  & Partial<ConditionTerms>
  & { completed?: boolean };
/** A condition as the administrator's list was loaded. */
export interface LoadedCondition extends Partial<ConditionTerms> {
  id: number;
  completed: boolean;
  /** When the broker last changed it, in milliseconds, 0 for never; undefined where that is unknown. */
  brokerUpdatedAt?: number;
}
/** A condition as stored. `unseen`: the broker changed it since the lender last looked. */
export type StoredCondition = ConditionTerms & { completed: boolean; unseen: boolean; brokerUpdatedAt: number | null };

export interface MergedCondition extends ConditionTerms {
  completed: boolean;
  /** True where it is not stored yet. */
  added: boolean;
}

/**
 * Three-way merge by id of the lists sent, as loaded and stored. What the administrator left alone, or did not send,
 * stays as stored; completed ones keep their type. Deletions stay; what was completed or added since stays. An added
 * condition whose id was taken meanwhile gets the next free one, unless it is there with all its terms: sent again.
 */
export function mergeConditions(
  stored: readonly StoredCondition[],
  sent: readonly SentCondition[],
  loaded: readonly LoadedCondition[] | null,
): MergedCondition[] {
  const before = new Map(loaded?.map((condition) => [condition.id, condition]));
  const now = new Map(stored.map((condition) => [condition.id, condition]));
  const list: MergedCondition[] = [];
  const renumbered: SentCondition[] = [];
  for (const condition of sent) {
    const known = before.get(condition.id);
    const current = now.get(condition.id);
    if (current) {
      const isIdTaken = loaded !== null && !known && condition.id > PRESET_COUNT && !isAlike(current, condition);
      // Sent again it is there under the id that it got.
      if (isIdTaken && stored.some((one) => !before.has(one.id) && isAlike(one, condition))) continue;
      if (isIdTaken) renumbered.push(condition);
      else list.push(mergeCondition(current, condition, known));
    } else if (!known) list.push({ ...allTerms(condition), completed: false, added: true });
  }
  const merged = new Set(list.map(({ id }) => id));
  for (const condition of stored) {
    if (merged.has(condition.id) || isDeleted(condition, loaded, before.get(condition.id))) continue;
    list.push({ ...allTerms(condition), completed: condition.completed, added: false });
  }
  for (const condition of renumbered) {
    list.push({ ...allTerms(condition), id: customConditionId(list), completed: false, added: true });
  }
  return loaded && !reordered(sent, loaded) ? inStoredOrder(list, stored) : list;
}

/**
 * True where the sender and another person set one term of one condition to different values after the sender had
 * loaded the list, or the sender changed a condition that was deleted since. The sender then chooses.
 */
export function conditionsClash(
  stored: readonly StoredCondition[],
  sent: readonly SentCondition[],
  loaded: readonly LoadedCondition[] | null,
): boolean {
  return sent.some((condition) => {
    const known = loaded?.find(({ id }) => id === condition.id);
    if (!known) return false;
    const there = stored.find(({ id }) => id === condition.id);
    const wanted = sentTerms(condition), now = there && allTerms(there);
    return Object.keys(wanted).some((name) => {
      const term = name as keyof ConditionTerms;
      if (known[term] === undefined || wanted[term] === known[term]) return false;
      return !now || (now[term] !== known[term] && now[term] !== wanted[term]);
    });
  });
}

/** True where the administrator changed the order of what both lists have. */
function reordered(sent: readonly SentCondition[], loaded: readonly LoadedCondition[]): boolean {
  const both = new Set(sent.map(({ id }) => id)).intersection(new Set(loaded.map(({ id }) => id)));
  const [was, is] = [loaded, sent].map((list) => list.map(({ id }) => id).filter((id) => both.has(id)));
  return was.some((id, index) => id !== is[index]);
}

/** The stored conditions in stored order; added ones keep their places among them. */
function inStoredOrder(list: readonly MergedCondition[], stored: readonly StoredCondition[]): MergedCondition[] {
  const there = new Map(list.filter(({ added }) => !added).map((condition) => [condition.id, condition]));
  const inOrder = stored.flatMap(({ id }) => there.get(id) ?? []).values();
  return list.map((condition) => condition.added ? condition : inOrder.next().value!);
}

function mergeCondition(
  there: StoredCondition,
  sent: SentCondition,
  known: LoadedCondition | undefined,
): MergedCondition {
  const isChange = known !== undefined && sent.completed !== undefined && sent.completed !== known.completed;
  const changed = Object.entries(sentTerms(sent)).filter(([name, value]) =>
    known?.[name as keyof ConditionTerms] !== value
  );
  return {
    ...allTerms(there),
    ...Object.fromEntries(changed),
    ...(there.completed ? { type: there.type } : {}),
    completed: isChange ? sent.completed! : there.completed,
    added: false,
  };
}

/**
 * True for a deliberate deletion: missing from `sent`, but loaded, and not completed since, nor answered anew where it
 * was completed already.
 */
function isDeleted(
  condition: StoredCondition,
  loaded: readonly LoadedCondition[] | null,
  known: LoadedCondition | undefined,
): boolean {
  if (loaded === null) return !(condition.completed && condition.unseen);
  if (!known) return false;
  const isSame = known.brokerUpdatedAt === undefined || known.brokerUpdatedAt >= (condition.brokerUpdatedAt ?? 0);
  return !condition.completed || (known.completed && isSame);
}

/** True for the same terms under whatever id. */
const isAlike = (one: SentCondition, other: SentCondition): boolean =>
  JSON.stringify({ ...allTerms(one), id: 0 }) === JSON.stringify({ ...allTerms(other), id: 0 });

/** The terms that were sent; a preset keeps its type. */
function sentTerms(sent: SentCondition): Partial<ConditionTerms> {
  return Object.fromEntries(Object.entries(allTerms(sent)).filter(([name]) => sent[name as "id"] !== undefined));
}

/** The condition's terms alone, all of them; a preset keeps its type. */
function allTerms(
  { id, type, title, restriction = "none", optional = false, note = "" }: SentCondition,
): ConditionTerms {
  const preset = CONDITION_PRESETS.find((candidate) => candidate.id === id);
  return { id, type: preset?.type ?? type, title, restriction, optional, note };
}
