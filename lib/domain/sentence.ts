/** A text as a sentence: with a full stop, unless its last word ends with one ("Inc.") or it asks or exclaims. */
export const ended = (text: string): string => /[.!?…][”’"')\]]*$/.test(text) ? text : `${text}.`;
