import type { ReactNode } from "react";
import { closeDialog } from "../../lib/client/dialog.ts";
import { saveFile } from "../../lib/client/save_file.ts";
import { toastAfter } from "../../lib/client/toast.ts";
import { csvText } from "../../lib/domain/csv.ts";
import {
  importColumnsProblem,
  MARKET_TEXT_MAX,
  MARKET_TOO_LARGE,
  TEMPLATE_HEADS,
} from "../../lib/domain/maps/market_import.ts";
import { Dialog } from "../../lib/ui/dialog.tsx";
import { Notice } from "../../lib/ui/notice.tsx";
import { callWithReason } from "../forms/call_with_reason.ts";
import { FileColumns } from "../forms/file_columns.tsx";
import { CSV_TYPES, FileDrop } from "../forms/file_drop.tsx";
import { useCsvFile } from "../forms/use_csv_file.ts";
import { useForm } from "../forms/use_form.ts";
import { type ImportPreview, ImportRows, importText } from "./_import_preview.tsx";

export const IMPORT_DIALOG = "market-import";

/** A dialog that imports reports of many regions from a CSV: its columns are named, each row's effect is looked at. */
export function MarketImport(): ReactNode {
  const read = useCsvFile<ImportPreview>({
    path: "/api/loans/previewmarketimport",
    max: MARKET_TEXT_MAX,
    tooLarge: MARKET_TOO_LARGE,
  });
  const { file, preview, problem } = read;
  const lacking = preview ? importColumnsProblem(preview.columns) : "";
  const ready = preview ? preview.counts.new + preview.counts.replaces : 0;
  const { busy: importing, handlers } = useForm<object, object>({
    call: callWithReason("/api/loans/importmarketreports"),
    read: () => ({ text: file?.text, columns: preview?.columns, leaveOut: preview?.counts.wrong }),
    // The button can be pressed before there is anything to import.
    ask: (values) => ready > 0 ? read.clear(values) : Promise.resolve(null),
    // The reason stands above the rows.
    says({ reason }) {
      read.refuse(reason!);
      return "";
    },
    done() {
      toastAfter(importText(preview!.counts).done);
      location.reload();
      return "leaving";
    },
  });
  const busy = read.busy || importing;

  return (
    <Dialog id={IMPORT_DIALOG} title="Import market reports" className="import-dialog long" sheet focusTitle>
      <form className="stack" noValidate {...handlers}>
        <FileDrop
          title={file ? file.name : "Choose a CSV, or drop it here"}
          note="Region and month, and any of the figures"
          label="CSV file"
          accept={CSV_TYPES}
          onFile={(chosen) => void read.choose(chosen)}
        />
        {problem && <Notice band="red" live>{problem}</Notice>}
        {preview && file && (
          <>
            <FileColumns
              heads={preview.heads}
              columns={preview.columns}
              words={TEMPLATE_HEADS}
              onChange={(columns) => void read.readAs({ columns })}
            />
            {lacking ? <Notice band="yellow" live>{lacking}</Notice> : (
              <>
                <ImportRows preview={preview} />
                <Notice live>{importText(preview.counts).plan}</Notice>
              </>
            )}
          </>
        )}
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
            type="submit"
            aria-disabled={ready === 0 || undefined}
            aria-busy={busy || undefined}
          >
            {busy ? "One moment" : ready > 0 ? `Import ${ready} ${ready === 1 ? "report" : "reports"}` : "Import"}
          </button>
        </footer>
      </form>
    </Dialog>
  );
}
