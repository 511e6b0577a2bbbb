/** What a run says at its end: what failed, where the time went, and the sum. */
import { type Layer, LAYERS } from "./plan.ts";

/**
 * What became of a test file. `output` is what it printed; `unsteady` what its first try did, where a second one
 * passed; `final` where it had its second try or gets none. `cpuMs` is its `FileResult`'s, where it has one.
 */
export interface Outcome {
  path: string;
  layer: Layer;
  ms: number;
  passed: number;
  failed: number;
  ok: boolean;
  output: string;
  unsteady?: string;
  cpuMs?: number | null;
  final?: boolean;
}

/**
 * A whole run: how many files went at a time, milliseconds from start to end, of the checks before them too, and of CPU
 * in all and in the checks, null where this system does not tell.
 */
export interface Run {
  lanes: number;
  wallMs: number;
  checkMs: number;
  cpuMs: number | null;
  checkCpuMs?: number | null;
}

const DEAREST = 30;
/** What is shown of a file that ended without a list of its errors, in lines. */
const LAST_LINES = 40;

const seconds = (ms: number): string => `${(ms / 1000).toFixed(1).padStart(7)} s`;

/** Counts of the line that `deno test` ends with; null where it did not come so far. */
export function countsIn(output: string): { passed: number; failed: number } | null {
  const line = [...output.matchAll(/(\d+) passed(?: \(\d+ steps?\))? \| (\d+) failed/g)].at(-1);
  return line ? { passed: Number(line[1]), failed: Number(line[2]) } : null;
}

const cpuOf = (outcomes: readonly Outcome[]): number => outcomes.reduce((sum, { cpuMs }) => sum + (cpuMs ?? 0), 0);

/** One line for a file that is through. */
export function lineOf({ path, ms, passed, failed, ok }: Outcome): string {
  return `${ok ? "ok    " : "FAILED"} ${seconds(ms)}  ${path} (${passed} passed${failed ? `, ${failed} failed` : ""})`;
}

type Row = [name: string, ms: number, cpuMs: number];

function table(title: string, rows: Row[]): string[] {
  return [title, ...rows.map(([name, ms, cpuMs]) => `${seconds(ms)}${seconds(cpuMs)} of CPU  ${name}`), ""];
}

function timesOf(outcomes: readonly Outcome[], { lanes, wallMs, checkMs, cpuMs, checkCpuMs }: Run): string[] {
  const layers = LAYERS.flatMap((layer): Row[] => {
    const files = outcomes.filter((o) => o.layer === layer);
    const ms = files.reduce((sum, { ms }) => sum + ms, 0);
    return files.length ? [[`${layer}, ${files.length} files`, ms, cpuOf(files)]] : [];
  });
  if (checkMs > 0) layers.unshift(["formatting, lint, types, layout", checkMs, checkCpuMs ?? 0]);
  // By CPU, since a duration is as long as what the other lanes do meanwhile makes it.
  const dearest = [...outcomes].sort((a, b) => (b.cpuMs ?? 0) - (a.cpuMs ?? 0) || b.ms - a.ms).slice(0, DEAREST);
  const cpu = cpuMs === null ? "" : `, ${(cpuMs / 60_000).toFixed(1)} CPU minutes`;
  return [
    ...table(`Where the time went, ${lanes} files at a time, ${(wallMs / 1000).toFixed(0)} s in all${cpu}:`, layers),
    ...table("The dearest files:", dearest.map(({ path, ms, cpuMs }) => [path, ms, cpuMs ?? 0])),
  ];
}

/** The errors that `deno test` lists at its end, or the last lines where it has not come so far. */
export function errorsIn(output: string): string {
  const at = output.lastIndexOf("\n ERRORS ");
  return at < 0 ? output.trimEnd().split("\n").slice(-LAST_LINES).join("\n") : output.slice(at).trim();
}

/** What failed beside other files and passed alone: not a failure, and yet a test to mend. */
const unsteadyOf = (outcomes: readonly Outcome[]): string[] =>
  outcomes.flatMap(({ path, unsteady }) =>
    unsteady === undefined ? [] : [`---- ${path}: failed beside other files, passed alone\n${errorsIn(unsteady)}\n`]
  );

/**
 * The end of a run: where the time went, what was unsteady, what failed, and as its last line `N passed | N failed`,
 * with the number of unsteady files where there are any.
 */
export function endOf(outcomes: readonly Outcome[], run: Run): string {
  const broken = outcomes.filter(({ ok }) => !ok);
  const unsteady = outcomes.filter((outcome) => outcome.unsteady !== undefined).length;
  const sum = (count: (outcome: Outcome) => number) => outcomes.reduce((total, outcome) => total + count(outcome), 0);
  return [
    ...timesOf(outcomes, run),
    ...unsteadyOf(outcomes),
    ...broken.map(({ path, output }) => `---- ${path}\n${errorsIn(output)}\n`),
    ...(broken.length ? ["What failed:", ...broken.map(lineOf), ""] : []),
    `${sum(({ passed }) => passed)} passed | ${sum(({ failed }) => failed)} failed${
      unsteady ? ` | ${unsteady} unsteady` : ""
    }`,
  ].join("\n");
}
