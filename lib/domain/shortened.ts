/** Texts of which there is room for the beginning alone. */

/** The first `most` characters of a text; of an emoji or other letter that takes two of them, never a half. */
export function beginningOf(text: string, most: number): string {
  const cut = text.slice(0, most);
  return cut.isWellFormed() ? cut : cut.slice(0, -1);
}

/** The text, or as much of it as fits in `most` characters with an ellipsis after it. */
export const shortened = (text: string, most: number): string =>
  text.length > most ? `${beginningOf(text, most).trimEnd()}…` : text;
