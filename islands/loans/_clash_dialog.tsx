import { type ReactNode, useEffect, useState } from "react";
import { closeDialog, openDialog } from "../../lib/client/dialog.ts";
import type { Dispute, Marks } from "../../lib/client/loans/fill_form.ts";
import { MARK_LABELS, TYPE_LABELS } from "../../lib/client/loans/file_labels.ts";
import type { SubmissionForm } from "../../lib/client/loans/submission_form.ts";
import { formatDate } from "../../lib/domain/dates.ts";
import { Dialog } from "../../lib/ui/dialog.tsx";
import { ChooseValues } from "../forms/choose_values.tsx";

const CLASHES = "clashes";

const shown = (value: string) => formatDate(value) || value;

/**
 * Asks for each field whether the form's entry or the file's value counts: the entry as it is by now, after the
 * questions about files before this one. Closing keeps all entries.
 */
export function ClashDialog(props: {
  dispute: Dispute | undefined;
  form: SubmissionForm;
  marks: Marks;
  onSettle: (taken: ReadonlySet<string>) => void;
}): ReactNode {
  const { dispute, form: { entries }, marks, onSettle } = props;
  const [taken, setTaken] = useState<ReadonlySet<string>>(new Set());
  const all = dispute?.clashes ?? [];
  const clashes = all.filter(({ field, theirs }) => entries[field]?.toLowerCase() !== theirs.toLowerCase());
  const same = all.filter((one) => !clashes.includes(one)).map(({ field }) => field);
  useEffect(() => {
    if (!dispute) return closeDialog(CLASHES);
    if (clashes.length === 0) return onSettle(new Set(same));
    setTaken(new Set());
    openDialog(CLASHES);
  }, [dispute]);
  // Escape and the close button keep the entries. Listened for here, as the runtimes handle the event differently.
  useEffect(() => {
    const dialog = document.getElementById(CLASHES);
    const keep = () => dispute && onSettle(new Set());
    dialog?.addEventListener("close", keep);
    return () => dialog?.removeEventListener("close", keep);
  }, [dispute]);
  const file = dispute?.file;
  const from = file ? TYPE_LABELS[file.type] : "";
  const many = clashes.length > 1;
  return (
    <Dialog id={CLASHES} title="The file has other values" className="long" sheet focusTitle>
      <p>
        {many ? `${clashes.length} fields hold` : "One field holds"} something else than <b>{file?.name}</b>{" "}
        says. Choose which to keep.
      </p>
      <ChooseValues
        choices={clashes.map(({ field, label, theirs, mark }) => ({
          field,
          label,
          mine: shown(entries[field] ?? ""),
          mineFrom: marks[field] ? `${MARK_LABELS[marks[field].type]}, in the form` : "Yours",
          theirs: shown(theirs),
          theirsFrom: `${from}, page ${mark.page}`,
        }))}
        taken={taken}
        onTaken={setTaken}
      />
      <footer>
        {many && (
          <button
            className="btn bare"
            type="button"
            onClick={() => setTaken(new Set(clashes.map(({ field }) => field)))}
          >
            Use all from the file
          </button>
        )}
        <button className="btn primary" type="button" onClick={() => onSettle(new Set([...taken, ...same]))}>
          Use these
        </button>
      </footer>
    </Dialog>
  );
}
