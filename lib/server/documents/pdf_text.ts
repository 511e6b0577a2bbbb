/** The text of a PDF's pages with positions, filled-in form fields among it. */
import type { getDocumentProxy } from "unpdf";
import { isLabel } from "../../domain/documents/labels.ts";
import { linesOf } from "../../domain/documents/layout.ts";
import { looksReadable } from "../../domain/documents/recognise.ts";
import type { TextItem } from "../../domain/documents/text.ts";

/** Maximum text runs of one page; an application's pages have some hundred. */
const ITEMS_MAX = 8000;
/** Maximum letters of one text run. */
const LETTERS_MAX = 500;

export type Pdf = Awaited<ReturnType<typeof getDocumentProxy>>;
type Page = Awaited<ReturnType<Pdf["getPage"]>>;
type TextContentItem = Awaited<ReturnType<Page["getTextContent"]>>["items"][number];

/** Pages that are read of one file at most. */
export const PAGES_MAX = 400;
/** A long file's first pages are read in order, then one of so many, then those between. */
const FIRST_PAGES = 20, STRIDES = [8, 4, 2, 1] as const;
/** Pages on both sides of one that looks readable come next. */
const NEIGHBOURS = 5;
/** The part of the time that is left which one page may take. */
const PAGE_SHARE = 0.5;

export interface PdfPages {
  /** By number; those that were not read are empty. */
  pages: TextItem[][];
  read: number;
  /** How many the file has. */
  of: number;
}

interface Reading {
  /** Milliseconds for all pages; what was read until then is kept. */
  timeMs?: number;
  /** Called before each page with how many were read, this one included. */
  onPage?: (count: number, of: number) => void;
  /** Called with what was read so far, after 1, 2, 4, 8... pages. */
  soFar?: (pages: PdfPages) => void;
}

/** The text of a file's pages: those that look like a document that can be read come first, wherever they stand. */
export async function pagesOf(pdf: Pdf, { timeMs = Infinity, onPage, soFar }: Reading = {}): Promise<PdfPages> {
  const started = performance.now();
  const most = Math.min(pdf.numPages, PAGES_MAX);
  const all: PdfPages = { pages: Array.from({ length: most }, () => []), read: 0, of: pdf.numPages };
  const waiting = new Set(readingOrder(most)), soon: number[] = [];
  while (waiting.size > 0) {
    const page = soon.shift() ?? waiting.values().next().value!;
    if (!waiting.delete(page)) continue;
    const left = timeMs - (performance.now() - started);
    if (left <= 0) break;
    onPage?.(all.read + 1, most);
    const text = await textOrTimeout(textOf(pdf, page), left * PAGE_SHARE);
    if (text === null) continue;
    all.pages[page - 1] = text;
    all.read++;
    if (Number.isInteger(Math.log2(all.read))) soFar?.(all);
    if (most > FIRST_PAGES && looksReadable(linesOf(text))) {
      for (let near = page - NEIGHBOURS; near <= page + NEIGHBOURS; near++) if (waiting.has(near)) soon.push(near);
    }
  }
  return all;
}

/** The page numbers from 1: the first ones, then the rest from far apart to side by side. */
function readingOrder(pages: number): number[] {
  const first = Array.from({ length: Math.min(pages, FIRST_PAGES) }, (_, i) => i + 1);
  const rest = STRIDES.flatMap((stride) =>
    Array.from({ length: Math.ceil(Math.max(0, pages - FIRST_PAGES) / stride) }, (_, i) => FIRST_PAGES + 1 + i * stride)
  );
  return [...new Set([...first, ...rest])];
}

/** A page's text; null where it takes longer than `ms`. */
async function textOrTimeout(reading: Promise<TextItem[]>, ms: number): Promise<TextItem[] | null> {
  if (ms === Infinity) return await reading;
  const { promise: late, resolve } = Promise.withResolvers<null>();
  const timer = setTimeout(() => resolve(null), ms);
  return await Promise.race([reading, late]).finally(() => clearTimeout(timer));
}

