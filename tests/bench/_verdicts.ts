/**
 * The lines that end a measurement. A budget is held: over it the program ends with 1. A goal is wanted: it is met or
 * not, and ends nothing.
 */
let over = false;

const say = (word: "ok" | "over" | "met" | "not met", what: string, figure: string): void =>
  console.log(`${word.padEnd(7)}  ${what}: ${figure}`);

/** Says whether a figure is within its budget. */
export function budget(what: string, figure: string, ok: boolean): void {
  over ||= !ok;
  say(ok ? "ok" : "over", what, figure);
}

/** Says whether a figure has come to its goal. */
export function goal(what: string, figure: string, ok: boolean): void {
  say(ok ? "met" : "not met", what, figure);
}

/** Ends the program: with 1 where a budget was exceeded. */
export const end = (): never => Deno.exit(over ? 1 : 0);
