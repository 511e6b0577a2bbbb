/** Matches the values of a page with their labels: beside, below or in the same text run. */
import {
  belowOf,
  cellOver,
  type ClassifiedCell,
  type ClassifiedLines,
  classify,
  type Pair,
  withoutValue,
} from "./classified.ts";
import type { DocumentType } from "./document_types.ts";
import { isLoose, isOptionField, readValue } from "./fields.ts";
import type { Cell } from "./layout.ts";
import { type LabelMeaning, meaningOf } from "./labels.ts";
import { meaningUnder, mortgageHeading } from "./mortgages.ts";
import { readProse } from "./prose.ts";
import { sectionsIn } from "./sections.ts";
import { readTables } from "./tables.ts";
import { isAddressEnd } from "./values.ts";

/** Maximum distance of a loose value right of its label, in points. */
const REACH_BESIDE = 260;
/** Maximum gap between pieces of one split text, in letter heights. */
const MAX_SPLIT_GAP = 3.5;
/** Maximum number of pieces of a split label. */
const MAX_PIECES = 6;

type Direction = "beside" | "below";

/**
 * The pairs of a page in reading order. A value between two labels is assigned in the page's usual direction, or to
 * neither where that is unclear.
 */
export function pairsOf(
  type: DocumentType,
  lines: readonly (readonly Cell[])[],
  away: boolean,
): { pairs: Pair[]; away: boolean } {
  const torn = lines.map((line) => joinLabels(type, line).map((cell) => classify(type, cell)));
  const whole = torn.map((line) => joinValues(torn, line.map((_, at) => asValue(torn, line, at))));
  const tables = readTables(type, whole);
  const marked = whole.map((line) => line.filter((one) => !tables.taken.has(one)));
  const sections = sectionsIn(marked, away);
  const claims = new Map<ClassifiedCell, Partial<Record<Direction, ClassifiedCell>>>();
  for (const line of marked) {
    for (const [at, value] of line.entries()) {
      if (value.label !== null) continue;
      const beside = withoutValue(line[at - 1]);
      const below = withoutValue(cellOver(marked, value.cell));
      if (beside && canClaim(line, at)) claim(claims, beside, "beside", value);
      if (below && !isList(marked, below, value)) claim(claims, below, "below", value);
    }
  }
  const way = usualDirection(marked, claims);
  dropAmbiguous(marked, claims, way);
  const taken = new Map<ClassifiedCell, number>();
  for (const { beside, below } of claims.values()) {
    for (const value of [beside, below]) if (value) taken.set(value, (taken.get(value) ?? 0) + 1);
  }
  const pairs = [...tables.pairs, ...readProse(type, lines)];
  for (const line of marked) {
    for (const one of line) {
      if (one.label === null || sections.isAway(one.cell)) continue;
      const meaning = meaningUnder(sections.mortgageOver(one.cell), one.label, one.meaning);
      if (!meaning) continue;
      const found = one.inline ?? valueOf(meaning, claims.get(one) ?? {}, way, (v) => taken.get(v) === 1);
      if (found === null) continue;
      const value = typeof found === "string" ? found : found.cell.text;
      const below = meaning.target === "address"
        ? belowOf(marked, typeof found === "string" ? one.cell : found.cell)
        : undefined;
      const goesOn = below?.label === null && isAddressEnd(below.cell.text) && !labelBeside(marked, below);
      const more = goesOn ? `, ${below.cell.text}` : "";
      pairs.push({ ...meaning, label: one.label, value: value + more });
    }
  }
  return { pairs, away: sections.endsAway };
}

/** True where a cell is the value of the label on its left. */
function labelBeside(lines: ClassifiedLines, one: ClassifiedCell): boolean {
  const line = lines[one.cell.line];
  return withoutValue(line[line.indexOf(one) - 1]) !== undefined;
}

/** The one certain value of a label's claims, or null. */
function valueOf(
  { target }: LabelMeaning,
  claims: Partial<Record<Direction, ClassifiedCell>>,
  way: Direction | null,
  isOnly: (value: ClassifiedCell) => boolean,
): ClassifiedCell | null {
  const ways = (["beside", "below"] as const).filter((one) => claims[one]);
  if (way && claims[way]) return claims[way];
  if (ways.length !== 1 || isLoose(target) || !isOnly(claims[ways[0]]!)) return null;
  return claims[ways[0]]!;
}

/** True where the label heads a list: its value has another one below that fits as well. */
function isList(lines: ClassifiedLines, { meaning, label }: ClassifiedCell, value: ClassifiedCell): boolean {
  const next = belowOf(lines, value.cell);
  return meaning !== null && next?.label === null && readValue(meaning.target, label!, next.cell.text) !== null &&
    !labelBeside(lines, next);
}