/** The text of a page, counted from 1, as it is shown: from its top left corner. Empty for a broken page. */
async function textOf(pdf: Pdf, number: number): Promise<TextItem[]> {
  try {
    const page = await pdf.getPage(number);
    const [left, bottom, right, top] = page.view;
    const sheet = { left, bottom, right, top, rotation: page.rotate };
    const texts: TextItem[] = [];
    for (const item of await firstItems(page)) {
      if ("str" in item && item.str.trim() !== "") texts.push(positioned(item, sheet));
    }
    for (const entry of await entriesOf(page)) texts.push(positioned(entry, sheet));
    page.cleanup();
    return texts;
  } catch {
    return [];
  }
}

/** The page's first text runs; the rest is never made. */
async function firstItems(page: Page): Promise<TextContentItem[]> {
  const items: TextContentItem[] = [];
  const chunks = (page.streamTextContent() as ReadableStream<{ items: TextContentItem[] }>).getReader();
  while (items.length < ITEMS_MAX) {
    const { done, value } = await chunks.read();
    if (done) return items;
    items.push(...value.items);
  }
  await chunks.cancel(new Error("These are enough"));
  return items.slice(0, ITEMS_MAX);
}

/** What pdf.js tells of a form field. */
interface Widget {
  subtype: string;
  fieldType?: string;
  fieldName?: string;
  alternativeText?: string;
  fieldValue?: unknown;
  exportValue?: string;
  buttonValue?: string;
  rect: number[];
}

interface PlacedText {
  str: string;
  transform: number[];
  width: number;
  height: number;
}

/** The largest letters of a form field, in points, and their part of its height. */
const ENTRY_SIZE = 12, ENTRY_SHARE = 0.7;

/** The filled-in form fields, as text where they are. A field that is named as a label brings that along. */
async function entriesOf(page: Page): Promise<PlacedText[]> {
  const widgets = (await page.getAnnotations() as Widget[]).filter(({ subtype }) => subtype === "Widget");
  return widgets.slice(0, ITEMS_MAX).flatMap((widget) => {
    const value = entryOf(widget);
    if (value === null) return [];
    const [left, bottom, right, top] = widget.rect;
    const height = Math.min(ENTRY_SIZE, (top - bottom) * ENTRY_SHARE);
    const label = [widget.alternativeText, widget.fieldName].map(labelOfName).find((name) => isLabel(name));
    const str = label ? `${label.replace(/:\s*$/, "")}: ${value}` : value;
    const baseline = bottom + (top - bottom - height) / 2 + height * 0.25;
    return [{ str, transform: [height, 0, 0, height, left + 2, baseline], width: right - left - 4, height }];
  });
}

/** What was typed or chosen; null for nothing, and for a box that is ticked without saying what for. */
function entryOf({ fieldType, fieldValue, exportValue, buttonValue }: Widget): string | null {
  const given = Array.isArray(fieldValue) ? fieldValue.join(", ") : fieldValue;
  if (typeof given !== "string") return null;
  const text = given.replace(/\s+/g, " ").trim();
  if (text === "" || /^off$/i.test(text)) return null;
  if (fieldType !== "Btn") return text;
  const chosen = buttonValue ?? exportValue;
  return chosen === text && !/^(?:on|x|1)$/i.test(text) ? text : null;
}

/** `txtApplicantFirstName`, `form1.page1[0].Loan_Amount[0]` as words. */
function labelOfName(name: string | undefined): string {
  return (name ?? "").split(".").at(-1)!.replace(/\[\d+\]$/, "").replace(/^(?:txt|fld|tf|field)(?=[A-Z_])/, "")
    .replace(/(?<=\p{Ll})(?=\p{Lu})/gu, " ").replace(/_+/g, " ").replace(/\s*\d{1,2}$/, "").trim();
}

interface Sheet {
  left: number;
  bottom: number;
  right: number;
  top: number;
  /** Clockwise rotation of the displayed page, in degrees. */
  rotation: number;
}

/** A text item at its displayed position. */
function positioned(item: PlacedText, sheet: Sheet): TextItem {
  const [a, b, , , x, y] = item.transform;
  const { left, bottom, right, top, rotation: turn } = sheet;
  const place = turn === 90
    ? { x: y - bottom, y: x - left }
    : turn === 180
    ? { x: right - x, y: y - bottom }
    : turn === 270
    ? { x: top - y, y: right - x }
    : { x: x - left, y: top - y };
  const height = item.height || Math.hypot(a, b) || 10;
  return { text: item.str.slice(0, LETTERS_MAX), ...place, width: item.width, height };
}
