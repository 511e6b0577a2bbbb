import type { ReactNode } from "react";
import { formatShortMonth } from "../../lib/domain/dates.ts";
import { figureText } from "../../lib/domain/maps/market_figures.ts";
import type { ImportField, PlannedRow, RowEffect } from "../../lib/domain/maps/market_import.ts";
import { isMonth } from "../../lib/domain/maps/market_report.ts";
import { Band } from "../../lib/ui/band.tsx";

/** What previewmarketimport answers. */
export type ImportPreview = {
  heads: string[];
  columns: (ImportField | "")[];
  counts: Record<RowEffect, number>;
  rows: PlannedRow[];
};

const EFFECTS: Readonly<Record<Exclude<RowEffect, "wrong">, string>> = {
  new: "New",
  replaces: "Replaces what is there",
  same: "There already",
};

/** What an import would do, and what it did, in a sentence. */
export function importText(counts: Record<RowEffect, number>): { plan: string; done: string } {
  const parts = [
    `${counts.new} new`,
    counts.replaces > 0 && `${counts.replaces} replaced`,
    counts.same > 0 && `${counts.same} there already`,
  ].filter(Boolean).join(", ");
  const left = counts.wrong === 0 ? "" : counts.wrong === 1 ? "1 row is left out" : `${counts.wrong} rows are left out`;
  const mend = left &&
    `; ${left}. Mend ${
      counts.wrong === 1 ? "it" : "them"
    } in the file and import that again: what is here is not taken twice`;
  const reports = counts.new + counts.replaces;
  return {
    plan: `${parts}${mend}.`,
    done: `${reports} ${reports === 1 ? "report" : "reports"} imported${
      left && `, ${left.replace(/ (is|are) /, " ")}`
    }`,
  };
}

/** What each row would do, the wrong ones first. */
export function ImportRows({ preview }: { preview: ImportPreview }): ReactNode {
  const { rows, counts } = preview;
  const all = Object.values(counts).reduce((sum, count) => sum + count, 0);
  return (
    <>
      <div className="import-rows" tabIndex={0} role="region" aria-label="What the file would do">
        <table className="table" role="table">
          <caption className="visually-hidden">What the file would do</caption>
          <thead>
            <tr role="row">
              <th role="columnheader" scope="col">Line</th>
              <th role="columnheader" scope="col">Region</th>
              <th role="columnheader" scope="col">Month</th>
              <th role="columnheader" scope="col" className="numeric wide-only">Listed</th>
              <th role="columnheader" scope="col" className="numeric wide-only">Sold</th>
              <th role="columnheader" scope="col">What happens</th>
            </tr>
          </thead>
          <tbody>{rows.map((row) => <ImportRow key={row.line} row={row} />)}</tbody>
        </table>
      </div>
      {all > rows.length && <p className="hint">{`${rows.length} of ${all} rows are listed.`}</p>}
    </>
  );
}

function ImportRow({ row }: { row: PlannedRow }): ReactNode {
  const { line, region, month, effect, problem, report } = row;
  return (
    <tr role="row" data-band={effect === "wrong" ? "red" : undefined}>
      <td role="cell">{line}</td>
      <th role="rowheader" scope="row">{region}</th>
      <td role="cell">{isMonth(month) ? <span className="nowrap">{formatShortMonth(month)}</span> : month}</td>
      <td role="cell" className="numeric wide-only">{figureText("newListings", report?.newListings ?? null)}</td>
      <td role="cell" className="numeric wide-only">{figureText("homesSold", report?.homesSold ?? null)}</td>
      <td role="cell">{effect === "wrong" ? <Band band="red" word={problem} /> : EFFECTS[effect]}</td>
    </tr>
  );
}
