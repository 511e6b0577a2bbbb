/** What the quote tool holds, and how typing, sliding and choosing change it: values in, values out. */
import type { QuoteInput, QuoteType } from "../../domain/lending/quote.ts";
import {
  inDollars,
  loanAtLtv,
  QUOTE_SLIDERS,
  rangeSentence,
  type SliderName,
  typedMax,
} from "../../domain/lending/quote_sliders.ts";
import { ceilPercent, money, parseNumber } from "../../domain/money.ts";

/** The figures that are sent; the LTV follows from them. */
export type Figure = Exclude<SliderName, "ltv">;
type PerSlider = Readonly<Partial<Record<SliderName, string>>>;

export interface QuoteState {
  /** "none" until one is chosen (accounts specification, section 3). */
  readonly type: QuoteType | "none";
  readonly figures: Readonly<Record<Figure, number>>;
  /** Fields that somebody is typing in, as they stand. */
  readonly typing: PerSlider;
  /** What was done to a figure that could not be taken as typed. */
  readonly notes: PerSlider;
}

const FIGURES = (Object.keys(QUOTE_SLIDERS) as SliderName[]).filter((name): name is Figure => name !== "ltv");

/** Where the tool starts: the sliders' defaults, or what a form without script has sent. */
export function startQuote(sent: Readonly<Record<string, string>> = {}): QuoteState {
  const type = sent.type === "first" || sent.type === "second" || sent.type === "bridge" ? sent.type : "none";
  let state: QuoteState = {
    type,
    figures: Object.fromEntries(FIGURES.map((name) => [name, QUOTE_SLIDERS[name].start])) as Record<Figure, number>,
    typing: {},
    notes: {},
  };
  for (const name of FIGURES) if (sent[name] !== undefined) state = typed(state, name, sent[name]);
  // A figure that can be taken is shown tidily, another one as it was typed.
  const wrong = Object.entries(state.typing).filter(([name, text]) => accepted(name as SliderName, text) === null);
  return { ...state, typing: Object.fromEntries(wrong) };
}

/** Charges ahead of the loan: an existing first mortgage counts behind it alone (section 5). */
export const priorOf = ({ type, figures }: QuoteState): number => type === "second" ? figures.existingFirstMtgAmt : 0;

/** Whole percent, rounded up (section 5). */
export function ltvOf(state: QuoteState): number {
  return ceilPercent(state.figures.loanAmount + priorOf(state), state.figures.valueOfResidence);
}

/** What a slider's field shows. */
export function shown(state: QuoteState, name: SliderName): string {
  const typing = state.typing[name];
  if (typing !== undefined) return typing;
  const value = name === "ltv" ? ltvOf(state) : state.figures[name];
  return inDollars(name) ? money(value).slice(1) : String(value);
}

const within = (name: SliderName, n: number) => n >= QUOTE_SLIDERS[name].min && n <= typedMax(name);

/** What was typed or pasted as a number; the LTV's own percent sign may come with it. */
const read = (name: SliderName, text: string): number | null =>
  parseNumber(name === "ltv" ? text.replace("%", "") : text);

function accepted(name: SliderName, text: string): number | null {
  const n = read(name, text);
  return n !== null && within(name, n) && Number.isInteger(n) ? n : null;
}

function withFigure(state: QuoteState, name: SliderName, n: number): QuoteState {
  const { valueOfResidence } = state.figures;
  const figures = name === "ltv"
    ? { ...state.figures, loanAmount: loanAtLtv(n, priorOf(state), valueOfResidence) }
    : { ...state.figures, [name]: n };
  return { ...state, figures };
}

function without(entries: PerSlider, name: SliderName): PerSlider {
  const { [name]: _gone, ...rest } = entries;
  return rest;
}

/** Somebody types: the picture follows as soon as the text is a figure that can be taken. */
export function typed(state: QuoteState, name: SliderName, text: string): QuoteState {
  const next = { ...state, typing: { ...state.typing, [name]: text }, notes: {} };
  const n = accepted(name, text);
  return n === null ? next : withFigure(next, name, n);
}

/** A slider was moved, the LTV's too: then the loan follows, within its range. */
export function slid(state: QuoteState, name: SliderName, n: number): QuoteState {
  const next = withFigure({ ...state, typing: without(state.typing, name), notes: {} }, name, n);
  return name === "ltv" ? withLtvNote(next, n) : next;
}

/** One step by arrow key in a field; the slider's own steps, so an odd figure goes to the next even one. */
export function stepped(state: QuoteState, name: SliderName, direction: 1 | -1): QuoteState {
  const { min, step } = QUOTE_SLIDERS[name];
  const value = name === "ltv" ? ltvOf(state) : state.figures[name];
  const steps = (value - min) / step;
  const n = min + step * (direction > 0 ? Math.floor(steps) + 1 : Math.ceil(steps) - 1);
  return slid(state, name, Math.min(typedMax(name), Math.max(min, n)));
}

/** A field was left: what cannot be taken goes to the nearest figure that can, or back, and a note says so. */
export function left(state: QuoteState, name: SliderName): QuoteState {
  const text = state.typing[name];
  if (text === undefined) return state;
  const next = { ...state, typing: without(state.typing, name) };
  const n = read(name, text);
  const noted = (s: QuoteState) => ({ ...s, notes: { ...s.notes, [name]: rangeSentence(name) } });
  if (n === null) return noted(next);
  const nearest = Math.round(Math.min(typedMax(name), Math.max(QUOTE_SLIDERS[name].min, n)));
  const settled = withFigure(next, name, nearest);
  if (!within(name, n)) return noted(settled);
  return name === "ltv" ? withLtvNote(settled, nearest) : settled;
}

/** Says why the LTV is not the one that was asked for: the loan has met an end of its range. */
function withLtvNote(state: QuoteState, wanted: number): QuoteState {
  if (ltvOf(state) === wanted) return state;
  return { ...state, notes: { ...state.notes, ltv: `Loans are ${rangeSentence("loanAmount").toLowerCase()}` } };
}

/** Every field left, and the first one whose text could not be taken, if any. */
export function settled(state: QuoteState): { state: QuoteState; wrong: SliderName | null } {
  let next = state;
  for (const name of Object.keys(state.typing) as SliderName[]) next = left(next, name);
  const wrong = Object.keys(state.typing).find((name) => next.notes[name as SliderName] !== undefined);
  return { state: next, wrong: (wrong as SliderName) ?? null };
}

/** What is sent for a chosen type: a first mortgage has no other one beside it. */
export function quoteInput(state: QuoteState, type: QuoteType): QuoteInput & { ltv: number } {
  const alone = type === "first" ? { existingFirstMtg: 0, existingFirstMtgAmt: 0 } : {};
  return { ...state.figures, ...alone, type, ltv: ltvOf(state) };
}
