/** Lays labels and values out on pages as different makers of documents do. */

/** Words at a place: points from the page's left and top edge; `y` is the baseline. */
export interface Placed {
  text: string;
  x: number;
  y: number;
  size: number;
}

/** A label with its value; a null value is left empty on the page. */
export type Line = readonly [label: string, value: string | null];

const SIZE = 10;
const LEFT = 60;
const TOP = 110;
const HEIGHT = 792;

/** Letters of Helvetica are half their size wide, more or less. */
const widthOf = (text: string, size: number) => text.length * size * 0.5;

export const LAYOUTS = ["beside", "colon", "above", "two columns", "next line", "spread", "leaders"] as const;
export type Layout = (typeof LAYOUTS)[number];

/** Pages of a document with its title lines; lines that do not fit go on to the next page. */
export function layOut(layout: Layout, title: readonly string[], lines: readonly Line[], perPage = 24): Placed[][] {
  const pages: Placed[][] = [];
  for (let from = 0; from === 0 || from < lines.length; from += perPage) {
    const heads = title.map((text, i): Placed => ({ text, x: LEFT, y: 50 + i * 20, size: 16 - i * 3 }));
    pages.push([...from === 0 ? heads : [], ...body(layout, lines.slice(from, from + perPage))]);
  }
  return pages;
}

function body(layout: Layout, lines: readonly Line[]): Placed[] {
  const at = (text: string | null, x: number, y: number): Placed[] => text === null ? [] : [{ text, x, y, size: SIZE }];
  switch (layout) {
    case "beside":
      return lines.flatMap(([label, value], i) => [...at(label, LEFT, TOP + i * 20), ...at(value, 290, TOP + i * 20)]);
    case "colon":
      return lines.flatMap(([label, value], i) => at(`${label}: ${value ?? ""}`.trim(), LEFT, TOP + i * 20));
    case "above":
      return lines.flatMap(([label, value], i) => {
        const x = LEFT + (i % 2) * 250, y = TOP + Math.floor(i / 2) * 44;
        return [...at(label, x, y), ...at(value, x, y + 14)];
      });
    case "two columns":
      return lines.flatMap(([label, value], i) => {
        const x = LEFT - 20 + (i % 2) * 270, y = TOP + Math.floor(i / 2) * 20;
        return [...at(label, x, y), ...at(value, x + 150, y)];
      });
    case "next line":
      return lines.flatMap(([label, value], i) => [
        ...at(`${label}:`, LEFT, TOP + i * 27),
        ...at(value, LEFT, TOP + 12 + i * 27),
      ]);
    case "spread":
      return lines.flatMap(([label, value], i) => [
        ...at([...label].join(" "), LEFT - 30, TOP + i * 20),
        ...at(value && value.replaceAll(" ", "   "), 420, TOP + i * 20),
      ]);
    case "leaders":
      return lines.flatMap(([label, value], i) => at(`${label} ${".".repeat(20)} ${value ?? ""}`, LEFT, TOP + i * 20));
  }
}

/** The same as the reader's text items, for tests that need no file. */
export const itemsOf = (page: readonly Placed[]) =>
  page.map(({ text, x, y, size }) => ({ text, x, y, width: widthOf(text, size), height: size }));

export const PAGE_HEIGHT = HEIGHT;
