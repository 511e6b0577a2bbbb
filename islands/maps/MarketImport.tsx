import { type ChangeEvent, type ReactNode, useState } from "react";
import { callApi } from "../../lib/client/call_api.ts";
import { closeDialog } from "../../lib/client/dialog.ts";
import { readTextFile } from "../../lib/client/read_text_file.ts";
import { saveFile } from "../../lib/client/save_file.ts";
import { toastAfter } from "../../lib/client/toast.ts";
import { csvText } from "../../lib/domain/csv.ts";
import { importColumnsProblem, type ImportField, TEMPLATE_HEADS } from "../../lib/domain/maps/market_import.ts";
import { Dialog } from "../../lib/ui/dialog.tsx";
import { Icon } from "../../lib/ui/icon.tsx";
import { Notice } from "../../lib/ui/notice.tsx";
import { FileColumns } from "../forms/file_columns.tsx";
import { LATE, useLatest } from "../shell/use_latest.ts";
import { type ImportPreview, ImportRows, importText } from "./_import_preview.tsx";

export const IMPORT_DIALOG = "market-import";
/** Bytes; a call takes no more. */
const FILE_MAX = 400_000;

/** A dialog that imports reports of many regions from a CSV: its columns are named, each row's effect is looked at. */
export function MarketImport(): ReactNode {
  const [file, setFile] = useState<{ name: string; text: string } | null>(null);
  const [preview, setPreview] = useState<ImportPreview | null>(null);
  const [problem, setProblem] = useState("");
  const [busy, setBusy] = useState(false);
  const latest = useLatest();

  async function look(text: string, columns?: (ImportField | "")[]) {
    setBusy(true);
    setProblem("");
    const pending = callApi<{ data: ImportPreview }>("/api/loans/previewmarketimport", { text, columns });
    const result = await latest(pending);
    if (result === LATE) return;
    setBusy(false);
    if (result.response) return setPreview(result.data);
    if (!columns) setPreview(null);
    setProblem(result.reason ?? "The file could not be read. Try again.");
  }

  async function choose(event: ChangeEvent<HTMLInputElement>) {
    const [chosen] = event.target.files ?? [];
    if (!chosen) return;
    // The same file may be chosen again once it was mended.
    event.target.value = "";
    setPreview(null);
    const text = await latest(chosen.size > FILE_MAX ? null : readTextFile(chosen));
    if (text === LATE) return;
    if (text === null) {
      setBusy(false);
      return setProblem("This file is larger than 400 kB. Split it and import its parts.");
    }
    setFile({ name: chosen.name, text });
    await look(text);
  }

  async function importAll() {
    if (!file || !preview || busy) return;
    setBusy(true);
    const { counts: { wrong }, columns } = preview;
    const result = await callApi("/api/loans/importmarketreports", { text: file.text, columns, leaveOut: wrong });
    setBusy(false);
    if (!result.response) return setProblem(result.reason ?? "Failed Saving!");
    toastAfter(importText(preview.counts).done);
    location.reload();
  }

  const lacking = preview ? importColumnsProblem(preview.columns) : "";
  const ready = preview ? preview.counts.new + preview.counts.replaces : 0;
  return (
    <Dialog id={IMPORT_DIALOG} title="Import market reports" className="import-dialog long" sheet>
      <div className="stack">
        <label className="drop">
          <Icon name="upload" />
          <span>
            <b>{file ? file.name : "Choose a CSV, or drop it here"}</b>
            <small>Region and month, and any of the figures</small>
          </span>
          <input type="file" accept=".csv,text/csv,text/plain" aria-label="CSV file" onChange={choose} />
        </label>
        {problem && <Notice band="red" live>{problem}</Notice>}
        {preview && file && (
          <>
            <FileColumns
              heads={preview.heads}
              columns={preview.columns}
              words={TEMPLATE_HEADS}
              onChange={(columns) => void look(file.text, columns)}
            />
            {lacking ? <Notice band="yellow" live>{lacking}</Notice> : (
              <>
                <ImportRows preview={preview} />
                <Notice live>{importText(preview.counts).plan}</Notice>
              </>
            )}
          </>
        )}
      </div>
      <footer>
        <button
          className="link template"
          type="button"
          onClick={() =>
            saveFile(
              "market-reports.csv",
              new Blob([csvText(Object.values(TEMPLATE_HEADS), [])], { type: "text/csv" }),
            )}
        >
          Empty template
        </button>
        <button className="btn" type="button" onClick={() => closeDialog(IMPORT_DIALOG)}>Cancel</button>
        <button
          className="btn primary"
          type="button"
          aria-disabled={ready === 0 || undefined}
          aria-busy={busy || undefined}
          onClick={() => ready > 0 && void importAll()}
        >
          {busy ? "One moment" : ready > 0 ? `Import ${ready} ${ready === 1 ? "report" : "reports"}` : "Import"}
        </button>
      </footer>
    </Dialog>
  );
}
