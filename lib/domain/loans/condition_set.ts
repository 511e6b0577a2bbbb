import type { ConditionTerms } from "./condition_merge.ts";
import { PRESET_COUNT } from "./conditions.ts";

/** What a set would add to a list: presets that are not on it, and custom conditions whose title is not. */
export function missingOf(
  set: readonly ConditionTerms[],
  list: readonly Pick<ConditionTerms, "id" | "title">[],
): ConditionTerms[] {
  const ids = new Set(list.map(({ id }) => id));
  const titles = new Set(list.map(({ title }) => title));
  return set.filter(({ id, title }) => id <= PRESET_COUNT ? !ids.has(id) : !titles.has(title));
}
