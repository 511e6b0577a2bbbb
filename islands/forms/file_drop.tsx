import type { ReactNode } from "react";
import { chosenFile } from "../../lib/client/chosen_file.ts";
import { Icon } from "../../lib/ui/icon.tsx";

/** The `accept` of a table's file. */
export const CSV_TYPES = ".csv,text/csv,text/plain";

/** Where one file is chosen or dropped. */
export function FileDrop(props: {
  /** What to choose; once a file is there, its name. */
  title: string;
  /** What the file has. */
  note: string;
  /** Its name for a screen reader. */
  label: string;
  accept: string;
  busy?: boolean;
  onFile: (file: File) => void;
}): ReactNode {
  const { title, note, label, accept, busy, onFile } = props;
  return (
    <label className="drop" aria-busy={busy || undefined}>
      <Icon name="upload" />
      <span>
        <b>{title}</b>
        <small>{note}</small>
      </span>
      <input
        type="file"
        accept={accept}
        aria-label={label}
        onChange={(event) => {
          const file = chosenFile(event);
          if (file) onFile(file);
        }}
      />
    </label>
  );
}
