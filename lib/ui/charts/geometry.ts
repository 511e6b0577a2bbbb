/** Chart geometry: shares, scales and short labels, as numbers for SVG attributes. */

/** A slice of a ring, in percent of the circumference. */
export interface Arc {
  start: number;
  length: number;
}

/** The slices of a ring, together 100. Values not above 0 have no length; a total of 0 gives no slices. */
export function arcsOf(values: readonly number[]): Arc[] {
  const all = values.reduce((sum, value) => sum + Math.max(0, value), 0);
  let start = 0;
  return values.map((value) => {
    const length = all > 0 ? Math.max(0, value) * 100 / all : 0;
    const arc = { start, length };
    start += length;
    return arc;
  });
}

/**
 * Each value's whole percent of the total, together 100: the largest remainders are rounded up, the first of equal
 * ones. All 0 for a total of 0.
 */
export function sharesOf(values: readonly number[]): number[] {
  const exact = arcsOf(values).map(({ length }) => length);
  const shares = exact.map(Math.floor);
  const left = Math.round(exact.reduce((sum, share, i) => sum + share - shares[i], 0));
  const byRemainder = exact.map((share, i) => ({ i, remainder: share - shares[i] }))
    .sort((a, b) => b.remainder - a.remainder);
  for (const { i } of byRemainder.slice(0, left)) shares[i] += 1;
  return shares;
}

const STEPS = [1, 2, 2.5, 5, 10];

/** Axis ticks from 0 to at least `most`: at most five, at round values, integers where `whole`. */
export function marksOf(most: number, whole: boolean): number[] {
  if (!(most > 0)) return [0, 1];
  const power = 10 ** Math.floor(Math.log10(most / 4));
  let step = (STEPS.find((factor) => factor * power * 4 >= most) ?? 10) * power;
  if (whole) step = Math.max(1, Math.ceil(step));
  const marks = [0];
  while (marks[marks.length - 1] < most) marks.push(marks.length * step);
  return marks;
}

/** The indexes of labels that are shown, at most `most` of `count`, evenly, the last always among them. */
export function thinnedOut(count: number, most: number): number[] {
  const every = Math.ceil(count / most);
  return Array.from({ length: count }, (_, i) => i).filter((i) => (count - 1 - i) % every === 0);
}

/** A part of a row of labels, by index, both ends in it. */
export interface Span {
  from: number;
  to: number;
}

/** Half of a span, two labels at least, with `around` as near to its middle as the span allows. */
export function closerSpan({ from, to }: Span, around: number): Span {
  const length = Math.min(to - from, Math.max(1, Math.floor((to - from) / 2)));
  const start = Math.min(Math.max(around - Math.floor(length / 2), from), to - length);
  return { from: start, to: start + length };
}

/** Places from top to bottom, moved so that each is at least `gap` below the one before, and none below `end`. */
export function partedPlaces(places: readonly number[], gap: number, end: number): number[] {
  let from = -Infinity, to = end;
  const down = places.map((place) => from = Math.max(place, from + gap));
  const parted = down.toReversed().map((place) => {
    const at = Math.min(place, to);
    to = at - gap;
    return at;
  });
  return parted.toReversed();
}

/** Axis ticks at round values, from one not above `from` to one not below `to`; about four steps. */
export function marksBetween(from: number, to: number): number[] {
  if (!Number.isFinite(from) || !Number.isFinite(to)) return [0, 1];
  const low = Math.min(from, to), high = Math.max(from, to) > low ? Math.max(from, to) : low + 1;
  const power = 10 ** Math.floor(Math.log10((high - low) / 4));
  const steps = (step: number) => Math.ceil(high / step) - Math.floor(low / step);
  const step = (STEPS.find((factor) => steps(factor * power) <= 5) ?? 10) * power;
  const first = Math.floor(low / step);
  return Array.from({ length: steps(step) + 1 }, (_, i) => Number(((first + i) * step).toPrecision(12)));
}

const short = (value: number, digits: number) => String(Number(value.toFixed(digits)));

/** A number abbreviated: `950`, `12.5k`, `1.5M`, `8.1B`. */
export function compact(value: number, digits = 1): string {
  const size = Math.abs(value);
  const sign = value < 0 ? "\u2212" : "";
  if (size >= 999_500_000) return `${sign}${short(size / 1_000_000_000, digits)}B`;
  if (size >= 999_500) return `${sign}${short(size / 1_000_000, digits)}M`;
  if (size >= 1000) return `${sign}${short(size / 1000, size < 100_000 ? digits : 0)}k`;
  return sign + short(size, digits);
}

/** A mark of an axis or a limit between classes, unrounded: `12.5k`, `1.25M`. */
export function markText(value: number): string {
  const [unit, letter] = Math.abs(value) >= 1_000_000
    ? [1_000_000, "M"]
    : Math.abs(value) >= 1000
    ? [1000, "k"]
    : [1, ""];
  return `${Number((value / unit).toPrecision(12))}${letter}`.replace("-", "\u2212");
}

/** A point on a half circle around (x, y): `share` 0 is left, 0.5 top, 1 right. */
export function onHalfCircle(x: number, y: number, radius: number, share: number): [number, number] {
  const angle = Math.PI * (1 - Math.min(Math.max(share, 0), 1));
  return [x + radius * Math.cos(angle), y - radius * Math.sin(angle)];
}
