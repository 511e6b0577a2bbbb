import { type ReactNode, useEffect, useRef, useState } from "react";
import { formatShortMonth } from "../../lib/domain/dates.ts";
import { callApi } from "../../lib/client/call_api.ts";
import { openDialog } from "../../lib/client/dialog.ts";
import { confirmDialog } from "../../lib/client/question.ts";
import { toast, toastAfter } from "../../lib/client/toast.ts";
import type { MapSettings } from "../../lib/domain/lending/settings.ts";
import { FIGURES, figureText } from "../../lib/domain/maps/market_figures.ts";
import { MAIN_FIGURES, type MarketReport, monthToEnter } from "../../lib/domain/maps/market_report.ts";
import { Icon } from "../../lib/ui/icon.tsx";
import { DataTable } from "../../lib/ui/table.tsx";
import { REPORT_DIALOG, ReportDialog } from "./_report_dialog.tsx";

/** What a folded row says below its month; the price stands beside the month. */
const FOLDED = MAIN_FIGURES.filter((name) => name !== "medianPrice");

/** Every report of a region, each leading to its month; entering, changing and removing them by hand. */
export function RegionReports(props: {
  region: string;
  /** Rising by month. */
  reports: MarketReport[];
  today: string;
  mapSettings: MapSettings;
}): ReactNode {
  const { region, reports } = props;
  const [editing, setEditing] = useState({ month: monthToEnter(reports, props.today), turn: 0 });
  /** True while the dialog, open or closed, holds what was typed and not saved. */
  const unsaved = useRef(false);
  useEffect(() => {
    if (editing.turn > 0) openDialog(REPORT_DIALOG);
  }, [editing]);

  async function edit(month: string) {
    const drops = { yes: "Drop it", no: "Go on with it", risky: true };
    if (unsaved.current && !await confirmDialog("Drop what was typed and not saved?", drops)) {
      return openDialog(REPORT_DIALOG);
    }
    setEditing(({ turn }) => ({ month, turn: turn + 1 }));
  }

  async function remove(report: MarketReport) {
    const text = formatShortMonth(report.month);
    if (!await confirmDialog(`Remove the report of ${text}?`, { yes: "Remove", risky: true })) return;
    const result = await callApi("/api/loans/removemarketreport", { region, month: report.month, seen: report });
    if (!result.response) return void toast(result.reason || "Failed Saving!", "bad");
    toastAfter(`The report of ${text} is removed`);
    location.assign(`?${new URLSearchParams({ id: region })}`);
  }

  return (
    <section className="region-reports" aria-labelledby="reports-title">
      <header className="row">
        <h2 id="reports-title">Reports</h2>
        <button
          className="btn slim align-end scripted"
          type="button"
          onClick={() => void edit(monthToEnter(reports, props.today))}
        >
          <Icon name="plus" />
          Enter report
        </button>
      </header>
      {reports.length > 0 && (
        <DataTable
          caption={`Reports of ${region}, the newest first`}
          folds
          className="no-pick"
          head={
            <tr role="row">
              <th scope="col" role="columnheader">Month</th>
              {MAIN_FIGURES.map((name) => (
                <th key={name} scope="col" role="columnheader" className="numeric">{FIGURES[name].label}</th>
              ))}
              <th scope="col" role="columnheader" className="fold-only">Details</th>
              <td className="scripted" role="cell" />
            </tr>
          }
        >
          {reports.toReversed().map((report) => (
            <tr key={report.month} role="row">
              <th scope="row" role="rowheader" className="row-title">
                <a href={`?${new URLSearchParams({ id: region, month: report.month })}`}>
                  {formatShortMonth(report.month)}
                </a>
              </th>
              {MAIN_FIGURES.map((name) => (
                <td
                  key={name}
                  role="cell"
                  className={name === "medianPrice" ? "numeric row-value" : "numeric fold-hidden"}
                >
                  {figureText(name, report[name])}
                </td>
              ))}
              <td role="cell" className="fold-only row-detail">
                {FOLDED.map((name) => `${FIGURES[name].label} ${figureText(name, report[name])}`).join(", ")}
              </td>
              <td role="cell" className="scripted tools row-status">
                <button
                  className="btn bare icon-only slim"
                  type="button"
                  aria-label={`Change the report of ${formatShortMonth(report.month)}`}
                  onClick={() => void edit(report.month)}
                >
                  <Icon name="pencil" />
                </button>
                <button
                  className="btn bare icon-only slim"
                  type="button"
                  aria-label={`Remove the report of ${formatShortMonth(report.month)}`}
                  onClick={() => remove(report)}
                >
                  <Icon name="trash-2" />
                </button>
              </td>
            </tr>
          ))}
        </DataTable>
      )}
      <ReportDialog key={editing.turn} {...props} month={editing.month} unsaved={unsaved} />
    </section>
  );
}
