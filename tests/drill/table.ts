/** The table of the drills, in Markdown. */
import type { DrillRow } from "./scene.ts";

/** True where nothing was lost, doubled, missing or wrong. */
export const isGood = ({ lost, doubled, missing, wrong }: DrillRow): boolean =>
  lost + doubled + missing + wrong.length === 0;

/** The line of a drill that ended before it could compare. */
export const failedRow = (what: string, error: unknown): DrillRow => ({
  what,
  ...{ rounds: 0, acknowledged: 0, unanswered: 0, lost: 0, doubled: 0, missing: 0, seconds: 0 },
  wrong: [`it ended early: ${error instanceof Error ? error.stack : error}`],
  note: "ended early",
});

const HEAD = [
  "Drill",
  "Times",
  "Acknowledged",
  "Unanswered",
  "Lost",
  "Doubled",
  "Bytes missing",
  "Wrong",
  "Minutes",
  "Seen",
];

const count = (n: number): string => n.toLocaleString("en-CA");

const cells = (row: DrillRow): string[] => [
  row.what,
  ...[row.rounds, row.acknowledged, row.unanswered, row.lost, row.doubled, row.missing, row.wrong.length].map(count),
  (row.seconds / 60).toFixed(1),
  row.note,
];

/** A line a drill in Markdown, and what was wrong below it. */
export function tableOf(rows: readonly DrillRow[]): string {
  const lines = [HEAD, HEAD.map(() => "---"), ...rows.map(cells)].map((line) => `| ${line.join(" | ")} |`);
  const problems = rows.flatMap(({ what, wrong }) => wrong.map((problem) => `${what}: ${problem}`));
  const verdict = rows.every(isGood)
    ? "Nothing acknowledged was lost or doubled, no bytes are missing."
    : "Something was lost, doubled, missing or wrong: see the lines that are not 0.";
  return [...lines, "", ...problems, verdict].join("\n");
}
