/** A page's cells as labels and values. */
import type { DocumentType } from "./document_types.ts";
import { isLoose, readValue } from "./fields.ts";
import { isLabel, type LabelMeaning, meaningOf } from "./labels.ts";
import { type Cell, inColumn } from "./layout.ts";

/** A label and the text of its value. */
export interface Pair extends LabelMeaning {
  label: string;
  value: string;
}

/** A cell, classified as a label (with its value where they share a text run) or a value. */
export interface ClassifiedCell {
  cell: Cell;
  label: string | null;
  meaning: LabelMeaning | null;
  inline: string | null;
}

/** The classified cells of a page, line by line. */
export type ClassifiedLines = readonly (readonly ClassifiedCell[])[];

/** Maximum distance of a value below its label, in letter heights. */
const REACH_BELOW = 2.7;

/** More words than any label has. */
const LABEL_WORDS = 8;

/** Words before a colon: a label, though an unknown one. */
const UNKNOWN_LABEL = /^\p{L}[\p{L} ()/.'&-]{0,40}$/u;

/** A cell as a label, a label with its value, or a value. */
export function classify(type: DocumentType, cell: Cell): ClassifiedCell {
  const { text } = cell;
  const colon = text.indexOf(":");
  if (colon > 0) {
    const label = text.slice(0, colon).trim();
    const rest = text.slice(colon + 1).trim();
    if (isLabel(label) || rest === "" || UNKNOWN_LABEL.test(label)) {
      return { cell, label, meaning: meaningOf(type, label), inline: rest || null };
    }
  }
  if (isLabel(text)) return { cell, label: text, meaning: meaningOf(type, text), inline: null };
  return splitCell(type, cell) ?? { cell, label: null, meaning: null, inline: null };
}

/** `Appraised value $850,000` in one text run: only for values of an unmistakable format. */
function splitCell(type: DocumentType, cell: Cell): ClassifiedCell | null {
  const words = cell.text.split(" ");
  for (let count = Math.min(words.length - 1, LABEL_WORDS); count > 0; count--) {
    const label = words.slice(0, count).join(" ");
    const meaning = meaningOf(type, label);
    if (!meaning || isLoose(meaning.target)) continue;
    const inline = words.slice(count).join(" ");
    if (readValue(meaning.target, label, inline)) return { cell, label, meaning, inline };
  }
  return null;
}

/** The label that has no value of its own; undefined for anything else. */
export const withoutValue = (one: ClassifiedCell | undefined): ClassifiedCell | undefined =>
  one && one.label !== null && one.inline === null ? one : undefined;

/** The nearest cell above in the same column, within a label's reach. */
export function cellOver(lines: ClassifiedLines, cell: Cell): ClassifiedCell | undefined {
  for (let line = cell.line - 1; line >= 0; line--) {
    const row = lines[line];
    if (row.length > 0 && cell.y - row[0].cell.y > REACH_BELOW * Math.max(cell.height, 4)) return undefined;
    const found = row.find((one) => inColumn(one.cell, cell));
    if (found) return found;
  }
}

/** The nearest cell below in the same column, within reach. */
export function belowOf(lines: ClassifiedLines, cell: Cell): ClassifiedCell | undefined {
  for (let line = cell.line + 1; line < lines.length; line++) {
    const row = lines[line];
    if (row.length > 0 && row[0].cell.y - cell.y > REACH_BELOW * Math.max(cell.height, 4)) return undefined;
    const found = row.find((one) => inColumn(cell, one.cell));
    if (found) return found;
  }
}
