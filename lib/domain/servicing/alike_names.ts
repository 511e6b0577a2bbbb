import { folded } from "../folded.ts";
import { listedText } from "../sentence.ts";

/**
 * Says of names that differ in accents, case or spaces alone that each is a participant of its own; a sentence for
 * each group. Accents tell people apart too, so no name is taken for another.
 */
export function alikeNames(names: readonly string[]): string[] {
  const groups = Map.groupBy(names, (name) => folded(name.trim().replace(/\s+/g, " "))).values();
  return [...groups].filter(({ length }) => length > 1).map((alike) =>
    `${listedText(alike)} count as ${alike.length} participants. Where they are one, enter one name on all loans.`
  );
}