const near = (a: Cell, b: Cell) => b.x - a.right <= MAX_SPLIT_GAP * Math.max(a.height, b.height, 4);

const joined = (a: Cell, b: Cell): Cell => ({ ...a, text: `${a.text} ${b.text}`, right: b.right });

/** A line with split labels joined: neighbours that together form a label. */
function joinLabels(type: DocumentType, line: readonly Cell[]): Cell[] {
  const whole: Cell[] = [];
  for (let at = 0; at < line.length; at++) {
    let longest = line[at];
    let through = at;
    let tried = line[at];
    for (let next = at + 1; next < line.length && next < at + MAX_PIECES && near(tried, line[next]); next++) {
      tried = joined(tried, line[next]);
      if (meaningOf(type, tried.text)) [longest, through] = [tried, next];
    }
    whole.push(longest);
    at = through;
  }
  return whole;
}

/** A line with split values joined: unlabelled neighbours, unless each has its own label above. */
function joinValues(marked: ClassifiedLines, line: readonly ClassifiedCell[]): ClassifiedCell[] {
  const whole: ClassifiedCell[] = [];
  for (const one of line) {
    const before = whole.at(-1);
    const torn = before && before.label === null && one.label === null && near(before.cell, one.cell) &&
      !withoutValue(cellOver(marked, one.cell));
    if (torn) whole[whole.length - 1] = { ...before, cell: joined(before.cell, one.cell) };
    else whole.push(one);
  }
  return whole;
}

/** `Occupancy` `Owner occupied`: text that is a label elsewhere is the value of the choice field beside or above it. */
function asValue(marked: ClassifiedLines, line: readonly ClassifiedCell[], at: number): ClassifiedCell {
  const one = line[at];
  if (!withoutValue(one) || one.cell.text.endsWith(":")) return one;
  const before = withoutValue(line[at - 1]), over = withoutValue(cellOver(marked, one.cell));
  const asks = [before, over].some((label) =>
    label?.meaning && (isOptionField(label.meaning.target) || (isRank(one) && asksForRank(marked, label, line, at))) &&
    readValue(label.meaning.target, label.label!, one.cell.text)
  );
  return asks ? { ...one, label: null, meaning: null } : one;
}

/** `First mortgage`, which is a rank or the label of one. */
const isRank = (one: ClassifiedCell | undefined): boolean =>
  one !== undefined && one.inline === null && mortgageHeading(one.cell.text) !== null;

/** True where a label asks for the rank beside it, or below it where neither has another value beside. */
function asksForRank(
  marked: ClassifiedLines,
  label: ClassifiedCell,
  line: readonly ClassifiedCell[],
  at: number,
): boolean {
  if (label.meaning?.target !== "firstOrSecond") return false;
  const row = marked[label.cell.line];
  if (label.cell.line === line[at].cell.line) return true;
  const beside = row[row.indexOf(label) + 1], next = line[at + 1];
  const isAnswered = beside !== undefined && (beside.label === null || isRank(beside));
  return !isAnswered && (!next || next.label !== null || withoutValue(cellOver(marked, next.cell)) !== undefined);
}

/** True where the label before this cell may claim it. Loose values must be near and end their run. */
function canClaim(line: readonly ClassifiedCell[], at: number): boolean {
  const label = line[at - 1];
  if (!label.meaning || !isLoose(label.meaning.target)) return true;
  const next = line[at + 1];
  return line[at].cell.x - label.cell.right <= REACH_BESIDE && (next === undefined || next.label !== null);
}

/** Records the first value that a label meets in each direction. */
function claim(
  claims: Map<ClassifiedCell, Partial<Record<Direction, ClassifiedCell>>>,
  label: ClassifiedCell,
  way: Direction,
  value: ClassifiedCell,
): void {
  const there = claims.get(label) ?? {};
  there[way] ??= value;
  claims.set(label, there);
}

/**
 * `Employer` `City` `of Hamilton`: where text could be a label or the start of the value before or above it, drops what
 * closely follows it.
 */
function dropAmbiguous(
  marked: ClassifiedLines,
  claims: Map<ClassifiedCell, Partial<Record<Direction, ClassifiedCell>>>,
  way: Direction | null,
): void {
  for (const line of marked) {
    for (const [at, one] of line.entries()) {
      const value = claims.get(one)?.beside;
      if (!value || !one.meaning || !isLoose(one.meaning.target) || one.cell.text.endsWith(":")) continue;
      if (near(one.cell, value.cell) && (withoutValue(line[at - 1]) || way !== "beside")) {
        delete claims.get(one)!.beside;
      }
    }
  }
}

/** The usual direction from label to value on this page, by its certain pairs. */
function usualDirection(
  marked: ClassifiedLines,
  claims: ReadonlyMap<ClassifiedCell, Partial<Record<Direction, ClassifiedCell>>>,
): Direction | null {
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
