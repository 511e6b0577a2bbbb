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

/** The day and the bank's reason; a row without a day that can be returned has that of the form. */
function bankSays({ day, reason, state }: ReturnPreviewRow, formDay: string): string {
  const entered = day === "" && state === "matched" && formDay !== "" && `${formatDate(formDay)} as entered above`;
  return [day ? formatDate(day) : entered, reason].filter(Boolean).join(", ");
}

/** Each row of a list of returns with its payment and the reason; what is matched can be chosen. */
export function ReturnRows(props: {
  rows: readonly ReturnPreviewRow[];
  picked: readonly number[];
  pick: (picked: number[]) => void;
  /** The day that is entered for rows without one, YYYY-MM-DD. */
  formDay: string;
}): ReactNode {
  const { rows, picked, pick, formDay } = props;
  const canPick = rows.some(({ state }) => state === "matched");
  return (
    <DataTable
      caption="Rows of the list of returns"
      folds
      className={canPick ? undefined : "no-pick"}
      head={
        <tr role="row">
          {canPick && <PickHead />}
          <th role="columnheader" scope="col">Payment</th>
          <th role="columnheader" scope="col">Day and bank's reason</th>
          <th role="columnheader" scope="col" className="numeric">Amount</th>
          <th role="columnheader" scope="col">State</th>
          <th role="columnheader" scope="col">Why</th>
        </tr>
      }
    >
      {rows.map((row) => {
        const { line, reference, name, clientCode, cents, sent, state, why } = row, says = bankSays(row, formDay);
        return (
          <tr role="row" key={line}>
            {canPick && (
              <PickCell
                of={line}
                label={state === "matched" ? `Return ${reference}` : ""}
                picked={picked}
                pick={pick}
              />
            )}
            <th role="rowheader" scope="row" className="row-title">
              <span>{reference || `Line ${line}`}</span>{" "}
              <span className="client-name">{[clientCode, name].filter(Boolean).join(" ")}</span>
            </th>
            <td role="cell" className="fold-hidden">{says}</td>
            <td role="cell" className="numeric row-value">{amountOf(sent ?? cents)}</td>
            <td role="cell" className="row-status">
              <Band band={BANDS[state]} word={WORDS[state]} />
            </td>
            <td role="cell" className="row-detail">
              {says && <span className="fold-only">{`${says}. `}</span>}
              {why}
            </td>
          </tr>
        );
      })}
    </DataTable>
  );
}
