import type { ReactNode } from "react";
import { formatDate } from "../../lib/domain/dates.ts";
import { moneyOfCents } from "../../lib/domain/money.ts";
import type { BankPreviewRow, BankState } from "../../lib/domain/servicing/bank_preview.ts";
import { Band } from "../../lib/ui/band.tsx";
import { None } from "../../lib/ui/money.tsx";
import { DataTable } from "../../lib/ui/table.tsx";

const WORDS: Readonly<Record<BankState, string>> = {
  matched: "Matched",
  doubtful: "To choose",
  recorded: "Recorded already",
  taken: "Taken already",
  out: "Money out",
  wrong: "Cannot be read",
  late: "Dated after today",
  early: "Before its ledger",
};
const BANDS = {
  matched: "green",
  doubtful: "yellow",
  recorded: "yellow",
  taken: "none",
  out: "none",
  wrong: "red",
  late: "none",
  early: "none",
} as const;

type Props = {
  rows: readonly BankPreviewRow[];
  loans: Readonly<Record<number, string>>;
  setLoans: (loans: Readonly<Record<number, string>>) => void;
};

/** Each row of the bank's file with its loan and the reason; a loan's number can be chosen or typed. */
export function BankRows({ rows, loans, setLoans }: Props): ReactNode {
  const set = (line: number, code: string) => setLoans({ ...loans, [line]: code });
  return (
    <DataTable
      caption="Rows of the bank's file"
      folds
      className="no-pick"
      head={
        <tr role="row">
          <th role="columnheader" scope="col">Day and text</th>
          <th role="columnheader" scope="col" className="numeric">Amount</th>
          <th role="columnheader" scope="col">State</th>
          <th role="columnheader" scope="col">Why</th>
          <th role="columnheader" scope="col">Loan</th>
        </tr>
      }
    >
      {rows.map((row) => {
        const { line, day, description, cents, state, why, proposed } = row;
        return (
          <tr role="row" key={line} data-state={state}>
            <th role="rowheader" scope="row" className="row-title">
              <span className="mute nowrap">{formatDate(day) || `Line ${line}`}</span> {description}
            </th>
            <td role="cell" className="numeric row-value">{cents === 0 ? <None /> : moneyOfCents(cents)}</td>
            <td role="cell" className="row-status">
              <Band band={BANDS[state]} word={WORDS[state]} />
            </td>
            <td role="cell" className="row-detail">
              {why}
              {proposed.map((one) => (
                <button
                  key={one.clientCode}
                  className="link"
                  type="button"
                  onClick={() => set(line, one.clientCode)}
                >
                  {`${one.clientCode} ${one.borrower}: ${one.why}`}
                </button>
              ))}
            </td>
            <td role="cell" className={isOpen(state) ? "bank-loan" : "bank-loan fold-hidden"}>
              {isOpen(state)
                ? (
                  <input
                    type="text"
                    aria-label={`Loan of line ${line}`}
                    placeholder="Loan number"
                    autoComplete="off"
                    value={loans[line] ?? ""}
                    onChange={(event) => set(line, event.target.value)}
                  />
                )
                : <None />}
            </td>
          </tr>
        );
      })}
    </DataTable>
  );
}

/** True for a row that may be recorded: one that is there already only by a choice of its own. */
const isOpen = (state: BankState): boolean => state === "matched" || state === "doubtful" || state === "recorded";
