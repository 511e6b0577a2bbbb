import { useState } from "react";
import { BANK_FILE_MAX, type DateOrder } from "../../lib/domain/servicing/bank_file.ts";
import { type CsvFile, useCsvFile } from "../forms/use_csv_file.ts";

/** What the preview of any file of a bank says of how it was read. */
export interface FilePreview<Field extends string> {
  heads: string[];
  columns: (Field | "")[];
  order: DateOrder;
  isOrderSure: boolean;
  /** What the columns lack; there are no rows then. */
  problem: string;
}

/** Rows that were not recorded, with the reason. */
export type SkippedRows = { line: number; reason: string }[];

/** A bank's file as it stands in its page. */
export interface BankFileRead<Field extends string, Preview extends FilePreview<Field>>
  extends Omit<CsvFile<Preview>, "choose" | "readAs"> {
  skipped: SkippedRows;
  choose(file: File): Promise<void>;
  /** Reads it again: by other columns or another order of days. */
  readAs(columns: (Field | "")[], order?: DateOrder): Promise<void>;
  /** Reads it again after a part was recorded, and says what was left out. */
  readAfter(skipped: SkippedRows, columns: (Field | "")[], order?: DateOrder): Promise<void>;
}

/**
 * A bank's CSV that a person chooses and `path` previews. `onPreview` gets each preview, and whether a part of the
 * file was recorded just before.
 */
export function useBankFile<Field extends string, Preview extends FilePreview<Field>>(
  path: string,
  onPreview: (preview: Preview, isAfterPart: boolean) => void,
): BankFileRead<Field, Preview> {
  const tooLarge = `This file is larger than ${BANK_FILE_MAX / 1000} kB. Download fewer days from the bank.`;
  const csv = useCsvFile<Preview>({ path, max: BANK_FILE_MAX, tooLarge });
  const [skipped, setSkipped] = useState<SkippedRows>([]);
  async function take(reading: Promise<Preview | null>, isAfterPart = false): Promise<void> {
    const preview = await reading;
    if (preview) onPreview(preview, isAfterPart);
  }
  return {
    ...csv,
    skipped,
    choose(file) {
      setSkipped([]);
      return take(csv.choose(file));
    },
    readAs: (columns, order) => take(csv.readAs({ columns, order })),
    readAfter(left, columns, order) {
      setSkipped(left);
      return take(csv.readAs({ columns, order }), true);
    },
  };
}
