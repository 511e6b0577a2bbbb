/** A text as a sentence: with a full stop, unless it has an end, which quotation marks or a bracket may follow. */
export const withFullStop = (text: string): string => /[.!?\u2026][\u201d\u2019"')\]]*$/.test(text) ? text : `${text}.`;

/** A text that a sentence goes on with: its first word is not capitalised, unless it is an acronym. */
export const inSentence = (text: string): string =>
  text.replace(/^(?:\p{Lu}(?=\p{Ll})|A(?=\s))/u, (letter) => letter.toLowerCase());

/** Words as a sentence lists them: `a`, `a and b`, `a, b and c`. */
export const listedText = (words: readonly string[]): string =>
  words.length < 2 ? words.join("") : `${words.slice(0, -1).join(", ")} and ${words.at(-1)}`;
