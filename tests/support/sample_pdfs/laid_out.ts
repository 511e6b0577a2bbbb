/** A sample document in one maker's layout, and how its page is written. */
import type { DocumentType } from "../../../lib/domain/documents/document_types.ts";
import type { Placed } from "./layouts.ts";

export interface LaidOut {
  name: string;
  type: DocumentType;
  bytes: () => Uint8Array<ArrayBuffer>;
  /** What a person finds, as the form takes it. */
  wanted: Readonly<Record<string, string>>;
}

const SIZE = 10;
export const text = (x: number, y: number, words: string, size = SIZE): Placed => ({ text: words, x, y, size });
/** Lines of texts at the same columns, from `top` down. */
export const rows = (
  top: number,
  step: number,
  columns: readonly number[],
  lines: readonly (readonly string[])[],
): Placed[] =>
  lines.flatMap((line, i) =>
    line.flatMap((words, column) => words === "" ? [] : [text(columns[column], top + i * step, words)])
  );
