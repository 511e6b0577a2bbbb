/** A printable document as data: the same blocks render on screen and as PDF. */

/** A label with its value; `total` marks a sum. */
export interface PrintRow {
  label: string;
  value: string;
  total?: boolean;
}

export type PrintBlock =
  | { kind: "heading"; text: string }
  | { kind: "paragraph"; text: string }
  | { kind: "bullets"; items: string[] }
  | { kind: "rows"; rows: PrintRow[] }
  | { kind: "signature"; name: string }
  | PrintTable;

/** A table. `numeric` are right-aligned columns; `foot` is a row of totals. */
export interface PrintTable {
  kind: "table";
  head: string[];
  rows: string[][];
  foot?: string[];
  numeric: number[];
}

export interface PrintDocument {
  /** `Mortgage commitment`. */
  title: string;
  /** Right of the title: loan and date. */
  reference: string[];
  /** The lender's name in the first page's header, with address, telephone and licences below. */
  sender: { name: string; lines: string[] };
  blocks: PrintBlock[];
  /** Footer of every page, before the page number. */
  footer: string;
}

const FIGURE = /^(\u2212?\$[\d,]+(\.\d+)?|\u2212?[\d,.]+%|\[Not set: .*\])$/;

/** True where all values are amounts or rates: these rows are right-aligned. */
export const isFigures = (rows: readonly PrintRow[]): boolean => rows.every(({ value }) => FIGURE.test(value));

const SIGNATURE = /^_{4,}\s*(.*)$/;

/** A row's line; undefined for any other. */
function rowOf(line: string): PrintRow | undefined {
  const at = line.search(/\s\|/);
  if (at < 0) return undefined;
  const total = line.startsWith("=");
  const label = line.slice(total ? 1 : 0, at).trim(), value = line.slice(line.indexOf("|", at) + 1).trim();
  return { label, value, ...(total && { total }) };
}

/**
 * Parses a section's plain text: paragraphs are separated by empty lines; `Label | value` is a row (`= Label | value` a
 * total), `- text` a bullet, `____ Name` a signature line.
 */
export function blocksOf(text: string): PrintBlock[] {
  const blocks: PrintBlock[] = [];
  let open = false;
  for (const raw of text.replace(/\r\n?/g, "\n").split("\n")) {
    const line = raw.trim();
    const last = blocks.at(-1);
    const row = rowOf(line);
    const signature = SIGNATURE.exec(line);
    if (line === "") open = false;
    else if (signature) blocks.push({ kind: "signature", name: signature[1] });
    else if (line.startsWith("- ")) {
      const item = line.slice(2).trim();
      if (last?.kind === "bullets" && open) last.items.push(item);
      else blocks.push({ kind: "bullets", items: [item] });
    } else if (row) {
      if (last?.kind === "rows" && open) last.rows.push(row);
      else blocks.push({ kind: "rows", rows: [row] });
    } else if (last?.kind === "paragraph" && open) last.text += `\n${line}`;
    else blocks.push({ kind: "paragraph", text: line });
    if (line !== "") open = true;
  }
  return blocks;
}
