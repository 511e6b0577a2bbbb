/** Text of a document with positions. */

/** A text run: points from the page's top left corner; `y` is its baseline, `height` its letter size. */
export interface TextItem {
  text: string;
  x: number;
  y: number;
  width: number;
  height: number;
}

/** The text runs of one page, in any order. */
export type DocumentPage = readonly TextItem[];

/** Text for comparison: composed, without ligatures and invisible characters, plain dashes and spaces. */
export function plainText(text: string): string {
  return text.normalize("NFKC").replace(/[\p{Cc}\p{Zs}]/gu, " ").replace(/[\p{Cf}\p{Co}\p{Cs}]/gu, "")
    .replace(/[\u2010-\u2015\u2212]/g, "-");
}

/** Lower-case letters without accents, as headings in capitals often are. */
export const unaccented = (text: string): string =>
  text.trim().toLowerCase().normalize("NFD").replace(/\p{M}/gu, "").replace(/[\u2018\u2019]/g, "'").replace(
    /\s+/g,
    " ",
  );

/** True for letter-spaced text: `V a l u e`. */
export function isLetterSpaced(text: string): boolean {
  return text.replace(/\s/g, "").length >= 4 && text.trim().split(/\s{2,}/).every((word) => /^\S( \S)*$/u.test(word));
}

/** One space between words; letter-spaced words are joined. */
export function tidySpacing(text: string): string {
  const words = text.trim().split(/\s{2,}/);
  return (isLetterSpaced(text) ? words.map((word) => word.replaceAll(" ", "")) : words).join(" ");
}
