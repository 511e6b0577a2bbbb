/** The quote tool's state and its reducers for typing, sliding and choosing. */
import type { QuoteInput, QuoteType } from "../../domain/lending/quote.ts";
import {
  countsAsMax,
  inDollars,
  loanAtLtv,
  QUOTE_SLIDERS,
  rangeSentence,
  type SliderName,
} from "../../domain/lending/quote_sliders.ts";
import { ceilPercent, money, parseDecimal, parseNumber } from "../../domain/money.ts";

/** The figures sent to the server; the LTV is derived. */
export type Figure = Exclude<SliderName, "ltv">;
type PerSlider = Readonly<Partial<Record<SliderName, string>>>;

export interface QuoteState {
  /** "none" until one is chosen (accounts specification 3). */
  readonly type: QuoteType | "none";
  readonly figures: Readonly<Record<Figure, number>>;
  /** The text of fields while typing. */
  readonly typing: PerSlider;
  /** Notes on adjusted values. */
  readonly notes: PerSlider;
}

const FIGURES = (Object.keys(QUOTE_SLIDERS) as SliderName[]).filter((name): name is Figure => name !== "ltv");

/** The initial state: slider defaults, or the values of a form sent without script. */
export function startQuote(sent: Readonly<Record<string, string>> = {}): QuoteState {
  const type = (["first", "second", "bridge"] as const).find((one) => one === sent.type) ?? "none";
  let state: QuoteState = {
    type,
    figures: Object.fromEntries(FIGURES.map((name) => [name, QUOTE_SLIDERS[name].start])) as Record<Figure, number>,
    typing: {},
    notes: {},
  };
  for (const name of FIGURES) if (sent[name] !== undefined) state = withTypedText(state, name, sent[name]);
  // Valid values are formatted, invalid text stays as typed.
  const wrong = Object.entries(state.typing).filter(([name, text]) => validValue(name as SliderName, text) === null);
  return { ...state, typing: Object.fromEntries(wrong) };
}

/** Prior charges: the existing first mortgage, for a second mortgage only (accounts specification 5). */
export const priorOf = ({ type, figures }: QuoteState): number => type === "second" ? figures.existingFirstMtgAmt : 0;

/**
 * An existing first that the LTV leaves out though it stays ahead: a bridge pays out nothing
 * (docs/decisions/prior-charges.md).
 */
export const uncountedOf = ({ type, figures }: QuoteState): number =>
  type === "bridge" ? figures.existingFirstMtgAmt : 0;

/** Whole percent, rounded up (accounts specification 5). */
export function ltvOf(state: QuoteState): number {
  return ceilPercent(state.figures.loanAmount + priorOf(state), state.figures.valueOfResidence);
}

/** The prior charges' part of the LTV in whole percent; what was rounded up goes to the larger remainder. */
export function priorShareOf(state: QuoteState): number {
  const { loanAmount, valueOfResidence } = state.figures;
  const prior = priorOf(state) / valueOfResidence * 100, loan = loanAmount / valueOfResidence * 100;
  const rest = ltvOf(state) - Math.floor(prior) - Math.floor(loan);
  return Math.floor(prior) + (rest > 1 || (rest > 0 && prior % 1 - loan % 1 > 1e-9) ? 1 : 0);
}

/** The text of a slider's field. */
export function fieldText(state: QuoteState, name: SliderName): string {
  const typing = state.typing[name];
  if (typing !== undefined) return typing;
  const value = name === "ltv" ? ltvOf(state) : state.figures[name];
  return inDollars(name) ? money(value).slice(1) : String(value);
}

const clamped = (name: SliderName, n: number) =>
  Math.min(QUOTE_SLIDERS[name].max, Math.max(QUOTE_SLIDERS[name].min, n));
const isInRange = (name: SliderName, n: number) => n === clamped(name, n) || countsAsMax(name, n);

/** Typed text as a number; the LTV may have a percent sign. */
const read = (name: SliderName, text: string): number | null =>
  (inDollars(name) ? parseNumber : parseDecimal)(name === "ltv" ? text.replace("%", "") : text);

function validValue(name: SliderName, text: string): number | null {
  const n = read(name, text);
  return n !== null && isInRange(name, n) && Number.isInteger(n) ? clamped(name, n) : null;
}

