import type { ReactNode } from "react";
import { formatDate } from "../../lib/domain/dates.ts";
import { moneyOfCents } from "../../lib/domain/money.ts";
import type { ReturnPreviewRow, ReturnState } from "../../lib/domain/servicing/return_file.ts";
import { Band } from "../../lib/ui/band.tsx";
import { None } from "../../lib/ui/money.tsx";
import { DataTable } from "../../lib/ui/table.tsx";
import { PickCell, PickHead } from "./_pick_cell.tsx";

const WORDS: Readonly<Record<ReturnState, string>> = {
  matched: "Matched",
  taken: "Returned already",
  left: "Left out",
  unknown: "Unknown",
  wrong: "Cannot be read",
};
const BANDS = { matched: "green", taken: "none", left: "yellow", unknown: "red", wrong: "red" } as const;

const amountOf = (cents: number | null): ReactNode => cents === null ? <None /> : moneyOfCents(cents);

const bankSays = ({ day, reason }: Pick<ReturnPreviewRow, "day" | "reason">): string =>
  [day && formatDate(day), reason].filter(Boolean).join(", ");

/** Each row of a list of returns with its payment and the reason; what is matched can be chosen. */
export function ReturnRows(props: {
  rows: readonly ReturnPreviewRow[];
  picked: readonly number[];
  pick: (picked: number[]) => void;
}): ReactNode {
  const { rows, picked, pick } = props;
  return (
    <DataTable
      caption="Rows of the list of returns"
      folds
      head={
        <tr role="row">
          <PickHead />
          <th role="columnheader" scope="col">Payment</th>
          <th role="columnheader" scope="col">Bank's reason</th>
          <th role="columnheader" scope="col" className="numeric">Amount</th>
          <th role="columnheader" scope="col">State</th>
          <th role="columnheader" scope="col">Why</th>
        </tr>
      }
    >
      {rows.map(({ line, reference, name, clientCode, reason, day, cents, sent, state, why }) => (
        <tr role="row" key={line}>
          <PickCell of={line} label={state === "matched" ? `Return ${reference}` : ""} picked={picked} pick={pick} />
          <th role="rowheader" scope="row" className="row-title">
            {reference || `Line ${line}`}{" "}
            <span className="client-name">{[clientCode, name].filter(Boolean).join(" ")}</span>
          </th>
          <td role="cell" className="fold-hidden">{bankSays({ day, reason })}</td>
          <td role="cell" className="numeric row-value">{amountOf(sent ?? cents)}</td>
          <td role="cell" className="row-status">
            <Band band={BANDS[state]} word={WORDS[state]} />
          </td>
          <td role="cell" className="row-detail">
            {(day || reason) && <span className="fold-only">{`${bankSays({ day, reason })}. `}</span>}
            {why}
          </td>
        </tr>
      ))}
    </DataTable>
  );
}
