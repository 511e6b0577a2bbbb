import type { ReactNode } from "react";
import type { DateOrder } from "../../lib/domain/servicing/bank_file.ts";
import { paymentCountText } from "../../lib/domain/money.ts";
import { Notice } from "../../lib/ui/notice.tsx";
import { FileColumns } from "../forms/file_columns.tsx";
import { CSV_TYPES, FileDrop } from "../forms/file_drop.tsx";
import type { BankFileRead, FilePreview } from "./_use_bank_file.ts";

const ORDERS: Readonly<Record<DateOrder, string>> = {
  ymd: "Year, month, day",
  mdy: "Month, day, year",
  dmy: "Day, month, year",
};

/**
 * A bank's file: where it is chosen, what is wrong with it, what its columns hold and how its days are written.
 * `children` are its rows.
 */
export function BankFile<Field extends string, Preview extends FilePreview<Field>>(props: {
  read: BankFileRead<Field, Preview>;
  /** What a column may hold, with its words. */
  words: Readonly<Record<Field, string>>;
  /** What to choose, and its name for a screen reader. */
  title: string;
  label: string;
  /** What the file has. */
  note: string;
  children?: ReactNode;
}): ReactNode {
  const { read: { file, preview, problem, skipped, choose, readAs }, words, title, label, note, children } = props;
  return (
    <div className="stack bank-file">
      <FileDrop title={file ? file.name : title} note={note} label={label} accept={CSV_TYPES} onFile={choose} />
      {problem && <Notice band="red" live>{problem}</Notice>}
      {skipped.length > 0 && (
        <Notice band="yellow" live>
          {`${paymentCountText(skipped.length)} left out, the rest is recorded. `}
          {skipped.map(({ line, reason }) => `Line ${line}: ${reason}`).join(" ")}
        </Notice>
      )}
      {preview && (
        <>
          <FileColumns
            heads={preview.heads}
            columns={preview.columns}
            words={words}
            onChange={(columns) => void readAs(columns)}
          >
            <label>
              <span>Days are written</span>
              <select
                value={preview.order}
                onChange={(event) => void readAs(preview.columns, event.target.value as DateOrder)}
              >
                {Object.entries(ORDERS).map(([value, words]) => <option key={value} value={value}>{words}</option>)}
              </select>
            </label>
          </FileColumns>
          {preview.problem && <Notice band="yellow" live>{preview.problem}</Notice>}
          {!preview.isOrderSure && (
            <Notice band="yellow" live>
              These days can be read with the month or the day first, so no payment is chosen yet. Look at them, and
              choose the other order where they are wrong.{" "}
              <button className="btn slim" type="button" onClick={() => void readAs(preview.columns, preview.order)}>
                The days are right
              </button>
            </Notice>
          )}
          {children}
        </>
      )}
    </div>
  );
}
