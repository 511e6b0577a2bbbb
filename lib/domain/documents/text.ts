/** Text of a document as its file places it. */

/** A run of text: points from the page's top left corner; `y` is its baseline, `height` the size of its letters. */
export interface TextItem {
  text: string;
  x: number;
  y: number;
  width: number;
  height: number;
}

/** The text of one page, in any order. */
export type DocumentPage = readonly TextItem[];

/** Text in the forms that comparing needs: composed, ligatures apart, nothing unseen, dashes and spaces plain. */
export function plainText(text: string): string {
  return text.normalize("NFKC").replace(/[\p{Cc}\p{Zs}]/gu, " ").replace(/[\p{Cf}\p{Co}\p{Cs}]/gu, "")
    .replace(/[\u2010-\u2015\u2212]/g, "-");
}

/** True for text whose letters are set apart: `V a l u e`. */
export function isSpread(text: string): boolean {
  return text.replace(/\s/g, "").length >= 4 && text.trim().split(/\s{2,}/).every((word) => /^\S( \S)*$/u.test(word));
}

/** One space between words; letters that were set apart come together again. */
export function tidySpacing(text: string): string {
  const words = text.trim().split(/\s{2,}/);
  return (isSpread(text) ? words.map((word) => word.replaceAll(" ", "")) : words).join(" ");
}
