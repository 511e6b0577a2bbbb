/** Reads a document's text into fields of an application (spec 001, section 5.5). Pure: positions in, values out. */
import { type DocumentField, type DocumentType, readValue } from "./fields.ts";
import { fieldsOf } from "./labels.ts";
import { linesOf } from "./layout.ts";
import { pairsOf } from "./pairs.ts";
import { recognise } from "./recognise.ts";
import { holdsSin, SIN_MASK } from "./sin.ts";
import type { DocumentPage } from "./text.ts";

/** A value as the form takes it, with the page that it stands on, counted from 1. */
export interface ReadField {
  field: DocumentField;
  value: string;
  page: number;
}

export interface DocumentReading {
  /** Null where the words do not tell what the document is: then nothing is read of it. */
  type: DocumentType | null;
  fields: ReadField[];
  /** Fields that documents of this type have and this one does not, or has twice with different values. */
  missed: DocumentField[];
}

/**
 * Tells the document's type and reads its fields. What is uncertain is missed: a value without a clear label, a label
 * with two different values, anything that looks like a social insurance number.
 */
export function readDocument(pages: readonly DocumentPage[]): DocumentReading {
  const lines = pages.map(linesOf);
  const type = recognise(lines);
  if (type === null) return { type, fields: [], missed: [] };
  const found = new Map<DocumentField, (ReadField & { rank: number })[]>();
  let away = false;
  for (const [index, page] of lines.entries()) {
    const read = pairsOf(type, page, away);
    away = read.away;
    for (const { target, rank, label, value: raw } of read.pairs) {
      const entries = Object.entries(readValue(target, label, raw) ?? {}) as [DocumentField, string][];
      for (const [field, value] of entries) {
        if (value.includes(SIN_MASK) || holdsSin(value)) continue;
        // What comes along with an address yields to a label of its own.
        const sure = field === target || target === "name" ? rank : rank + 2;
        found.set(field, [...found.get(field) ?? [], { field, value, page: index + 1, rank: sure }]);
      }
    }
  }
  const fields = fieldsOf(type).flatMap((field) => agreed(found.get(field) ?? []));
  const filled = new Set(fields.map(({ field }) => field));
  return { type, fields, missed: fieldsOf(type).filter((field) => !filled.has(field)) };
}

/** The one value of the surest labels; nothing where they differ. */
function agreed(all: readonly (ReadField & { rank: number })[]): ReadField[] {
  const best = Math.min(...all.map(({ rank }) => rank));
  const [first, ...more] = all.filter(({ rank }) => rank === best);
  const same = (text: string) => text.toLowerCase().replace(/[^\p{L}\p{N}]/gu, "");
  if (!first || more.some(({ value }) => same(value) !== same(first.value))) return [];
  const { field, value, page } = first;
  return [{ field, value, page }];
}
