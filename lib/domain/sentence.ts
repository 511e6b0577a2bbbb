/** A text as a sentence: with a full stop, unless its last word ends with one ("Inc.") or it asks or exclaims. */
export const withFullStop = (text: string): string => /[.!?…][”’"')\]]*$/.test(text) ? text : `${text}.`;

/** A text that a sentence goes on with: its first word is not capitalised, unless it is an acronym. */
export const inSentence = (text: string): string =>
  text.replace(/^(?:\p{Lu}(?=\p{Ll})|A(?=\s))/u, (letter) => letter.toLowerCase());
