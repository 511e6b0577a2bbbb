import type { ReactNode } from "react";
import { capitalised } from "../../lib/domain/capitalised.ts";
import { formatDate, formatInstant } from "../../lib/domain/dates.ts";
import {
  periodText,
  removedText,
  RETAINED_KINDS,
  RETENTION_RULES,
  RETENTION_TIME,
} from "../../lib/domain/operations/retention.ts";
import type { RetentionReport } from "../../lib/features/operations/mod.ts";
import { DataTable } from "../../lib/ui/table.tsx";

/** `nothing`, or `12 drafts, 340 network addresses`. */
function sentence(counts: readonly { kind: RetentionReport["kinds"][number]["kind"]; count: number }[]): string {
  const parts = counts.filter(({ count }) => count > 0).map(({ kind, count }) => removedText(kind, count));
  return parts.join(", ") || "nothing";
}

/** What the next run would remove, as a sentence. */
export const dueSentence = ({ kinds }: RetentionReport): string =>
  sentence(kinds.map(({ kind, due }) => ({ kind, count: due })));

/** What the last run removed, as a sentence. */
export function lastRunSentence(last: RetentionReport["last"]): string {
  if (!last) return `Nothing was removed yet; the first run is after ${RETENTION_TIME}.`;
  const removed = sentence(RETAINED_KINDS.map((kind) => ({ kind, count: last.removed[kind] ?? 0 })));
  return last.finishedAt === null
    ? `The run of ${formatDate(last.day)} goes on; it removed ${removed} so far.`
    : `The run of ${formatInstant(last.finishedAt)} removed ${removed}.`;
}

/** What is kept how long, what would go, and what went. */
export function RetentionTable({ report }: { report: RetentionReport }): ReactNode {
  const { kinds, last } = report;
  return (
    <DataTable
      caption="What is removed by its age"
      folds
      className="no-pick"
      head={
        <tr role="row">
          <th scope="col" role="columnheader">What</th>
          <th scope="col" role="columnheader">Kept for</th>
          <th scope="col" role="columnheader">Older than</th>
          <th scope="col" role="columnheader">Would go</th>
          <th scope="col" role="columnheader">Last run</th>
        </tr>
      }
    >
      {kinds.map(({ kind, period, since, due }) => (
        <tr role="row" key={kind}>
          <th role="rowheader" scope="row" className="row-title">
            {RETENTION_RULES[kind].title}
            <br />
            <small className="mute">{`${RETENTION_RULES[kind].what} ${RETENTION_RULES[kind].why}`.trim()}</small>
          </th>
          <td role="cell" className="row-value nowrap">{periodText(kind, period)}</td>
          <td role="cell" className="fold-hidden nowrap">{formatDate(since)}</td>
          <td role="cell" className="row-detail">
            {capitalised(removedText(kind, due))} <span className="fold-only">would go</span>
          </td>
          <td role="cell" className="fold-hidden">
            {last ? capitalised(removedText(kind, last.removed[kind] ?? 0)) : "Not yet"}
          </td>
        </tr>
      ))}
    </DataTable>
  );
}
