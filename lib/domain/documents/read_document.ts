/** Reads a document's text into application fields (loans specification 5.5). Pure: positions in, values out. */
import type { DocumentType } from "./document_types.ts";
import { type DocumentField, readValue } from "./fields.ts";
import { fieldsOf } from "./labels.ts";
import { linesOf } from "./layout.ts";
import { pairsOf } from "./pairs.ts";
import { recognise } from "./recognise.ts";
import { containsSin, SIN_MASK } from "./sin.ts";
import type { DocumentPage } from "./text.ts";

/** A value as the form takes it, with its page, counted from 1. */
export interface ReadField {
  field: DocumentField;
  value: string;
  page: number;
}

export interface DocumentReading {
  /** Null where the document's type is unknown: then no field is read. */
  type: DocumentType | null;
  fields: ReadField[];
  /** Fields of this document type that are absent, or present with different values. */
  missed: DocumentField[];
}

/** Missed only where a document tells of a second mortgage: most properties have none. */
const SECOND = new Set<DocumentField>(["secondMortgage", "secondMortgageLender", "secondMortgageMonthlyPayment"]);

/**
 * Detects the document's type and reads its fields. Uncertain values are left out: no clear label, two different values
 * for a label, or anything that looks like a social insurance number.
 */
export function readDocument(pages: readonly DocumentPage[]): DocumentReading {
  const lines = pages.map(linesOf);
  const recognised = recognise(lines);
  if (recognised === null) return { type: null, fields: [], missed: [] };
  const { type } = recognised;
  const found = new Map<DocumentField, (ReadField & { rank: number })[]>();
  let away = false;
  for (const index of recognised.pages) {
    const read = pairsOf(type, lines[index], away);
    away = read.away;
    for (const { target, rank, label, value: raw } of read.pairs) {
      const entries = Object.entries(readValue(target, label, raw) ?? {}) as [DocumentField, string][];
      for (const [field, value] of entries) {
        if (value.includes(SIN_MASK) || containsSin(value)) continue;
        // Parts of an address rank below a label of their own.
        const sure = field === target || target === "name" ? rank : rank + 2;
        found.set(field, [...found.get(field) ?? [], { field, value, page: index + 1, rank: sure }]);
      }
    }
  }
  const fields = fieldsOf(type).flatMap((field) => unambiguous(found.get(field) ?? []));
  const filled = new Set(fields.map(({ field }) => field));
  const asked = fieldsOf(type).filter((field) => !SECOND.has(field) || [...SECOND].some((one) => found.has(one)));
  return { type, fields, missed: asked.filter((field) => !filled.has(field)) };
}

/** The value of the best-ranked labels; empty where they differ. */
function unambiguous(all: readonly (ReadField & { rank: number })[]): ReadField[] {
  const best = Math.min(...all.map(({ rank }) => rank));
  const [first, ...more] = all.filter(({ rank }) => rank === best);
  const same = (text: string) => text.toLowerCase().replace(/[^\p{L}\p{N}]/gu, "");
  if (!first || more.some(({ value }) => same(value) !== same(first.value))) return [];
  const { field, value, page } = first;
  return [{ field, value, page }];
}