function without(entries: PerSlider, name: SliderName): PerSlider {
  const { [name]: _gone, ...rest } = entries;
  return rest;
}

/** The state with this figure. The LTV sets the loan: what is typed and said of that one is of the old one. */
function withFigure(state: QuoteState, name: SliderName, n: number): QuoteState {
  const { figures, typing, notes } = state;
  if (name !== "ltv") return { ...state, figures: { ...figures, [name]: n } };
  return {
    ...state,
    figures: { ...figures, loanAmount: loanAtLtv(n, priorOf(state), figures.valueOfResidence) },
    typing: without(typing, "loanAmount"),
    notes: without(notes, "loanAmount"),
  };
}

/** The notes that hold after an edit: that of the field goes, and that of the LTV, which follows from other fields. */
const notesAfter = (state: QuoteState, name: SliderName): PerSlider => without(without(state.notes, name), "ltv");

/** Another type was chosen, which counts other charges. */
export const withType = (state: QuoteState, type: QuoteType): QuoteState => ({
  ...state,
  type,
  notes: without(state.notes, "ltv"),
});

/** Typing: the picture follows once the text is a valid value. */
export function withTypedText(state: QuoteState, name: SliderName, text: string): QuoteState {
  const next = { ...state, typing: { ...state.typing, [name]: text }, notes: notesAfter(state, name) };
  const n = validValue(name, text);
  return n === null ? next : withFigure(next, name, n);
}

/**
 * A slider moved. For the LTV the loan changes, within its range; above the limits its needle may stand past the end.
 */
export function withSliderValue(state: QuoteState, name: SliderName, moved: number): QuoteState {
  const n = clamped(name, moved);
  const next = withFigure({ ...state, typing: without(state.typing, name), notes: notesAfter(state, name) }, name, n);
  return name === "ltv" ? withLtvNote(next, n) : next;
}

/** One arrow-key step in a field, to the slider's next step. */
export function withStep(state: QuoteState, name: SliderName, direction: 1 | -1): QuoteState {
  const { min, step } = QUOTE_SLIDERS[name];
  const value = name === "ltv" ? ltvOf(state) : state.figures[name];
  const steps = (value - min) / step;
  const n = min + step * (direction > 0 ? Math.floor(steps) + 1 : Math.ceil(steps) - 1);
  return withSliderValue(state, name, n);
}

/** Blur: an invalid value becomes the nearest valid one, or the previous one, with a note. */
export function withBlur(state: QuoteState, name: SliderName): QuoteState {
  const text = state.typing[name];
  if (text === undefined) return state;
  const next = { ...state, typing: without(state.typing, name) };
  const n = read(name, text);
  const noted = (s: QuoteState, note: string) => ({ ...s, notes: { ...s.notes, [name]: note } });
  if (n === null) return noted(next, `Enter a number. ${rangeSentence(name)}`);
  const nearest = Math.round(clamped(name, n));
  const settled = withFigure(next, name, nearest);
  if (n !== clamped(name, n)) return noted(settled, rangeSentence(name, countsAsMax(name, n)));
  return name === "ltv" ? withLtvNote(settled, nearest) : settled;
}

/** Notes why the LTV differs from the chosen one: the loan reached an end of its range. */
function withLtvNote(state: QuoteState, wanted: number): QuoteState {
  if (ltvOf(state) === wanted) return state;
  return { ...state, notes: { ...state.notes, ltv: `Loans are ${rangeSentence("loanAmount").toLowerCase()}` } };
}

/** The state with every field blurred, and the first invalid one, if any. */
export function withAllBlurred(state: QuoteState): { state: QuoteState; wrong: SliderName | null } {
  let next = state;
  for (const name of Object.keys(state.typing) as SliderName[]) next = withBlur(next, name);
  const wrong = (Object.entries(state.typing) as [SliderName, string][]).find(([name, text]) =>
    next.notes[name] && !countsAsMax(name, read(name, text)!)
  );
  return { state: next, wrong: wrong?.[0] ?? null };
}

/** The request for a chosen type: a first mortgage has no existing one. */
export function quoteInput(state: QuoteState, type: QuoteType): QuoteInput & { ltv: number } {
  const alone = type === "first" ? { existingFirstMtg: 0, existingFirstMtgAmt: 0 } : {};
  return { ...state.figures, ...alone, type, ltv: ltvOf(state) };
}
