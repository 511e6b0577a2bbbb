/** Ties the values of a page to their labels: beside, below or in one run of text. */
import { type DocumentType, isChoice, isLoose, readValue } from "./fields.ts";
import { type Cell, inColumn } from "./layout.ts";
import { isLabel, type LabelMeaning, meaningOf, sectionOf } from "./labels.ts";

/** A label's words and the text that stands for its value. */
export interface Pair extends LabelMeaning {
  label: string;
  value: string;
}

/** A cell with what it is: a label (with its value where they are one run of text) or a value. */
interface Marked {
  cell: Cell;
  label: string | null;
  meaning: LabelMeaning | null;
  inline: string | null;
}

/** A value stands at most so many letter heights below its label. */
const REACH_BELOW = 2.7;
/** Words that could be anything stand at most so many points to the right of their label. */
const REACH_BESIDE = 260;
/** Odd spacing tears words apart, but not further than so many letter heights. */
const TORN = 3.5;
/** As many pieces a label can be torn into. */
const PIECES = 6;

/** Words before a colon that are a label, though not one that we know. */
const UNKNOWN_LABEL = /^\p{L}[\p{L} ()/.'&-]{0,40}$/u;

type Way = "beside" | "below";

/**
 * The pairs of a page in reading order. A value between two labels goes the way that the page's clear ones go; where that
 * is not clear it goes to neither.
 */
export function pairsOf(
  type: DocumentType,
  lines: readonly (readonly Cell[])[],
  away: boolean,
): { pairs: Pair[]; away: boolean } {
  const torn = lines.map((line) => joinLabels(type, line).map((cell) => markOf(type, cell)));
  const marked = torn.map((line) => joinValues(torn, line.map((one, at) => asValue(torn, one, line[at - 1]))));
  const sections = sectionsIn(marked, away);
  const claims = new Map<Marked, Partial<Record<Way, Marked>>>();
  for (const line of marked) {
    for (const [at, value] of line.entries()) {
      if (value.label !== null) continue;
      const beside = bare(line[at - 1]);
      const below = bare(aboveOf(marked, value.cell));
      if (beside && reaches(line, at)) claim(claims, beside, "beside", value);
      if (below) claim(claims, below, "below", value);
    }
  }
  const way = wayOf(marked, claims);
  dropTorn(marked, claims, way);
  const taken = new Map<Marked, number>();
  for (const { beside, below } of claims.values()) {
    for (const value of [beside, below]) if (value) taken.set(value, (taken.get(value) ?? 0) + 1);
  }
  const pairs: Pair[] = [];
  for (const line of marked) {
    for (const one of line) {
      if (!one.meaning || one.label === null || sections.isAway(one.cell)) continue;
      const value = one.inline ?? valueOf(one.meaning, claims.get(one) ?? {}, way, (v) => taken.get(v) === 1);
      if (value !== null) pairs.push({ ...one.meaning, label: one.label, value });
    }
  }
  return { pairs, away: sections.endsAway };
}

/** The value that a label's claims leave for certain, or null. */
function valueOf(
  { target }: LabelMeaning,
  claims: Partial<Record<Way, Marked>>,
  way: Way | null,
  isOnly: (value: Marked) => boolean,
): string | null {
  const ways = (["beside", "below"] as const).filter((one) => claims[one]);
  if (way && claims[way]) return claims[way].cell.text;
  if (ways.length !== 1 || isLoose(target) || !isOnly(claims[ways[0]]!)) return null;
  return claims[ways[0]]!.cell.text;
}

const near = (a: Cell, b: Cell) => b.x - a.right <= TORN * Math.max(a.height, b.height, 4);

const joined = (a: Cell, b: Cell): Cell => ({ ...a, text: `${a.text} ${b.text}`, right: b.right });

/** A line whose torn labels are whole again: neighbours that together are a label's name. */
function joinLabels(type: DocumentType, line: readonly Cell[]): Cell[] {
  const whole: Cell[] = [];
  for (let at = 0; at < line.length; at++) {
    let longest = line[at];
    let through = at;
    let tried = line[at];
    for (let next = at + 1; next < line.length && next < at + PIECES && near(tried, line[next]); next++) {
      tried = joined(tried, line[next]);
      if (meaningOf(type, tried.text)) [longest, through] = [tried, next];
    }
    whole.push(longest);
    at = through;
  }
  return whole;
}

/** A line whose torn values are whole again: neighbours without labels, but for those that each have one above. */
function joinValues(marked: readonly (readonly Marked[])[], line: readonly Marked[]): Marked[] {
  const whole: Marked[] = [];
  for (const one of line) {
    const before = whole.at(-1);
    const torn = before && before.label === null && one.label === null && near(before.cell, one.cell) &&
      !bare(aboveOf(marked, one.cell));
    if (torn) whole[whole.length - 1] = { ...before, cell: joined(before.cell, one.cell) };
    else whole.push(one);
  }
  return whole;
}

/** `Occupancy` `Owner occupied`: words that are a label elsewhere are the value of a choice beside or above them. */
function asValue(marked: readonly (readonly Marked[])[], one: Marked, before: Marked | undefined): Marked {
  if (!bare(one) || one.cell.text.endsWith(":")) return one;
  const asks = [bare(before), bare(aboveOf(marked, one.cell))].some((label) =>
    label?.meaning && isChoice(label.meaning.target) && readValue(label.meaning.target, label.label!, one.cell.text)
  );
  return asks ? { ...one, label: null, meaning: null } : one;
}

function markOf(type: DocumentType, cell: Cell): Marked {
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
  return withinOne(type, cell) ?? { cell, label: null, meaning: null, inline: null };
}

/** `Appraised value $850,000` in one run of text: only for values that prove themselves. */
function withinOne(type: DocumentType, cell: Cell): Marked | null {
  const words = cell.text.split(" ");
  for (let count = words.length - 1; count > 0; count--) {
    const label = words.slice(0, count).join(" ");
    const meaning = meaningOf(type, label);
    if (!meaning || isLoose(meaning.target)) continue;
    const inline = words.slice(count).join(" ");
    if (readValue(meaning.target, label, inline)) return { cell, label, meaning, inline };
  }
  return null;
}

const bare = (one: Marked | undefined) => one && one.label !== null && one.inline === null ? one : undefined;

/** May the label before this cell claim it? Words that could be anything must be near, and the last of their run. */
function reaches(line: readonly Marked[], at: number): boolean {
  const label = line[at - 1];
  if (!label.meaning || !isLoose(label.meaning.target)) return true;
  const next = line[at + 1];
  return line[at].cell.x - label.cell.right <= REACH_BESIDE && (next === undefined || next.label !== null);
}

/** The nearest cell above in this cell's column, as far as a label may stand. */
function aboveOf(marked: readonly (readonly Marked[])[], cell: Cell): Marked | undefined {
  for (let line = cell.line - 1; line >= 0; line--) {
    const row = marked[line];
    if (row.length > 0 && cell.y - row[0].cell.y > REACH_BELOW * Math.max(cell.height, 4)) return undefined;
    const found = row.find((one) => inColumn(one.cell, cell));
    if (found) return found;
  }
}

/** The first value that a label meets on a way is its own. */
function claim(claims: Map<Marked, Partial<Record<Way, Marked>>>, label: Marked, way: Way, value: Marked): void {
  const there = claims.get(label) ?? {};
  there[way] ??= value;
  claims.set(label, there);
}

/**
 * `Employer` `City` `of Hamilton`: where words could be a label or the start of the value before or above them, what
 * follows closely is nobody's.
 */
function dropTorn(
  marked: readonly (readonly Marked[])[],
  claims: Map<Marked, Partial<Record<Way, Marked>>>,
  way: Way | null,
): void {
  for (const line of marked) {
    for (const [at, one] of line.entries()) {
      const value = claims.get(one)?.beside;
      if (!value || !one.meaning || !isLoose(one.meaning.target) || one.cell.text.endsWith(":")) continue;
      if (near(one.cell, value.cell) && (bare(line[at - 1]) || way !== "beside")) delete claims.get(one)!.beside;
    }
  }
}

/** Which way the values of this page stand to their labels, by those that can be told for certain. */
function wayOf(
  marked: readonly (readonly Marked[])[],
  claims: ReadonlyMap<Marked, Partial<Record<Way, Marked>>>,
): Way | null {
  const counts = { beside: 0, below: 0 };
  for (const one of marked.flat()) {
    if (!one.meaning || one.label === null) continue;
    const { beside, below } = claims.get(one) ?? {};
    if (one.inline !== null) counts.beside++;
    else if (beside && below) continue;
    else if (beside && readValue(one.meaning.target, one.label, beside.cell.text)) counts.beside++;
    else if (below && readValue(one.meaning.target, one.label, below.cell.text)) counts.below++;
  }
  if (counts.beside === counts.below) return null;
  return counts.beside > counts.below ? "beside" : "below";
}

/** Which cells stand under a heading that speaks of somebody or something else. */
function sectionsIn(
  marked: readonly (readonly Marked[])[],
  away: boolean,
): { isAway: (cell: Cell) => boolean; endsAway: boolean } {
  const headings: { x: number; line: number; away: boolean }[] = [{ x: -Infinity, line: -1, away }];
  for (const [line, row] of marked.entries()) {
    const found = row.map((one) => headingOf(one, row, marked[line + 1]));
    if (row.length === 0 || !found.every((section) => section !== null)) continue;
    found.forEach((section, at) => headings.push({ x: row[at].cell.x, line, away: section === "elsewhere" }));
  }
  const over = (cell: Cell) => headings.findLast(({ x, line }) => line < cell.line && x <= cell.x + 6) ?? headings[0];
  return { isAway: (cell) => over(cell).away, endsAway: headings.at(-1)!.away };
}

/** A cell as a heading: by its words, or a person's label with no value of its own and labels below. */
function headingOf(
  one: Marked,
  row: readonly Marked[],
  next: readonly Marked[] | undefined,
): "here" | "elsewhere" | null {
  if (one.inline !== null || one.label === null) return null;
  const section = sectionOf(one.label);
  if (section) return section;
  const person = one.meaning?.target === "coApplicant" ? "elsewhere" : one.meaning?.target === "name" ? "here" : null;
  const alone = row.every(({ label }) => label !== null);
  return person && alone && next?.some(({ label }) => label !== null) ? person : null;
}
