/** Letters with a stroke, which Unicode does not take apart, by the letter that people type for them. */
export const STROKED: Readonly<Record<string, string>> = { Ł: "L", ł: "l", Ø: "O", ø: "o", Đ: "D", đ: "d" };

const WITH_STROKE = new RegExp(`[${Object.keys(STROKED).join("")}]`, "g");

/** Text whose letters have no stroke. */
export const withoutStrokes = (text: string): string => text.replace(WITH_STROKE, (letter) => STROKED[letter]);

/** Text for comparing: without case, accents and strokes, as a person types a name in a search. */
export const folded = (text: string): string =>
  withoutStrokes(text.normalize("NFD").replace(/\p{M}/gu, "")).toLowerCase();

/** Whether every word of a search is in a text, ignoring case and accents. */
export function matchesWords(text: string, search: string): boolean {
  const within = folded(text);
  return folded(search).split(/\s+/).every((word) => within.includes(word));
}
