/** Text for comparing: without case and accents, as a person types a name in a search. */
export const folded = (text: string): string => text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();

/** Whether every word of a search is in a text, ignoring case and accents. */
export function matchesWords(text: string, search: string): boolean {
  const within = folded(text);
  return folded(search).split(/\s+/).every((word) => within.includes(word));
}
