/** Groups a page's text into lines and cells, where a cell is one label or one value. */
import { isLabel } from "./labels.ts";
import { maskSins } from "./sin.ts";
import { type DocumentPage, isLetterSpaced, plainText, type TextItem, tidySpacing } from "./text.ts";

/** Adjacent words on a line. `line` counts from 0 at the top; the rest is as in a text item. */
export interface Cell {
  text: string;
  x: number;
  right: number;
  y: number;
  height: number;
  line: number;
}

/** A gap wider than this fraction of the letter size separates cells; a space is about a quarter. */
const CELL_GAP = 0.8;
/** From this fraction on a gap is a space. */
const WORD_GAP = 0.12;
/** From this fraction on it is a wide space, as between letter-spaced words. */
const WIDE_GAP = 0.45;
/** Letters of a cell: no line of a page has more, and none is longer to read. */
const CELL_LETTERS = 500;
/** Leader dots or lines, and wide gaps within one text run. */
const LEADERS = /\s{3,}|\s*(?:[._\u2026·](?:\s?[._\u2026·]){2,})\s*/gu;

/** The cells of a page, line by line from the top, each line from the left. */
export function linesOf(page: DocumentPage): Cell[][] {
  const items = page.flatMap(piecesOf).sort((a, b) => a.y - b.y || a.x - b.x);
  const rows: { y: number; items: TextItem[] }[] = [];
  for (const item of items) {
    const row = rows.at(-1);
    if (row && item.y - row.y <= Math.max(1.5, item.height * 0.35)) row.items.push(item);
    else rows.push({ y: item.y, items: [item] });
  }
  return rows.map((row, line) => cellsOf(row.items, line));
}

/** An item split at leaders and gaps; empty for one that consists of them. */
function piecesOf(item: TextItem): TextItem[] {
  const text = plainText(item.text);
  if (isLetterSpaced(text)) return [{ ...item, text }];
  const step = text.length > 0 ? item.width / text.length : 0;
  const pieces: TextItem[] = [];
  let from = 0;
  for (const { index, 0: { length } } of [...text.matchAll(LEADERS), { index: text.length, 0: "" }]) {
    const piece = text.slice(from, index);
    if (piece.trim()) pieces.push({ ...item, text: piece, x: item.x + step * from, width: step * piece.length });
    from = index + length;
  }
  return pieces;
}

function cellsOf(items: TextItem[], line: number): Cell[] {
  const cells: Cell[] = [];
  for (const item of items.toSorted((a, b) => a.x - b.x)) {
    const cell = cells.at(-1);
    const size = Math.max(item.height, 4);
    const gap = cell ? item.x - cell.right : Infinity;
    // Columns may touch: text that is a label by itself starts a new cell.
    const meets = gap <= size * WORD_GAP && /^\p{Lu}/u.test(item.text) && isLabel(item.text);
    if (cell && gap <= size * CELL_GAP && !meets) {
      const space = gap > size * WIDE_GAP ? "  " : gap > size * WORD_GAP ? " " : "";
      if (cell.text.length < CELL_LETTERS) cell.text += space + item.text;
      cell.right = Math.max(cell.right, item.x + item.width);
      cell.height = Math.max(cell.height, item.height);
      continue;
    }
    const { text, x, y, width, height } = item;
    cells.push({ text, x, right: x + width, y, height, line });
  }
  return cells.filter(({ text }) => /[\p{L}\p{N}]/u.test(text))
    .map((cell) => ({ ...cell, text: maskSins(tidySpacing(cell.text)) }));
}

/** Tolerance for two cells of one column, in points. */
const COLUMN_SLACK = 6;

/** True where one cell is below another: left edges, right edges or middles align. */
export function inColumn(a: Cell, b: Cell): boolean {
  const near = (x: number, y: number) => Math.abs(x - y) <= COLUMN_SLACK;
  return near(a.x, b.x) || near(a.right, b.right) || near((a.x + a.right) / 2, (b.x + b.right) / 2);
}
